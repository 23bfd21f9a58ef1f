package io.holdfast.lock.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  /** Clock readings near which arithmetic overflows. */
  private static final List<Long> ORIGINS =
      List.of(0L, -5L, Long.MAX_VALUE - 5, Long.MIN_VALUE + 5);

  @Test
  void after_wait_passesThenAndNotBefore() {
    for (long now : ORIGINS) {
      Deadline deadline = Deadline.after(() -> now, Duration.ofNanos(100));
      assertThat(deadline.isNever()).isFalse();
      assertThat(deadline.hasPassed(now)).isFalse();
      assertThat(deadline.hasPassed(now + 99)).isFalse();
      assertThat(deadline.remainingNanos(now + 99)).isEqualTo(1);
      assertThat(deadline.hasPassed(now + 100)).isTrue();
      assertThat(deadline.hasPassed(now + 1_000_000)).isTrue();
      assertThat(deadline.remainingNanos(now + 1_000_000)).isZero();
    }
  }

  @Test
  void after_zeroOrLess_hasPassedAtOnce() {
    for (Duration wait :
        List.of(
            Duration.ZERO,
            Duration.ofNanos(-1),
            Duration.ofDays(-1),
            Duration.ofSeconds(Long.MIN_VALUE))) {
      for (long now : ORIGINS) {
        Deadline deadline = Deadline.after(() -> now, wait);
        assertThat(deadline.hasPassed(now)).isTrue();
        assertThat(deadline.remainingNanos(now)).isZero();
      }
    }
  }

  @Test
  void after_tooLarge_neverPasses() {
    for (Duration wait :
        List.of(
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
            Duration.ofNanos(Long.MAX_VALUE),
            Duration.ofDays(365 * 200))) {
      for (long now : ORIGINS) {
        Deadline deadline = Deadline.after(() -> now, wait);
        assertThat(deadline.isNever()).isTrue();
        assertThat(deadline.hasPassed(now + Long.MAX_VALUE / 2)).isFalse();
        assertThat(deadline.remainingNanos(now)).isEqualTo(Long.MAX_VALUE);
      }
    }
  }

  @Test
  void after_century_isKeptExactly() {
    Duration century = Duration.ofDays(365 * 100);
    for (long now : ORIGINS) {
      Deadline deadline = Deadline.after(() -> now, century);
      assertThat(deadline.isNever()).isFalse();
      assertThat(deadline.remainingNanos(now)).isEqualTo(century.toNanos());
    }
  }

  @Test
  void never_always_hasNotPassed() {
    assertThat(Deadline.never().isNever()).isTrue();
    assertThat(Deadline.never().hasPassed(Long.MAX_VALUE)).isFalse();
  }
}
