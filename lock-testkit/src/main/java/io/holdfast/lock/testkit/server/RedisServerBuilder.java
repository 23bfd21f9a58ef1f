package io.holdfast.lock.testkit.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Configures a {@link RedisServer}. Not thread-safe. */
public final class RedisServerBuilder {

  private static final int LAST_PORT = 65_535;

  private @Nullable RedisBinary binary;
  private OptionalInt port = OptionalInt.empty();
  private Optional<String> password = Optional.empty();
  private boolean appendOnly;
  private Optional<ServerSettings.TlsFiles> tls = Optional.empty();
  private Optional<ClientAccess> access = Optional.empty();
  private Optional<ServerClock> clock = Optional.empty();
  private final List<List<String>> directives = new ArrayList<>();
  private Duration startTimeout = Duration.ofMinutes(1);
  private boolean mayHaveServed;

  RedisServerBuilder() {}

  /** This program instead of {@link RedisBinary#locate()}. */
  public RedisServerBuilder binary(RedisBinary program) {
    this.binary = program;
    return this;
  }

  /** This port instead of a free one: if it is taken, the start fails. */
  public RedisServerBuilder port(int number) {
    if (number < 1 || number > LAST_PORT) {
      throw new IllegalArgumentException("port: " + number + " is not within 1 and " + LAST_PORT);
    }
    this.port = OptionalInt.of(number);
    return this;
  }

  /** Clients must give this password. */
  public RedisServerBuilder password(String secret) {
    this.password = Optional.of(secret);
    return this;
  }

  /**
   * Every write is on disk before it is answered ({@code appendfsync always}): a killed server
   * comes back with its data.
   */
  public RedisServerBuilder appendOnly() {
    this.appendOnly = true;
    return this;
  }

  /** A second port that speaks TLS; clients need no certificate. The files are PEM. */
  public RedisServerBuilder tls(Path certificate, Path key, Path authority) {
    this.tls = Optional.of(new ServerSettings.TlsFiles(certificate, key, authority));
    return this;
  }

  /**
   * Clients under test connect as this says; without it, as {@link ClientAccess#current()} says. A
   * server that was given {@link #tls} of its own is left as it is.
   */
  public RedisServerBuilder clientAccess(ClientAccess clientAccess) {
    this.access = Optional.of(clientAccess);
    return this;
  }

  /**
   * Its wall clock, to be shifted while it runs. Several servers may have the same clock. Its
   * creator closes it, after the server.
   *
   * @throws IllegalStateException at the start, if this server's clock cannot be shifted; see
   *     {@link ServerClock#whyNot}
   */
  public RedisServerBuilder clock(ServerClock serverClock) {
    this.clock = Optional.of(serverClock);
    return this;
  }

  /**
   * A line of the configuration file, such as {@code directive("maxmemory", "10mb")}. Overrides the
   * testkit's own lines.
   */
  public RedisServerBuilder directive(String name, String... values) {
    List<String> words = new ArrayList<>(List.of(name));
    words.addAll(List.of(values));
    directives.add(List.copyOf(words));
    return this;
  }

  /**
   * A server that has served another test of this JVM will do, if it is as new: without keys,
   * scripts, connections and statistics, never frozen or restarted, and its configuration is as it
   * was. Its process is older, and so are its port and its {@code run_id}. What was started so may
   * serve others after {@link RedisServer#close()}, and runs on until this JVM ends. Without effect
   * on a server with a port, password, clock, line of configuration or disk of its own.
   */
  public RedisServerBuilder mayHaveServed() {
    this.mayHaveServed = true;
    return this;
  }

  /** How long a start may take; 60 s by default. */
  public RedisServerBuilder startTimeout(Duration limit) {
    if (limit.toMillis() <= 0) {
      throw new IllegalArgumentException("startTimeout: " + limit + " is shorter than 1 ms");
    }
    this.startTimeout = limit;
    return this;
  }

  /**
   * Starts the server and waits until it answers.
   *
   * @throws IllegalStateException with the end of the server's log, if it does not
   */
  public RedisServer start() {
    RedisBinary program = binary == null ? RedisBinary.locate() : binary;
    if (clock.isPresent()) {
      ServerClock.whyNot(program)
          .ifPresent(
              why -> {
                throw new IllegalStateException(why);
              });
    }
    Optional<ClientAccess> strict =
        tls.isPresent() ? Optional.empty() : access.or(ClientAccess::current);
    ServerSettings settings =
        new ServerSettings(
            program,
            port,
            password,
            appendOnly,
            tls.or(() -> strict.map(ClientAccess::ofServer)),
            strict,
            clock,
            directives,
            startTimeout);
    return mayHaveServed && UsedServers.knows(settings)
        ? RedisServer.startOrTake(settings)
        : RedisServer.start(settings);
  }
}
