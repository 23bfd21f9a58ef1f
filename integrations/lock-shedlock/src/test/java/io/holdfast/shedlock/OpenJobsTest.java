package io.holdfast.shedlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.shedlock.JobLockSuite.AT_LEAST;
import static io.holdfast.shedlock.JobLockSuite.AT_MOST;
import static io.holdfast.shedlock.JobLockSuite.LONGER;
import static io.holdfast.shedlock.JobLockSuite.job;
import static io.holdfast.shedlock.JobLockSuite.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.local.LocalLocks;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.Test;

/** What the provider knows of the jobs that run, over locks without a server. */
class OpenJobsTest {

  private final LocalLocks locks = LocalLocks.create();
  private final HoldfastLockProvider provider = new HoldfastLockProvider(locks);

  @Test
  void unlockOrLossOrClose_leavesNothingOfTheJob() {
    SimpleLock unlocked = taken(provider, job("a", AT_MOST, AT_LEAST));
    SimpleLock extended = taken(provider, job("b", AT_MOST, AT_LEAST));
    SimpleLock unusedLost = taken(provider, job("c", AT_MOST, AT_LEAST));
    SimpleLock unusedRunning = taken(provider, job("d", AT_MOST, AT_LEAST));
    assertThat(provider)
        .hasToString("HoldfastLockProvider shedlock:default:*, kept alive, running jobs: 4");

    unlocked.unlock();
    assertThat(provider.toString()).contains("jobs: 3");
    extended.extend(LONGER, AT_LEAST).orElseThrow().unlock();
    assertThat(provider.toString()).contains("jobs: 2");
    locks.get("shedlock:default:c").forceUnlock();
    eventually().isTrue("the loss is known", () -> provider.toString().contains("jobs: 1"));
    provider.close();
    assertThat(provider.toString()).contains("jobs: 0");
  }

  @Test
  void add_afterClose_givesTheLockBack() throws InterruptedException {
    OpenJobs open = new OpenJobs();
    open.close();
    Hold hold = locks.get("job").acquire();
    JobHold late = new JobHold("job", hold, JobTerms.of(job(), true), open, () -> 0);

    assertThat(open.add(late)).isFalse();

    assertThat(locks.get("job").isLocked()).isFalse();
    assertThat(open.count()).isZero();
  }

  @Test
  void close_jobRunsWithoutKeepAlive_locksStayForTheRest() {
    HoldfastLockProvider fixed = new HoldfastLockProvider(locks, "fixed", false);
    SimpleLock lock = taken(fixed, job("job", AT_MOST, AT_MOST));
    fixed.close();
    lock.unlock();

    assertThatThrownBy(() -> fixed.lock(job())) // does not even ask for it
        .isInstanceOf(LockException.class)
        .hasMessageContaining("the lock provider is closed");
    assertThat(locks.get("shedlock:fixed:job").isLocked()).isTrue();
  }
}
