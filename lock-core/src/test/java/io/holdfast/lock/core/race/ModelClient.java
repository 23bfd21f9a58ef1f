package io.holdfast.lock.core.race;

import io.holdfast.lock.LockListener;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.CallbackDispatcher;
import io.holdfast.lock.core.engine.Callbacks;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Releases;
import io.holdfast.lock.core.engine.Renewals;
import io.holdfast.lock.core.engine.Strays;
import io.holdfast.lock.core.engine.Tallies;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.node.Node;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.Probe;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The real parts of a client around a model of the server. Nothing is connected and no thread runs:
 * all that happens, happens in threads of the test.
 */
public final class ModelClient implements Gates.Client {

  /** The name of the lock. */
  public static final LockKeys KEYS = new LockKeys("a", "lock:a", "lockq:a");

  /** A lease that the watchdog renews, so that holds may be passed on. */
  public static final LeaseTerms TERM = new LeaseTerms(30_000, true, LeaseTerms.UNCAPPED);

  /**
   * The time from one look of the watchdog to the next; two are longer than the validity of a
   * lease.
   */
  private static final Duration STEP = Duration.ofSeconds(15);

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

  private final VirtualClock clock = new VirtualClock();
  private final Map<Long, Acquisition> acquisitions = new ConcurrentHashMap<>();
  private final Renewals renewals = new Renewals(clock, false);
  private final ModelServer server;
  private final Set<Watched> visitors;
  private final Engine engine;

  /** With a server that does what it should. */
  public ModelClient() {
    this(true);
  }

  /** With a server that may not know tombstones. */
  public ModelClient(boolean knowsTombstones) {
    this(knowsTombstones, List.of(), Duration.ZERO);
  }

  /** With this listener, which is told of events by the thread that tells them. */
  public ModelClient(LockListener listener) {
    this(true, List.of(listener), Duration.ZERO);
  }

  private ModelClient(boolean knowsTombstones, List<LockListener> listeners, Duration linger) {
    server = new ModelServer(acquisitions, knowsTombstones);
    Connector nowhere = Nowhere.CONNECTOR;
    // Sleeps in the far past, so that no thread tries to wake it.
    Watchdog watchdog =
        new Watchdog("not started", () -> Long.MIN_VALUE / 2, acquisitions.values(), () -> {});
    visitors = Visitors.of(watchdog);
    Releases releases = new Releases(clock, watchdog);
    Strays strays = new Strays("client", acquisitions, releases, watchdog, clock);
    Callbacks callbacks =
        new Callbacks(Callbacks.Lanes.all(CallbackDispatcher.to(Runnable::run)), listeners);
    engine =
        new Engine(
            "client",
            times(linger),
            clock,
            new Node(
                nowhere,
                new Probe("model", "model", "probe", "inbox"),
                "inbox",
                clock,
                COMMAND_TIMEOUT,
                Runnable::run,
                acquisitions,
                strays),
            watchdog,
            renewals,
            releases,
            strays,
            callbacks,
            new Tallies(callbacks),
            acquisitions,
            new AtomicLong());
  }

  /** One whose acquisitions stay for that long without an owner. */
  public static ModelClient lingering(Duration linger) {
    return new ModelClient(true, List.of(), linger);
  }

  private static Engine.Times times(Duration linger) {
    return new Engine.Times(
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        Duration.ofMillis(5),
        linger,
        COMMAND_TIMEOUT,
        Duration.ofSeconds(60),
        Duration.ZERO,
        Duration.ofDays(1));
  }

  /** Its parts. */
  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public String clientDescription() {
    return "client";
  }

  /** The other side. */
  public ModelServer server() {
    return server;
  }

  /** One of this client. */
  public Acquisition acquisition(long number) {
    return Objects.requireNonNull(acquisitions.get(number), () -> "no acquisition " + number);
  }

  /** Time here. */
  public VirtualClock clock() {
    return clock;
  }

  /** What the watchdog does when it wakes up half a lease later. One thread at a time. */
  public void look() {
    look(STEP);
  }

  /** The same after that time. */
  public void look(Duration after) {
    clock.advance(after);
    long now = clock.nanoTime();
    attend(acquisitions.values(), now);
    attend(visitors, now);
    renewals.flush();
  }

  /** Whether the watchdog watches anything besides acquisitions. */
  public boolean hasVisitors() {
    return !visitors.isEmpty();
  }

  private static void attend(Collection<? extends Watched> all, long now) {
    for (Watched one : all) {
      if (one.dueNanos() - now <= 0) {
        one.onDue(now);
      }
    }
  }
}
