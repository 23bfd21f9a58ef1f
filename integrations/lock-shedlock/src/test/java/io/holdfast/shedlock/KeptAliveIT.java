package io.holdfast.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.Test;

/** With keep-alive. */
class KeptAliveIT extends JobLockSuite {

  private static final Duration DAY = Duration.ofHours(24);

  KeptAliveIT() {
    super(true);
  }

  @Test
  void lock_forMoreThanADay_isLeasedForADayAndRenewed() {
    SimpleLock lock = taken(provider, job("job", DAY.multipliedBy(3), AT_LEAST));

    assertThat(left("job")).isBetween(DAY.minusMinutes(2), DAY);
    SimpleLock extended = lock.extend(DAY.multipliedBy(3), Duration.ZERO).orElseThrow();
    assertThat(left("job")).isBetween(DAY.minusMinutes(2), DAY);
    extended.unlock();
  }

  @Test
  void lock_stayingForMoreThanADay_isRefusedWithTheBound() {
    assertThatThrownBy(
            () -> provider.lock(job("job", DAY.multipliedBy(3), DAY.plus(Duration.ofMillis(1)))))
        .isInstanceOf(LockException.class)
        .hasCauseInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'job'")
        .hasMessageContaining("lockAtLeastFor PT24H0.001S")
        .hasMessageContaining("24 h");
    assertThat(server.keys(key("job"))).isEmpty();
  }

  @Test
  void extend_byLess_neverShortensTheLock() {
    SimpleLock lock = taken(provider, job("job", LONGER, Duration.ZERO));
    SimpleLock extended = lock.extend(AT_MOST, Duration.ZERO).orElseThrow();

    assertThat(left("job")).isGreaterThan(AT_MOST);
    extended.unlock();
  }

  @Test
  void lock_forLessThanThirtySeconds_isTaken() {
    SimpleLock lock = taken(provider, job("job", Duration.ofSeconds(20), Duration.ZERO));

    assertThat(left("job")).isLessThanOrEqualTo(Duration.ofSeconds(20));
    lock.unlock();
  }

  @Test
  void close_longAfterAnExtension_keepsTheLockForTheFirstLengthOnly() {
    assertThat(taken(provider, job()).extend(LONGER, Duration.ZERO)).isPresent();
    nanos.addAndGet(LONGER.multipliedBy(2).toNanos());
    provider.close();

    assertThat(left("job")).isBetween(AT_MOST.minusMinutes(2), AT_MOST);
  }
}
