package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which leases are refused: with the bounds, and without a trace. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LeaseBoundsContract extends ContractSuite {

  private static final Duration WAIT = Duration.ofMinutes(1);

  @Test
  @DisplayName("failure 71: leases out of bounds")
  void lease_outOfBounds_isRefusedWithTheBoundsAndLeavesNothing() {
    List<Duration> refused =
        List.of(
            Duration.ZERO,
            Duration.ofNanos(-1),
            Duration.ofMillis(-1),
            Duration.ofSeconds(Long.MIN_VALUE),
            Lease.MINIMUM.minusNanos(1),
            Lease.MAXIMUM.plusNanos(1),
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
    for (Duration lease : refused) {
      assertRefused(() -> lock.lock(lease));
      assertRefused(() -> lock.tryLock(WAIT, lease));
      assertRefused(() -> Lease.fixed(lease));
      assertRefused(() -> Lease.renewed(lease));
      assertRefused(() -> Lease.renewed().atMost(lease));
    }
    for (long lease : new long[] {0, -2, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertRefused(() -> lock.lock(lease, TimeUnit.DAYS));
      assertRefused(() -> lock.tryLock(60, lease, TimeUnit.DAYS));
    }
    assertRefused(() -> lock.lock(99, TimeUnit.MILLISECONDS));
    assertRefused(() -> lock.lock(1, TimeUnit.NANOSECONDS));
    awaitFreeAndUnwanted();
  }

  private void assertRefused(TestThreads.Body call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lease")
        .hasMessageContaining("100 ms")
        .hasMessageContaining("24 h");
    assertThat(lock.getHoldCount()).isZero();
  }

  @Test
  void lease_minusOne_isRefusedNamingTheCallThatRenews() {
    for (TimeUnit unit : TimeUnit.values()) {
      assertThatThrownBy(() -> lock.lock(-1, unit))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("-1")
          .hasMessageContaining("lock()");
      assertThatThrownBy(() -> lock.tryLock(60, -1, unit))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("-1")
          .hasMessageContaining("tryLock(waitTime, unit)");
    }
    awaitFreeAndUnwanted();
  }

  @Test
  void lease_refusedOnReentry_countsNothing() {
    lock.lock();
    assertThatThrownBy(() -> lock.lock(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> lock.lock(-1, TimeUnit.SECONDS))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(lock.getHoldCount()).isOne();
    lock.unlock();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void lease_atTheBounds_isAccepted() throws Exception {
    lock.lock(Lease.MAXIMUM);
    assertThat(others.inspect().holder().orElseThrow().remaining())
        .isBetween(Lease.MAXIMUM.minus(AT_ONCE), Lease.MAXIMUM);
    lock.unlock();

    Actor alice = actor("alice");
    alice.does(() -> lock.lock(Lease.MINIMUM));
    Actor bob = holderOf(others);
    assertThat(alice.says(lock::isHeldByCurrentThread)).isFalse();
    bob.does(others::unlock);
  }

  @Test
  void lease_withFractionsOfAMillisecond_isCut() {
    lock.lock(Duration.ofSeconds(5).plusNanos(999_999));
    assertThat(others.inspect().holder().orElseThrow().remaining())
        .isLessThanOrEqualTo(Duration.ofSeconds(5));
    lock.unlock();
  }

  @Test
  void lease_null_isRefusedAndLeavesNothing() {
    assertThatThrownBy(() -> lock.lock(nothing())).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> lock.tryLock(WAIT, nothing()))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> lock.tryLock(nothing(), WAIT))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> lock.tryAcquire(nothing())).isInstanceOf(NullPointerException.class);
    awaitFreeAndUnwanted();
  }

  @SuppressWarnings("NullAway") // a caller without a checker may pass this
  private static Duration nothing() {
    return null;
  }
}
