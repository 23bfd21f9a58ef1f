package io.holdfast.shedlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.Test;

/** Without keep-alive. */
class NotKeptAliveIT extends JobLockSuite {

  private static final Duration DAY = Duration.ofHours(24);

  NotKeptAliveIT() {
    super(false);
  }

  @Test
  void lock_jobOutlivesAtMost_isFreeForOthers() {
    SimpleLock lock = taken(provider, job("job", Duration.ofSeconds(2), Duration.ZERO));

    eventually().isTrue("another runs it", () -> other.lock(job()).isPresent());
    assertThat(lock.extend(LONGER, Duration.ZERO)).isEmpty();
  }

  @Test
  void lock_forMoreThanADay_isRefusedWithTheBound() {
    assertThatThrownBy(
            () -> provider.lock(job("job", DAY.plus(Duration.ofMillis(1)), Duration.ZERO)))
        .isInstanceOf(LockException.class)
        .hasCauseInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'job'")
        .hasMessageContaining("lockAtMostFor PT24H0.001S")
        .hasMessageContaining("without keep-alive")
        .hasMessageContaining("24 h");
    assertThat(server.keys(key("job"))).isEmpty();
  }

  @Test
  void extend_byMoreThanADay_isRefusedAndTheLockGoesOn() {
    SimpleLock lock = taken(provider, job());

    assertThatThrownBy(() -> lock.extend(DAY.multipliedBy(2), Duration.ZERO))
        .isInstanceOf(LockException.class)
        .hasMessageContaining("PT48H");
    assertThat(other.lock(job())).isEmpty();
    lock.unlock();
  }
}
