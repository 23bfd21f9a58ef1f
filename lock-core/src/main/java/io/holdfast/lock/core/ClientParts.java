package io.holdfast.lock.core;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Callbacks;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Releases;
import io.holdfast.lock.core.engine.Renewals;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.inbox.Inbox;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.plain.PlainVerbs;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.ServerLink;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the parts of a client, puts them together, and takes them apart. */
final class ClientParts {

  private static final Logger LOG = LoggerFactory.getLogger(ClientParts.class);

  private final Keyspace keyspace;
  private final Connector connector;
  private final Engine engine;
  private final PlainVerbs plainVerbs;
  private final Gates plainGates;
  private final ExecutorService ownExecutor;
  private final Runnable releaseResources;
  private final AtomicBoolean closing = new AtomicBoolean();

  private ClientParts(Connector connector, HoldfastSettings settings, Runnable releaseResources) {
    this.keyspace = new Keyspace(settings.keyPrefix());
    this.connector = connector;
    this.releaseResources = releaseResources;
    String clientId = ClientId.create(settings.clientLabel());
    MonotonicClock clock = MonotonicClock.SYSTEM;
    Renewals renewals = new Renewals(clock, connector.isCluster());
    Map<Long, Acquisition> acquisitions = new ConcurrentHashMap<>();
    Watchdog watchdog =
        new Watchdog(
            "holdfast-watchdog-" + settings.clientLabel(),
            clock,
            acquisitions.values(),
            renewals::flush);
    ServerLink link = new ServerLink(connector, clock, watchdog);
    this.ownExecutor = executor("holdfast-callback-" + settings.clientLabel());
    Executor executor = settings.callbackExecutor().orElse(ownExecutor);
    this.engine =
        new Engine(
            clientId,
            settings.times(),
            clock,
            link,
            new Inbox(
                connector,
                keyspace.inboxPrefix() + clientId,
                settings.times().commandTimeout(),
                acquisitions),
            watchdog,
            renewals,
            new Releases(clock, watchdog),
            new Callbacks(executor, ownExecutor, settings.listeners()),
            acquisitions,
            new AtomicLong());
    this.plainVerbs = new PlainVerbs(link, settings.retention(), keyspace.inboxPrefix());
    this.plainGates = new Gates(engine, plainVerbs, describe());
  }

  static ClientParts open(
      ClientResources resources,
      HoldfastSettings settings,
      List<RedisURI> uris,
      Runnable releaseResources) {
    Duration timeout = settings.times().commandTimeout();
    Connector connector =
        settings.isCluster()
            ? Connector.cluster(resources, uris, timeout)
            : Connector.standalone(resources, uris.get(0), timeout);
    ClientParts parts = new ClientParts(connector, settings, releaseResources);
    parts.engine.watchdog().start();
    try {
      parts.connect();
      return parts;
    } catch (RuntimeException e) {
      parts.disconnect();
      throw e;
    }
  }

  /** One daemon thread that exists while there is work, so that callbacks keep their order. */
  private static ExecutorService executor(String threadName) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, threadName);
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  private void connect() {
    // Connecting has its own time-out, and a handshake behind it: twice the command time-out.
    Duration longest = engine.times().commandTimeout().multipliedBy(2);
    CompletableFuture<Void> both =
        onceMore(engine.link()::open).thenCompose(ok -> onceMore(engine.inbox()::open));
    try {
      both.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LockServerException("Interrupted while connecting to " + connector.describe(), e);
    } catch (TimeoutException e) {
      throw new LockServerException(
          "No connection to %s within %d ms".formatted(connector.describe(), longest.toMillis()),
          e);
    } catch (ExecutionException e) {
      throw new LockServerException(
          "No connection to %s: %s".formatted(connector.describe(), innermost(e).getMessage()),
          e.getCause());
    }
  }

  /** A connection that is cut in its handshake is tried once more; a server that refuses is not. */
  private static CompletableFuture<Void> onceMore(Supplier<CompletableFuture<Void>> open) {
    return open.get()
        .exceptionallyCompose(
            thrown ->
                innermost(thrown) instanceof RedisCommandExecutionException
                    ? CompletableFuture.failedFuture(thrown)
                    : open.get());
  }

  private static Throwable innermost(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  Keyspace keyspace() {
    return keyspace;
  }

  PlainVerbs plainVerbs() {
    return plainVerbs;
  }

  Gates plainGates() {
    return plainGates;
  }

  String describe() {
    return "HoldfastClient %s of %s"
        .formatted(ClientId.labelOf(engine.clientId()), connector.describe());
  }

  void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    boolean wasInterrupted = Thread.interrupted(); // or nothing here would wait
    try {
      plainGates.close();
      waitFor(engine.releases().close(), engine.times().commandTimeout());
      disconnect();
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void disconnect() {
    Stream.<Runnable>of(
            engine.releases()::abandon,
            engine.watchdog()::close,
            () -> waitFor(engine.inbox().close(), Duration.ofSeconds(1)),
            () -> waitFor(engine.link().close(), Duration.ofSeconds(1)),
            connector::close,
            ownExecutor::shutdown,
            releaseResources)
        .forEach(ClientParts::attempt);
  }

  private static void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.warn("A part of a client could not be closed; the others are", e);
    }
  }

  private static void waitFor(CompletableFuture<Void> future, Duration longest) {
    try {
      future.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("What is not acknowledged by now ends with its lease", e);
    }
  }
}
