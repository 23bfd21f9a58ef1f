package io.holdfast.micrometer;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.semaphore.Semaphores;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The meters, with real clients and a real server. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class HoldfastMetricsIT {

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final HoldfastMetrics metrics = HoldfastMetrics.of(registry);

  @AfterEach
  void closeRegistry() {
    registry.close();
  }

  private static HoldfastClient connect(HoldfastMetrics metrics, String label, TestServer server) {
    HoldfastSettings.Builder settings =
        HoldfastSettings.builder().clientLabel(label).lease(Duration.ofMinutes(10));
    return metrics.bind(HoldfastClient.connect(metrics.listenTo(settings).build(), server.uri()));
  }

  private HoldfastClient connect(TestServer server) {
    return connect(metrics, "app", server);
  }

  private long timed(String name, String lock, String outcome) {
    return registry
        .get(name)
        .tags("kind", "plain", "lock", lock, "client", "app", "outcome", outcome)
        .timer()
        .count();
  }

  private double counted(String name, String... tags) {
    return registry.get(name).tags(tags).functionCounter().count();
  }

  private double gauged(String name, String... tags) {
    return registry.get(name).tags(tags).gauge().value();
  }

  @Test
  void bind_beforeAnythingHappens_registersWithZero(TestServer server) {
    try (HoldfastClient unused = connect(server)) {
      for (String kind :
          new String[] {"plain", "fair", "read", "write", "quorum", "pool", "semaphore", "latch"}) {
        assertThat(counted("holdfast.acquired", "kind", kind, "client", "app")).isZero();
        assertThat(counted("holdfast.passed.on", "kind", kind, "client", "app")).isZero();
        assertThat(counted("holdfast.renewals", "kind", kind, "client", "app")).isZero();
        assertThat(gauged("holdfast.held", "kind", kind, "client", "app")).isZero();
        assertThat(gauged("holdfast.waiting", "kind", kind, "client", "app")).isZero();
      }
      assertThat(gauged("holdfast.names", "client", "app")).isZero();
      assertThat(counted("holdfast.events.dropped", "client", "app")).isZero();
      for (String connection : new String[] {"commands", "inbox"}) {
        assertThat(gauged("holdfast.connection.up", "connection", connection)).isOne();
        assertThat(counted("holdfast.connection.reopened", "connection", connection)).isZero();
      }
    }
  }

  @Test
  void lockAndUnlock_areTimedByTheTimeTheyReturn(TestServer server) {
    try (HoldfastClient client = connect(server)) {
      DistributedLock lock = client.lock("order:42");
      lock.lock();
      assertThat(timed("holdfast.acquire", "order", "acquired")).isOne();
      assertThat(gauged("holdfast.held", "kind", "plain")).isOne();
      assertThat(gauged("holdfast.names", "client", "app")).isOne();
      assertThat(timed("holdfast.hold", "order", "released")).isZero();
      assertThat(timed("holdfast.acquire", "order", "timeout")).isZero();

      lock.unlock();

      assertThat(timed("holdfast.hold", "order", "released")).isOne();
      assertThat(counted("holdfast.acquired", "kind", "plain")).isOne();
      assertThat(gauged("holdfast.held", "kind", "plain")).isZero();
      assertThat(answers("acquire"))
          .satisfies(
              timer -> {
                assertThat(timer.count()).isOne();
                assertThat(timer.totalTime(TimeUnit.NANOSECONDS)).isPositive();
              });
    }
  }

  /** The timer counts after the answer, which may wake its waiter earlier. */
  private Timer answers(String script) {
    return eventually()
        .expect(
            "answers to " + script,
            () ->
                registry
                    .find("holdfast.command")
                    .tags("script", script, "outcome", "ok")
                    .timers()
                    .stream()
                    .filter(timer -> timer.count() > 0)
                    .toList(),
            timers -> !timers.isEmpty())
        .get(0);
  }

  @Test
  void attempts_thatFail_areTimedByOutcome(TestServer server) throws Exception {
    try (TestThreads threads = TestThreads.open();
        HoldfastClient client = connect(server);
        HoldfastClient other = HoldfastClient.connect(server.uri());
        Hold unused = other.lock("order:42").acquire()) {
      DistributedLock lock = client.lock("order:42");
      assertThat(lock.tryLock()).isFalse();
      assertThat(lock.tryLock(10, TimeUnit.MILLISECONDS)).isFalse();
      CountDownLatch begins = new CountDownLatch(1);
      CompletableFuture<Thread> waiter = new CompletableFuture<>();
      CompletableFuture<Void> interrupted =
          threads.call(
              "waiter",
              () -> {
                waiter.complete(Thread.currentThread());
                begins.countDown();
                lock.lockInterruptibly();
                return null;
              });
      begins.await();
      eventually().isTrue("it waits", () -> gauged("holdfast.waiting", "kind", "plain") == 1);
      waiter.get().interrupt();
      assertThat(interrupted).failsWithin(60, TimeUnit.SECONDS);

      assertThat(timed("holdfast.acquire", "order", "refused")).isOne();
      assertThat(timed("holdfast.acquire", "order", "timeout")).isOne();
      assertThat(timed("holdfast.acquire", "order", "interrupted")).isOne();
      assertThat(timed("holdfast.acquire", "order", "acquired")).isZero();
      assertThat(registry.get("holdfast.acquire").tags("outcome", "timeout").timer())
          .satisfies(t -> assertThat(t.max(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(10));
    }
  }

  @Test
  void passingOn_isTimedAndCounted(TestServer server) {
    try (TestThreads threads = TestThreads.open();
        HoldfastClient client = connect(server)) {
      DistributedLock lock = client.lock("order:42");
      lock.lock();
      CompletableFuture<Void> next =
          threads.call(
              "next",
              () -> {
                lock.lock();
                lock.unlock();
                return null;
              });
      eventually().isTrue("it waits", () -> gauged("holdfast.waiting", "kind", "plain") == 1);

      lock.unlock();

      assertThat(next).succeedsWithin(60, TimeUnit.SECONDS);
      assertThat(timed("holdfast.hold", "order", "passed")).isOne();
      assertThat(timed("holdfast.hold", "order", "released")).isOne();
      assertThat(counted("holdfast.passed.on", "kind", "plain")).isOne();
    }
  }

  @Test
  void loss_isCountedByCause(TestServer server) throws Exception {
    try (HoldfastClient client = connect(server)) {
      Hold hold = client.lock("order:42").acquire();
      assertThat(client.lock("order:42").forceUnlock()).isTrue();
      eventually().isTrue("the loss is known", () -> !hold.isValid());

      eventually().isTrue("it is timed", () -> timed("holdfast.hold", "order", "lost") == 1);
      assertThat(registry.get("holdfast.lost").tags("lock", "order", "cause", "forced").counter())
          .satisfies(counter -> assertThat(counter.count()).isOne());
      assertThat(registry.get("holdfast.lost").tags("lock", "order", "cause", "expired").counter())
          .satisfies(counter -> assertThat(counter.count()).isZero());
    }
  }

  @Test
  void names_tenThousand_leaveAHundredAndOneTags(TestServer server) {
    try (HoldfastClient client = connect(server)) {
      lockAll(client, 200);
      long meters = registry.getMeters().size();

      lockAll(client, 10_000);

      assertThat(registry.getMeters()).hasSize((int) meters);
      assertThat(
              registry.find("holdfast.acquire").timers().stream()
                  .map(timer -> Objects.requireNonNull(timer.getId().getTag("lock")))
                  .distinct())
          .hasSize(101);
    }
  }

  private static void lockAll(HoldfastClient client, int names) {
    for (int i = 0; i < names; i++) {
      DistributedLock lock = client.lock("name-" + i);
      lock.lock();
      lock.unlock();
    }
  }

  @Test
  void clientsOfOneLabel_shareTheirMeters(TestServer server) {
    try (HoldfastClient one = connect(server);
        HoldfastClient two = connect(server)) {
      metrics.bind(two);
      one.lock("a").lock();
      two.lock("b").lock();
      assertThat(gauged("holdfast.held", "kind", "plain")).isEqualTo(2);
      assertThat(counted("holdfast.acquired", "kind", "plain")).isEqualTo(2);

      two.close();
      metrics.unbind(two);
      metrics.unbind(two);

      assertThat(gauged("holdfast.held", "kind", "plain")).isOne();
      assertThat(counted("holdfast.acquired", "kind", "plain")).isEqualTo(2);
    }
  }

  @Test
  void clients_boundAgain_countOnce(TestServer server) {
    try (HoldfastClient client = connect(server)) {
      lockAll(client, 3);
      metrics.unbind(client);
      metrics.bind(client);
      metrics.bind(client);
      lockAll(client, 2);

      assertThat(counted("holdfast.acquired", "kind", "plain")).isEqualTo(5);
      metrics.unbind(client);
      assertThat(counted("holdfast.acquired", "kind", "plain")).isEqualTo(5);
    }
  }

  @Test
  void statistics_ofOthers_areAdded(TestServer server) {
    try (HoldfastClient client = connect(server);
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      metrics.bind("app", other::statistics);
      lockAll(client, 1);
      lockAll(other, 2);

      assertThat(counted("holdfast.acquired", "kind", "plain")).isEqualTo(3);
    }
  }

  /** It has no room for timers, say. */
  @Test
  void registry_thatRefusesAMeter_isAskedOnce(TestServer server) {
    AtomicInteger asked = new AtomicInteger();
    MeterRegistry refusing =
        new SimpleMeterRegistry() {
          @Override
          protected Timer newTimer(
              Meter.Id id, DistributionStatisticConfig config, PauseDetector detector) {
            asked.incrementAndGet();
            throw new IllegalStateException("no timers here");
          }
        };
    try (HoldfastClient client = connect(HoldfastMetrics.of(refusing), "app", server)) {
      lockAll(client, 1);
      eventually()
          .isTrue( // of locks, and of two scripts
              "it has refused", () -> asked.get() == 3);
      DistributedLock lock = client.lock("name-0");
      for (int i = 0; i < 10; i++) {
        lock.lock();
        lock.unlock();
      }

      assertThat(asked).hasValue(3);
    } finally {
      refusing.close();
    }
  }

  /** A registry has only a weak reference to the object that a counter reads. */
  @Test
  void counters_afterACollectionOfGarbage_goOn(TestServer server) {
    try (HoldfastClient client = connect(server)) {
      lockAll(client, 1);
      WeakReference<Object> garbage = new WeakReference<>(new Object());
      eventually()
          .isTrue(
              "garbage is collected",
              () -> {
                System.gc();
                return garbage.get() == null;
              });

      lockAll(client, 1);

      assertThat(counted("holdfast.acquired", "kind", "plain")).isEqualTo(2);
    }
  }

  @Test
  void semaphore_grantedPermits_areTimed(TestServer server) throws Exception {
    try (HoldfastClient client = connect(server)) {
      new Semaphores(client).get("slots", 2).acquire();
      assertThat(
              registry
                  .get("holdfast.acquire")
                  .tags("kind", "semaphore", "lock", "slots", "outcome", "acquired")
                  .timer()
                  .count())
          .isOne();
    }
  }

  @Test
  void pool_thatIsWatched_isRead(TestServer server) throws Exception {
    try (HoldfastClient client = connect(server)) {
      PermitPool pool = new Semaphores(client).pool("slots", 3);
      Permit unused = pool.acquire(2);
      metrics.watch(client, pool);

      assertThat(gauged("holdfast.pool.size", "pool", "slots", "client", "app")).isEqualTo(3);
      assertThat(gauged("holdfast.pool.available", "pool", "slots")).isOne();
    }
  }

  @Test
  void pool_isAskedOnceInTenSeconds_andHasNoNumberIfThatFails() {
    AtomicInteger asked = new AtomicInteger();
    AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1); // it may overflow
    PermitPool pool =
        (PermitPool)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {PermitPool.class},
                (proxy, method, args) -> {
                  if (method.getName().equals("name")) {
                    return "slots";
                  }
                  if (asked.incrementAndGet() == 2) {
                    throw new LockServerException("away", null);
                  }
                  return new PoolInspection("slots", asked.get(), List.of(), 0);
                });
    PoolReading reading = new PoolReading(pool, nanos::get);

    assertThat(reading.size()).isOne();
    nanos.addAndGet(PoolReading.FRESH_NANOS - 1);
    assertThat(reading.available()).isOne();
    nanos.addAndGet(1);
    assertThat(reading.size()).isNaN();
    assertThat(reading.available()).isNaN();
    nanos.addAndGet(PoolReading.FRESH_NANOS);
    assertThat(reading.size()).isEqualTo(3);
  }

  @Test
  void prometheus_takesAllMeters(TestServer server) {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    HoldfastMetrics scraped = HoldfastMetrics.of(prometheus);
    try (HoldfastClient client = connect(scraped, "app", server)) {
      DistributedLock lock = client.lock("order:42");
      lock.lock();
      lock.unlock();

      assertThat(prometheus.scrape())
          .contains(
              "holdfast_acquire_seconds_count{client=\"app\",kind=\"plain\",lock=\"order\",outcome=\"acquired\"} 1",
              "holdfast_hold_seconds_count{client=\"app\",kind=\"plain\",lock=\"order\",outcome=\"released\"} 1",
              "holdfast_lost_total{cause=\"forced\",client=\"app\",kind=\"plain\",lock=\"order\"} 0.0",
              "holdfast_acquired_total{client=\"app\",kind=\"plain\"} 1.0",
              "holdfast_held{client=\"app\",kind=\"plain\"} 0.0",
              "holdfast_connection_up{client=\"app\",connection=\"commands\"} 1.0",
              "holdfast_command_seconds_count{client=\"app\",outcome=\"ok\",script=\"acquire\"} 1");
    } finally {
      prometheus.close();
    }
  }

  /** Counters of this one do not come back. */
  private static final class StuckRegistry extends SimpleMeterRegistry {

    final CountDownLatch isStuck = new CountDownLatch(1);
    final CountDownLatch end = new CountDownLatch(1);

    @Override
    protected Counter newCounter(Meter.Id id) {
      return new Counter() {
        @Override
        public void increment(double amount) {
          isStuck.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }

        @Override
        public double count() {
          return 0;
        }

        @Override
        public Id getId() {
          return id;
        }
      };
    }
  }

  /** An owner hears of its loss even if the registry blocks. */
  @Test
  void registry_blocksInTheLossOfAnother_delaysNoOnLost(TestServer server) throws Exception {
    StuckRegistry stuck = new StuckRegistry();
    try (HoldfastClient client = connect(HoldfastMetrics.of(stuck), "app", server)) {
      Hold first = client.lock("first").acquire();
      Hold second = client.lock("second").acquire();
      assertThat(client.lock("first").forceUnlock()).isTrue();
      stuck.isStuck.await();
      assertThat(first.isValid()).isFalse();
      CompletableFuture<String> lost = new CompletableFuture<>();
      second.onLost(cause -> lost.complete(cause.name()));

      assertThat(client.lock("second").forceUnlock()).isTrue();

      assertThat(lost).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo("FORCED");
      assertThat(stuck.end.getCount()).isOne();
    } finally {
      stuck.end.countDown();
      stuck.close();
    }
  }
}
