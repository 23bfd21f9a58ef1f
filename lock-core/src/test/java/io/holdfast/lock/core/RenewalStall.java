package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.time.MonotonicClock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The thread that reads the answer to a renewal stands still until the validity has passed. Then it
 * goes on, and the answer would extend the hold beyond that.
 */
public final class RenewalStall {

  private static final Duration BEYOND_THE_LEASE = Duration.ofMinutes(11);
  private static final Duration BEYOND_THE_STALL = Duration.ofMinutes(30);

  private final StallingClock clock = new StallingClock();

  /** For {@link TestClients#open(MonotonicClock, String)}. */
  public MonotonicClock clock() {
    return clock;
  }

  /** The next renewal stalls, and this happens meanwhile. */
  public void meanwhile(Runnable action) {
    clock.stallIn("Keeping", "renewed", BEYOND_THE_LEASE, action);
  }

  /** Renews the hold, and lets the answer stall. */
  public void renew(Hold hold) {
    try {
      hold.extend(BEYOND_THE_STALL);
    } finally {
      assertThat(clock.hasStalled()).as("the renewal has stalled").isTrue();
    }
  }

  /** A thread owns the lock, and acts while the answer to a renewal stalls. */
  public void whileOwnedBy(TestThreads threads, DistributedLock lock, Runnable act)
      throws Exception {
    CountDownLatch isHeld = new CountDownLatch(1);
    CountDownLatch stalls = new CountDownLatch(1);
    AtomicReference<Hold> hold = new AtomicReference<>();
    Thread owner =
        threads.start(
            "owner",
            () -> {
              lock.lock();
              hold.set(lock.currentHold().orElseThrow());
              isHeld.countDown();
              stalls.await();
              act.run();
            });
    isHeld.await();
    meanwhile(
        () -> {
          stalls.countDown();
          eventually().isTrue("the owner has found out", () -> StallingClock.isAtMonitor(owner));
        });
    assertThatThrownBy(() -> renew(hold.get())).isInstanceOf(IllegalMonitorStateException.class);
    threads.joinAll();
  }

  /** Asserts that no client holds it, or goes on renewing it. */
  public static void assertIsFree(DistributedLock lock) throws InterruptedException {
    assertThat(lock.tryLock(Duration.ofMinutes(1), Duration.ofMinutes(10))).isTrue();
    lock.unlock();
  }
}
