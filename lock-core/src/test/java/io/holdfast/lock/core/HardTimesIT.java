package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.testkit.concurrent.LiveThreads;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Defects that a reader with fresh eyes found. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class HardTimesIT {

  private static HoldfastSettings.Builder quick() {
    return HoldfastSettings.builder()
        .claimLease(Duration.ofMillis(3500))
        .commandTimeout(Duration.ofMillis(1500));
  }

  @Test
  @DisplayName("peers B14: however many wait, a client has one inbox")
  void waiting_forManyNames_keepsTheInboxOpen(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient holder = HoldfastClient.connect(server.uri());
        HoldfastClient waiter = HoldfastClient.connect(quick().build(), server.uri())) {
      List<Hold> holds = new ArrayList<>();
      List<CompletableFuture<Hold>> waiting = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        holds.add(holder.lock("name-" + i).acquire());
        waiting.add(waiter.lock("name-" + i).acquireAsync());
      }
      eventually().isTrue("queued", () -> holder.lock("name-29").inspect().queueLength() == 1);
      String connections = server.info("stats").get("total_connections_received");
      long end = System.nanoTime() + Duration.ofSeconds(4).toNanos(); // several re-assertions each
      eventually().isTrue("time passes", () -> System.nanoTime() - end > 0);
      assertThat(server.info("stats").get("total_connections_received")).isEqualTo(connections);
      holds.forEach(Hold::close);
      for (CompletableFuture<Hold> one : waiting) {
        one.get(60, SECONDS).close();
      }
    }
  }

  @Test
  void handingOver_forLongerThanACommandTimeout_neverStalls(@FreshServer RedisServer server)
      throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    AtomicLong longest = new AtomicLong();
    HoldfastSettings settings =
        quick().lease(Duration.ofMinutes(10)).claimLease(Duration.ofMinutes(5)).build();
    try (HoldfastClient first = HoldfastClient.connect(settings, server.uri());
        HoldfastClient second = HoldfastClient.connect(settings, server.uri());
        TestThreads threads = TestThreads.open()) {
      String connections = server.info("stats").get("total_connections_received");
      for (HoldfastClient client : List.of(first, second)) {
        DistributedLock lock = client.lock("hard");
        threads.start(
            2,
            "busy",
            () -> {
              while (!enough.get()) {
                long start = System.nanoTime();
                lock.lock();
                longest.accumulateAndGet(System.nanoTime() - start, Math::max);
                lock.unlock();
              }
            });
      }
      long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
      eventually().isTrue("time passes", () -> System.nanoTime() - end > 0);
      enough.set(true);
      threads.joinAll();
      assertThat(server.info("stats").get("total_connections_received")).isEqualTo(connections);
    }
    // A grant that is lost costs 100 s here.
    assertThat(Duration.ofNanos(longest.get())).isLessThan(Duration.ofMinutes(1));
  }

  @Test
  void tryLock_shorterThanARoundTrip_isRefusedNotAnError(TestServer server) throws Exception {
    try (HoldfastClient holder = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      holder.lock("hard").lock();
      for (int i = 0; i < 20; i++) {
        assertThat(other.lock("hard").tryLock(50, TimeUnit.MICROSECONDS)).isFalse();
      }
      holder.lock("hard").unlock();
      assertThat(other.lock("hard").tryLock(1, TimeUnit.NANOSECONDS)).isTrue();
      other.lock("hard").unlock();
    }
  }

  @Test
  void acquireAsync_veryShortWait_alwaysEnds(TestServer server) throws Exception {
    try (HoldfastClient holder = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      Hold hold = holder.lock("hard").acquire();
      for (int i = 0; i < 300; i++) {
        AcquireOptions options =
            AcquireOptions.defaults().waitAtMost(Duration.ofNanos(1 + i * 500L));
        CompletableFuture<Hold> future = other.lock("hard").acquireAsync(options);
        assertThatThrownBy(() -> future.get(60, SECONDS))
            .hasCauseInstanceOf(LockTimeoutException.class);
      }
      eventually().isTrue("all left", () -> holder.lock("hard").inspect().queueLength() == 0);
      hold.close();
    }
  }

  @Test
  void tryLock_whileTheLockIsBeingTaken_doesNotWaitForTheSection(TestServer server)
      throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    AtomicLong tries = new AtomicLong();
    AtomicLong sections = new AtomicLong();
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("hard");
      threads.start(
          2,
          "worker",
          () -> {
            while (!enough.get()) {
              lock.lock();
              try { // endless for a thread that waits for its end
                long before = tries.get();
                eventually().isTrue("a try has ended", () -> tries.get() > before || enough.get());
              } finally {
                lock.unlock();
              }
              sections.incrementAndGet();
            }
          });
      threads.start(
          1,
          "impatient",
          () -> {
            while (!enough.get()) {
              if (lock.tryLock(Duration.ZERO, Duration.ofSeconds(30))) {
                lock.unlock();
              }
              tries.incrementAndGet();
            }
          });
      eventually().isTrue("many sections", () -> sections.get() > 100);
      enough.set(true);
      threads.joinAll();
    }
  }

  @Test
  void tryLock_serverAwayWhileAnotherThreadWaits_throws(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient holder = HoldfastClient.connect(server.uri());
        HoldfastClient client = HoldfastClient.connect(quick().build(), server.uri())) {
      holder.lock("hard").lock();
      CompletableFuture<Hold> waiting = client.lock("hard").acquireAsync();
      eventually().isTrue("queued", () -> holder.lock("hard").inspect().queueLength() == 1);
      server.stop();
      eventually()
          .passes(
              "unreachable is not held",
              () ->
                  assertThatThrownBy(() -> client.lock("hard").tryLock())
                      .isInstanceOf(LockServerException.class));
      waiting.cancel(false);
    }
  }

  @Test
  void close_ofAnExtendedHoldWhileTheServerIsAway_releasesWhenItIsBack(
      @FreshServer RedisServer server, @FreshServer FaultProxy proxy) throws Exception {
    Duration lease = Duration.ofSeconds(2);
    HoldfastSettings settings = quick().lease(lease).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, proxy.uri())) {
      Hold hold = client.lock("hard").acquire();
      hold.extend(Duration.ofMinutes(5));
      try (ActiveFault away = proxy.refuseConnections()) {
        proxy.cut(Connections.all(), Cut.RST);
        hold.close();
        stays(
            lease.multipliedBy(4), // and beyond any repeat of the lease that it began with
            "it is held at the server",
            () -> !server.keys("holdfast:lock:*").isEmpty());
      }
      eventually().isTrue("released", () -> server.keys("holdfast:lock:*").isEmpty());
    }
  }

  @Test
  void close_ofAClientByAnInterruptedThread_isComplete(TestServer server) throws Exception {
    HoldfastClient client = HoldfastClient.connect(server.uri());
    Hold hold = client.lock("hard").acquire();
    Thread.currentThread().interrupt();

    client.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(hold.isValid()).isFalse();
    assertThat(server.keys("holdfast:lock:*")).isEmpty();
    eventually()
        .isTrue("no thread is left", () -> LiveThreads.named("holdfast-watchdog").isEmpty());
  }

  @Test
  void releaseAsync_serverAwayAndClientClosed_ends(@FreshServer RedisServer server)
      throws Exception {
    HoldfastClient client = HoldfastClient.connect(quick().build(), server.uri());
    Hold hold = client.lock("hard").acquire();
    server.stop();
    CompletableFuture<Void> released = hold.releaseAsync();
    client.close();
    assertThatThrownBy(() -> released.get(60, SECONDS))
        .hasCauseInstanceOf(LockServerException.class);
  }

  @Test
  void callbacks_onADirectExecutor_neverRunUnderTheMonitor(TestServer server) throws Exception {
    HoldfastSettings settings = HoldfastSettings.builder().callbackExecutor(Runnable::run).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("hard");
      Hold hold = lock.acquire(AcquireOptions.defaults().lease(Lease.renewed()));
      CompletableFuture<CompletableFuture<Hold>> entered = new CompletableFuture<>();
      hold.onLost(
          cause -> {
            // Another thread must be able to enter the gate while this runs on the network thread.
            try {
              entered.complete(threads.call("next", () -> lock.acquireAsync()).get(60, SECONDS));
            } catch (Exception e) {
              entered.completeExceptionally(e);
            }
          });
      assertThat(other.lock("hard").forceUnlock()).isTrue();
      entered.get(60, SECONDS).get(60, SECONDS).close();
    }
  }
}
