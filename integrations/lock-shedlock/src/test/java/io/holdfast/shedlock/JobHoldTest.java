package io.holdfast.shedlock;

import static io.holdfast.shedlock.JobLockSuite.AT_LEAST;
import static io.holdfast.shedlock.JobLockSuite.AT_MOST;
import static io.holdfast.shedlock.JobLockSuite.LONGER;
import static io.holdfast.shedlock.JobLockSuite.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a job's lock asks of its hold, and what it says if that fails. */
class JobHoldTest {

  private static final LockServerException UNANSWERED =
      new LockServerException("no answer", null, false);
  private static final LockServerException REFUSED =
      new LockServerException("no right", null, true);

  private static final Duration SOON = Duration.ofMinutes(30);

  /** It overflows in the midst of the longer extensions, as such clocks may. */
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - SOON.toNanos());

  private final OpenJobs open = new OpenJobs();
  private final FakeHold fake = new FakeHold();

  private JobHold held(LockConfiguration job, boolean keepAlive) {
    JobHold held = new JobHold("job", fake.hold(), JobTerms.of(job, keepAlive), open, nanos::get);
    assertThat(open.add(held)).isTrue();
    return held;
  }

  private void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void unlock_justBeforeAtLeast_hasTheServerKeepItAsShortAsItCan() {
    SimpleLock lock = held(job("job", AT_MOST, AT_LEAST), true).first();
    passes(AT_LEAST.minusNanos(1));
    lock.unlock();

    assertThat(fake.calls).containsExactly("releaseAfter PT0.1S");
  }

  /** The bound is what the server may keep, not what the last extension asked for. */
  @ParameterizedTest
  @CsvSource({
    "PT1H, PT10M, PT5M, true, 3600000", // an extension by less does not shorten
    "PT1H, PT10M, PT5M, false, 3300000",
    "PT10M, PT1H, PT59M, true, 600000", // the last renewal
    "PT10M, PT1H, PT59M, false, 60000",
    "PT10M, PT1H, PT20M, true, 2400000",
  })
  void unlock_unanswered_saysForHowLongTheLockMayStay(
      Duration atMost, Duration extension, Duration passed, boolean keepAlive, long millis) {
    SimpleLock lock = held(job("job", atMost, Duration.ZERO), keepAlive).first();
    SimpleLock extended = lock.extend(extension, extension).orElseThrow();
    passes(passed);
    fake.releasingLater = UNANSWERED;

    assertThatThrownBy(extended::unlock)
        .isInstanceOf(LockException.class)
        .hasCause(UNANSWERED)
        .hasMessageContaining("may stay taken for up to " + millis + " ms");
    assertThat(open.count()).isZero();
  }

  @Test
  void unlock_afterAnExtensionThatMayHaveBeenExecuted_saysForHowLongTheLockMayStay() {
    SimpleLock lock = held(job("job", AT_MOST, AT_LEAST), true).first();
    fake.releasingLater = UNANSWERED;
    fake.extending = REFUSED;
    assertThatThrownBy(() -> lock.extend(LONGER.multipliedBy(2), Duration.ZERO)).hasCause(REFUSED);
    fake.extending = UNANSWERED;
    assertThatThrownBy(() -> lock.extend(LONGER, Duration.ZERO))
        .hasCause(UNANSWERED)
        .hasMessageContaining("it may or may not have been extended");

    assertThatThrownBy(lock::unlock).hasMessageContaining("up to 3600000 ms");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void close_afterAnExtensionThatMayHaveBeenExecuted_keepsTheLockForItsLength(boolean keepAlive) {
    SimpleLock lock = held(job("job", AT_MOST, AT_LEAST), keepAlive).first();
    fake.extending = UNANSWERED;
    assertThatThrownBy(() -> lock.extend(LONGER, Duration.ZERO)).hasCause(UNANSWERED);

    open.close();

    assertThat(fake.calls).contains("releaseAfter " + LONGER);
  }

  @Test
  void unlock_whereItCannotWait_freesTheLockAndThrows() {
    SimpleLock lock = held(job("job", AT_MOST, AT_LEAST), true).first();
    fake.releasingLater = new IllegalStateException("a network thread");

    assertThatThrownBy(lock::unlock)
        .isInstanceOf(LockException.class)
        .hasCause(fake.releasingLater)
        .hasMessageContaining("not after lockAtLeastFor PT5M");
    assertThat(fake.calls).containsExactly("releaseAfter PT5M", "close");
    assertThat(open.count()).isZero();
  }

  @Test
  void close_whereItCannotWait_goesOnWithTheOtherJobs() {
    SimpleLock lock = held(job(), true).first();
    held(job(), true).first();
    fake.releasingLater = new IllegalStateException("a network thread");
    open.close();

    assertThat(fake.calls).containsExactly("releaseAfter PT10M", "releaseAfter PT10M");
    lock.unlock(); // it was not left to the server
    assertThat(fake.calls).endsWith("close");
  }

  @Test
  void free_lost_isQuiet() {
    fake.closing = new LeaseLostException("job", 7, LossCause.EXPIRED);

    assertThatCode(held(job(), true)::free).doesNotThrowAnyException();
    assertThat(fake.calls).containsExactly("close");
  }
}
