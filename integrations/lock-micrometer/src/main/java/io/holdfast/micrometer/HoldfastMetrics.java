package io.holdfast.micrometer;

import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.ConnectionEvent;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.RequestEvent;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The meters of clients in one registry: waits, holds, losses, answers of the server, and what is
 * held and waited for now. README.md of this module lists them.
 *
 * <pre>{@code
 * HoldfastMetrics metrics = HoldfastMetrics.of(registry);
 * HoldfastSettings settings = metrics.listenTo(HoldfastSettings.builder()).build();
 * HoldfastClient client = metrics.bind(HoldfastClient.connect(settings, "redis://localhost"));
 * }</pre>
 *
 * <p>One object serves any number of clients; make one a registry, as a second one's sums would be
 * ignored there. Clients whose labels are equal but for the number of the process share their
 * meters, which then show sums. Any thread. Exceptions that the registry throws are logged, and do
 * not affect callers of locks.
 *
 * <p><strong>Cost:</strong> for each attempt and each release a look at a small table and one
 * {@link Timer#record}, in the thread that acquires or releases; no I/O. Reading {@code
 * holdfast.held}, {@code holdfast.waiting}, {@code holdfast.names} and {@code
 * holdfast.connection.up} looks at the names in use.
 */
public final class HoldfastMetrics {

  private static final Logger LOG = LoggerFactory.getLogger(HoldfastMetrics.class);

  private final MeterRegistry registry;
  private final MetersByName meters;
  private final ConcurrentMap<String, Sums> sums = new ConcurrentHashMap<>(); // by client tag
  private final ConcurrentMap<RequestKey, Timer> requests = new ConcurrentHashMap<>();

  private record RequestKey(String script, RequestEvent.Outcome outcome, String clientLabel) {}

  private HoldfastMetrics(MeterRegistry registry, LockTags tags) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.meters = new MetersByName(registry, Objects.requireNonNull(tags, "tags"));
  }

  /** With the group of a lock's name as its tag: {@link LockTags#byGroup()}. */
  public static HoldfastMetrics of(MeterRegistry registry) {
    return of(registry, LockTags.byGroup());
  }

  /** With these tags for locks. */
  public static HoldfastMetrics of(MeterRegistry registry, LockTags tags) {
    return new HoldfastMetrics(registry, tags);
  }

  /**
   * Has a client that is opened with these settings tell what happens. Without {@link #bind} the
   * meters that are sums are missing.
   *
   * @return the same builder
   */
  public HoldfastSettings.Builder listenTo(HoldfastSettings.Builder settings) {
    return settings.directListener(new Listener()).requestObserver(this::ended);
  }

  /**
   * Registers what this client counts itself. Does nothing when called again.
   *
   * @return the client
   */
  public HoldfastClient bind(HoldfastClient client) {
    sumsOf(client.status().clientLabel()).add(client);
    return client;
  }

  /**
   * Registers what others count, under this label: {@code metrics.bind("orders",
   * redLocks::statistics)}. It is for quorum locks that have opened their clients themselves; those
   * that were made of clients count at the first of these. Bind it once.
   *
   * @param clientLabel the label in the settings of the quorum
   * @param statistics asked at each reading of a meter
   */
  public void bind(String clientLabel, Supplier<LockStatistics> statistics) {
    sumsOf(clientLabel).add(statistics);
  }

  /**
   * Registers the size of a pool, and how many of its permits are not held. A read of these meters
   * blocks for one round trip, at most once in ten seconds. While the server is away it blocks for
   * up to the command time-out, and the meters have no number.
   *
   * @param client the client of the pool
   */
  public void watch(HoldfastClient client, PermitPool pool) {
    PoolReading reading = new PoolReading(pool, System::nanoTime);
    Tags tags = Tags.of("pool", pool.name(), "client", ClientTag.of(client.status().clientLabel()));
    gauge("holdfast.pool.size", "Permits of the pool", tags, reading, PoolReading::size);
    gauge(
        "holdfast.pool.available",
        "Permits that are not out; below zero if the pool was made smaller",
        tags,
        reading,
        PoolReading::available);
  }

  private void gauge(
      String name,
      String description,
      Tags tags,
      PoolReading reading,
      ToDoubleFunction<PoolReading> number) {
    Gauge.builder(name, reading, number)
        .description(description)
        .tags(tags)
        .strongReference(true)
        .register(registry);
  }

  /**
   * Lets a client go that has been closed. Its meters stay in the registry, and counters keep what
   * it has counted. Does nothing if it is not bound.
   */
  public void unbind(HoldfastClient client) {
    Sums ofLabel = sums.get(ClientTag.of(client.status().clientLabel()));
    if (ofLabel != null) {
      ofLabel.remove(client);
    }
  }

  private Sums sumsOf(String clientLabel) {
    return sums.computeIfAbsent(ClientTag.of(clientLabel), tag -> new Sums(registry, tag));
  }

  private void ended(RequestEvent event) {
    RequestKey key = new RequestKey(event.script(), event.outcome(), event.clientLabel());
    Timer timer = requests.get(key);
    if (timer != null) {
      timer.record(event.took());
    } else { // not here, where answers are read: to register one runs filters of the application
      ForkJoinPool.commonPool()
          .execute(() -> requests.computeIfAbsent(key, this::register).record(event.took()));
    }
  }

  private Timer register(RequestKey key) {
    try {
      return register(key, registry);
    } catch (RuntimeException e) {
      LOG.warn("The registry refused the timer of {}: these requests are not measured", key, e);
      return register(key, MetersByName.NOWHERE);
    }
  }

  private static Timer register(RequestKey key, MeterRegistry registry) {
    return Timer.builder("holdfast.command")
        .description("Time until the server answered a script")
        .tag("script", key.script())
        .tag("outcome", key.outcome().text())
        .tag("client", ClientTag.of(key.clientLabel()))
        .register(registry);
  }

  /** All but losses and connections comes in threads that use locks. */
  private final class Listener implements LockListener {

    @Override
    public void acquired(LockEvent event, Duration waited) {
      of(event).acquired().record(waited);
    }

    @Override
    public void granted(AttemptEvent attempt, Duration waited) {
      of(attempt).acquired().record(waited);
    }

    @Override
    public void failed(AttemptEvent attempt, Duration waited, Why why) {
      of(attempt).failed(why).record(waited);
    }

    @Override
    public void passedOn(LockEvent event, Duration held) {
      of(event).passedOn().record(held);
    }

    @Override
    public void released(LockEvent event, Duration held) {
      of(event).released().record(held);
    }

    @Override
    public void lost(LockEvent event, LossCause cause, Duration held) {
      LockMeters ofLock = of(event);
      ofLock.lost(cause).increment();
      ofLock.lostHold().record(held);
    }

    @Override
    public void connection(ConnectionEvent event) {
      if (event.state() == ConnectionEvent.State.REOPENING) {
        sumsOf(event.clientLabel()).reopens(event.connection());
      }
    }

    private LockMeters of(LockEvent event) {
      return meters.of(event.kind(), event.lockName(), event.clientLabel());
    }

    private LockMeters of(AttemptEvent attempt) {
      return meters.of(attempt.kind(), attempt.lockName(), attempt.clientLabel());
    }
  }
}
