package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.testkit.concurrent.Eventually;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much of a hold is left, and how a client extends it. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ExtendContract extends ContractSuite {

  private static final Duration LEASE = Duration.ofSeconds(20);
  private static final Duration LONGER = Duration.ofMinutes(10);
  private static final AcquireOptions FIXED = AcquireOptions.defaults().lease(Lease.fixed(LEASE));

  private Duration leftAtServer() {
    return others.inspect().holder().orElseThrow().remaining();
  }

  @Test
  void remaining_fixedLease_isWithinTheLeaseAndWhatTheServerSays() throws Exception {
    try (Hold hold = lock.acquire(FIXED)) {
      Duration remaining = hold.remaining();
      assertThat(remaining).isBetween(LEASE.minus(AT_ONCE), LEASE);
      assertThat(leftAtServer()).isLessThanOrEqualTo(LEASE).isGreaterThan(hold.remaining());
    }
  }

  @Test
  void extend_toLonger_lastsAtLeastSoLongHereAndAtTheServer() throws Exception {
    try (Hold hold = lock.acquire(FIXED)) {
      long token = hold.token();

      hold.extend(LONGER);

      Duration margin = LONGER.dividedBy(100).plus(AT_ONCE); // clocks drift
      assertThat(hold.remaining()).isBetween(LONGER.minus(margin), LONGER);
      assertThat(leftAtServer()).isBetween(LONGER.minus(AT_ONCE), LONGER);
      assertThat(hold.token()).isEqualTo(token);
    }
    awaitFreeAndUnwanted();
  }

  @Test
  void extend_toShorter_shortensNothing() throws Exception {
    try (Hold hold = lock.acquire(FIXED)) {
      hold.extend(Duration.ofSeconds(2));
      assertThat(hold.remaining()).isGreaterThan(LEASE.minus(AT_ONCE));
      assertThat(leftAtServer()).isGreaterThan(LEASE.minus(AT_ONCE));
    }
  }

  @Test
  void extend_holdOfAThread_works() {
    lock.lock(LEASE);
    lock.currentHold().orElseThrow().extend(LONGER);
    assertThat(leftAtServer()).isGreaterThan(LEASE);
    lock.unlock();
    awaitFreeAndUnwanted();
  }

  @Test
  void extend_released_throws() throws Exception {
    Hold hold = lock.acquire(FIXED);
    hold.close();
    Hold next = others.acquire(FIXED);

    assertThatThrownBy(() -> hold.extend(LONGER))
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);

    assertThat(leftAtServer()).isLessThanOrEqualTo(LEASE);
    next.close();
  }

  @Test
  void extend_lost_throwsAndTakesNothingBack() throws Exception {
    Hold hold = lock.acquire(FIXED);
    assertThat(others.forceUnlock()).isTrue();
    Eventually.eventually().isTrue("lost", () -> !hold.isValid());

    assertThatThrownBy(() -> hold.extend(LONGER)).isInstanceOf(LeaseLostException.class);

    assertThat(hold.isValid()).isFalse();
    awaitFreeAndUnwanted();
  }

  @Test
  void extend_goneAtTheServer_throwsAndTakesNothingBack() throws Exception {
    requireServer();
    Hold hold = lock.acquire(FIXED);
    fixture().servers().forEach(s -> s.admin().number("DEL", fixture().keys(name).get(0)));

    assertThatThrownBy(() -> hold.extend(LONGER)).isInstanceOf(LeaseLostException.class);

    assertThat(hold.isValid()).isFalse();
    awaitFreeAndUnwanted();
  }

  @Test
  void extend_outOfBounds_isRefusedAndChangesNothing() throws Exception {
    try (Hold hold = lock.acquire(FIXED)) {
      List<Duration> refused =
          List.of(
              Duration.ZERO,
              Duration.ofMillis(-1),
              Lease.MINIMUM.minusNanos(1),
              Lease.MAXIMUM.plusNanos(1),
              Duration.ofSeconds(Long.MAX_VALUE));
      for (Duration duration : refused) {
        assertThatThrownBy(() -> hold.extend(duration))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("100 ms")
            .hasMessageContaining("24 h");
      }
      assertThat(leftAtServer()).isLessThanOrEqualTo(LEASE);
    }
  }

  @Test
  void extend_beyondTheCap_isRefusedAndChangesNothing() throws Exception {
    Lease capped = Lease.renewed(LEASE).atMost(LEASE);
    try (Hold hold = lock.acquire(AcquireOptions.defaults().lease(capped))) {
      assertThatThrownBy(() -> hold.extend(LONGER))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cap");
      assertThat(leftAtServer()).isLessThanOrEqualTo(LEASE);
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void extend_flagSet_extendsAndKeepsTheFlag() {
    Actor bob = actor("bob");
    Hold hold = bob.says(() -> lock.acquire(FIXED));
    bob.thread().interrupt();

    bob.does(() -> hold.extend(LONGER));

    assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isTrue();
    assertThat(leftAtServer()).isGreaterThan(LEASE);
    hold.close();
  }
}
