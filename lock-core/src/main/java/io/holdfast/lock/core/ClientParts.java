package io.holdfast.lock.core;

import io.holdfast.lock.ConnectionEvent;
import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.BlockedBoard;
import io.holdfast.lock.core.engine.Callbacks;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Releases;
import io.holdfast.lock.core.engine.Renewals;
import io.holdfast.lock.core.engine.Strays;
import io.holdfast.lock.core.engine.Tallies;
import io.holdfast.lock.core.gate.Parking;
import io.holdfast.lock.core.jfr.Recorder;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.kind.KindParts;
import io.holdfast.lock.core.kind.LocksOfKind;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.node.Node;
import io.holdfast.lock.core.node.Pulse;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.Probe;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the parts of a client, puts them together, and takes them apart. */
final class ClientParts {

  private static final Logger LOG = LoggerFactory.getLogger(ClientParts.class);

  /**
   * Opening a client may take as long, however short the command time-out is: a cold JVM is slow.
   */
  private static final Duration OPENING = Duration.ofSeconds(10);

  /** How long a client of a cluster listens in a slot after its last waiter there. */
  private static final Duration LINGER = Duration.ofMinutes(1);

  private final String keyPrefix;
  private final ClientStatus.Mode mode;
  private final Node node;
  private final Engine engine;
  private final ClientKinds kinds;
  private final OwnThreads ownThreads;
  private final Runnable releaseResources;
  private final AtomicBoolean closing = new AtomicBoolean();

  private ClientParts(
      Connector connector,
      ClientStatus.Mode mode,
      SettingsValues settings,
      Runnable releaseResources) {
    this.keyPrefix = settings.keyPrefix();
    Keyspace keyspace = new Keyspace(keyPrefix);
    this.mode = mode;
    this.releaseResources = releaseResources;
    String clientId = ClientId.create(settings.clientLabel());
    MonotonicClock clock = settings.clock();
    Renewals renewals = new Renewals(clock, connector.isCluster());
    Map<Long, Acquisition> acquisitions = new ConcurrentHashMap<>();
    Watchdog watchdog =
        new Watchdog(
            "holdfast-watchdog-" + settings.clientLabel(),
            clock,
            acquisitions.values(),
            () -> {
              renewals.flush();
              Recorder.look();
            });
    Releases releases = new Releases(clock, watchdog);
    Strays strays = new Strays(clientId, acquisitions, releases, watchdog, clock);
    String inbox = keyspace.inboxPrefix() + clientId;
    this.node =
        new Node(
            connector,
            new Probe(connector.describe(), keyPrefix, keyspace.probe(clientId), inbox),
            inbox,
            clock,
            settings.times().commandTimeout(),
            watchdog,
            acquisitions,
            strays);
    if (connector.isCluster()) {
      node.inbox()
          .listenInSlots(
              watchdog,
              settings.times().commandTimeout(),
              LINGER.plus(settings.times().claimLease()));
    }
    node.link().observe(settings.clientLabel(), settings.requestObservers());
    Pulse.watch(node, watchdog, clock);
    this.ownThreads = OwnThreads.of(settings.clientLabel());
    Callbacks callbacks =
        new Callbacks(
            ownThreads.lanes(settings.callbackExecutor()),
            settings.listeners(),
            settings.directListeners());
    this.engine =
        new Engine(
            clientId,
            settings.times(),
            clock,
            node,
            watchdog,
            renewals,
            releases,
            strays,
            callbacks,
            new Tallies(callbacks),
            new BlockedBoard(clock),
            acquisitions,
            new AtomicLong());
    this.kinds =
        new ClientKinds(engine, node, keyspace, settings.retention(), describe(), closing::get);
    ConnectionNews news = new ConnectionNews(engine, node.describe());
    node.link().hear(why -> news.tell(ConnectionEvent.Connection.COMMANDS, why));
    node.inbox().hear(why -> news.tell(ConnectionEvent.Connection.INBOX, why));
  }

  static ClientParts open(
      ClientResources resources,
      SettingsValues settings,
      List<RedisURI> uris,
      Runnable releaseResources) {
    Connector connector =
        settings.isCluster()
            ? Connector.cluster(resources, uris, settings.connections())
            : Connector.standalone(resources, uris.get(0), settings.connections());
    ClientParts parts =
        new ClientParts(connector, mode(settings, uris), settings, releaseResources);
    parts.engine.start();
    try {
      if (settings.connectsInBackground()) {
        parts.connectLater();
      } else {
        parts.connect();
      }
      return parts;
    } catch (RuntimeException e) {
      parts.disconnect();
      throw e;
    }
  }

  private static ClientStatus.Mode mode(SettingsValues settings, List<RedisURI> uris) {
    if (settings.isCluster()) {
      return ClientStatus.Mode.CLUSTER;
    }
    return uris.get(0).getSentinels().isEmpty()
        ? ClientStatus.Mode.STANDALONE
        : ClientStatus.Mode.SENTINEL;
  }

  private void connectLater() {
    new LateOpening(node.describe(), node::open, engine.clock(), engine.watchdog(), closing::get)
        .begin();
  }

  private void connect() {
    // Each has its own time-out, and a handshake behind it; a client is not opened in a hurry.
    Duration twice = engine.times().commandTimeout().multipliedBy(2);
    Duration longest = twice.compareTo(OPENING) > 0 ? twice : OPENING;
    try {
      node.open().get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LockServerException("Interrupted while connecting to " + node.describe(), e);
    } catch (TimeoutException e) {
      throw new LockServerException(
          "No connection to %s within %s ms".formatted(node.describe(), longest.toMillis()), e);
    } catch (ExecutionException e) {
      throw new LockServerException(
          "No connection to %s: %s".formatted(node.describe(), FailureReason.of(e)), e.getCause());
    }
  }

  /** Those of this kind: always the same. */
  <T extends LocksOfKind> T present(String kind, Class<T> type, Function<KindParts, T> maker) {
    return kinds.present(kind, type, maker);
  }

  int namesInUse() {
    return kinds.namesInUse();
  }

  List<HeldLock> holds() {
    return kinds.holds();
  }

  ClientStatus status() {
    return new ClientStatus(
        ClientId.labelOf(engine.clientId()),
        keyPrefix,
        node.describe(),
        mode,
        ConnectionStatus.of(node.link().look()),
        ConnectionStatus.of(node.inbox().look()),
        node.link().sinceLastAnswer(),
        holds().size(),
        kinds.waiting(),
        namesInUse());
  }

  /** Completes where the application's code may run. */
  CompletableFuture<Duration> ping() {
    CompletableFuture<Duration> answer = new CompletableFuture<>();
    node.link()
        .ping()
        .whenComplete(
            (took, thrown) ->
                engine
                    .callbacks()
                    .complete(
                        () -> {
                          if (thrown == null) {
                            answer.complete(took);
                          } else {
                            answer.completeExceptionally(thrown);
                          }
                        }));
    return answer;
  }

  LockStatistics statistics() {
    return engine.tallies();
  }

  String describe() {
    return "HoldfastClient %s of %s"
        .formatted(ClientId.labelOf(engine.clientId()), node.describe());
  }

  void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    Parking.setInterruptAside( // or nothing here would wait
        () -> {
          kinds.close();
          engine.settle();
          kinds.forEach(locks -> attempt(locks::settled));
          disconnect();
        });
  }

  private void disconnect() {
    Stream.<Runnable>of(
            engine::stop,
            node::closeInbox,
            node::closeLink,
            node::closeConnector,
            ownThreads::close,
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
}
