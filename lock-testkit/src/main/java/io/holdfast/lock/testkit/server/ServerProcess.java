package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.process.Guard;
import io.holdfast.lock.testkit.process.Leftovers;
import io.holdfast.lock.testkit.process.Signals;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One run of a server program, from its start to its end. */
final class ServerProcess {

  /** When a start is over. */
  enum Readiness {
    /** It executes commands. */
    ANSWERS,
    /** It says that it is loading its data. */
    LOADING
  }

  private static final int LOG_TAIL = 30;
  private static final int LOOK_AGAIN_MILLIS = 10;
  private static final List<String> PORT_TAKEN =
      List.of(
          "Address already in use",
          "Could not create server TCP listening socket",
          "Failed listening on port");

  private final Process process;
  private final Path log;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts the program in a directory that holds its configuration, and waits until it is ready.
   *
   * @param guard is told of the process
   * @param ready what ready means
   * @return empty if its port was taken
   * @throws IllegalStateException with the end of its log, if it ends or does not answer in time;
   *     then it is gone
   */
  static Optional<ServerProcess> start(
      ServerSettings settings, Path directory, String uri, Guard guard, Readiness ready) {
    Path log = directory.resolve("server.log");
    ProcessBuilder command =
        new ProcessBuilder(
                settings.binary().path().toString(), directory.resolve("redis.conf").toString())
            .directory(directory.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(nothing()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    settings.clock().ifPresent(clock -> command.environment().putAll(clock.environment()));
    try {
      ServerProcess server = new ServerProcess(command.start(), log);
      guard.process(server.pid());
      AutoCloseable leftover = server.process::destroyForcibly;
      Leftovers.add(leftover); // until it is somebody's: this JVM may be ended meanwhile
      try {
        return server.awaitReady(settings, uri, ready) ? Optional.of(server) : Optional.empty();
      } finally {
        Leftovers.remove(leftover);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + settings.binary() + ": " + e.getMessage(), e);
    }
  }

  private static File nothing() {
    return new File("/dev/null");
  }

  private boolean awaitReady(ServerSettings settings, String uri, Readiness ready) {
    long deadlineNanos = System.nanoTime() + settings.startTimeout().toNanos();
    try {
      while (!process.waitFor(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
        if (ready == Readiness.LOADING ? isLoading(uri) : answers(uri)) {
          return true;
        }
        if (System.nanoTime() - deadlineNanos >= 0) {
          kill();
          throw failed(settings, "no answer within " + settings.startTimeout().toMillis() + " ms");
        }
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while starting " + settings.binary(), e);
    }
    if (PORT_TAKEN.stream().anyMatch(logTail()::contains)) {
      return false;
    }
    throw failed(settings, "ended with exit value " + process.exitValue());
  }

  /**
   * Whether a server answers there, and it is this process: on a port that was taken, another would
   * answer.
   */
  private boolean answers(String uri) {
    try (RespClient client = RespClient.connect(uri, Duration.ofSeconds(1))) {
      boolean isReady = "PONG".equals(client.text("PING"));
      return isReady && client.text("INFO", "server").contains("process_id:" + pid() + "\r");
    } catch (RespException | UncheckedIOException e) {
      return false; // not listening yet, loading its data, or somebody else with another password
    }
  }

  private static boolean isLoading(String uri) {
    try (RespClient client = RespClient.connect(uri, Duration.ofSeconds(1))) {
      client.command("GET", "any");
      return false;
    } catch (RespException e) {
      return e.code().equals("LOADING");
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private IllegalStateException failed(ServerSettings settings, String how) {
    return new IllegalStateException(
        "%s did not start: %s; its log ends:%n%s".formatted(settings.binary(), how, logTail()));
  }

  String logTail() {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      return String.join(
          System.lineSeparator(),
          lines.subList(Math.max(0, lines.size() - LOG_TAIL), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e + ")";
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isRunning() {
    return process.isAlive();
  }

  void freeze() {
    Signals.freeze(pid());
  }

  void thaw() {
    Signals.thaw(pid());
  }

  /** Kills it, frozen or not, and waits for its end. Does nothing if it has ended. */
  void kill() {
    process.destroyForcibly();
    awaitEnd(Duration.ofMinutes(1));
  }

  /** Waits for its end, interrupted or not: nobody wants a server whose state is not known. */
  void awaitEnd(Duration limit) {
    boolean interrupted = Thread.interrupted();
    try {
      long deadlineNanos = System.nanoTime() + limit.toNanos();
      while (true) {
        try {
          if (!process.waitFor(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException(
                "server process %s has not ended within %s ms; its log ends:%n%s"
                    .formatted(pid(), limit.toMillis(), logTail()));
          }
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
