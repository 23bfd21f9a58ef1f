package io.holdfast.shedlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.shedlock.JobLockSuite.AT_LEAST;
import static io.holdfast.shedlock.JobLockSuite.AT_MOST;
import static io.holdfast.shedlock.JobLockSuite.LONGER;
import static io.holdfast.shedlock.JobLockSuite.job;
import static io.holdfast.shedlock.JobLockSuite.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Locks;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.local.LocalLocks;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the provider knows of the jobs that run, over locks without a server. */
class OpenJobsTest {

  private static final String NAME = "shedlock:default:job";

  private static final JobTerms TERMS = JobTerms.of(job(), true);

  private final LocalLocks locks = LocalLocks.create();
  private final HoldfastLockProvider provider = new HoldfastLockProvider(locks);

  /** The space has a thread while a lock is held, or kept for a while. */
  @AfterEach
  void closeLocks() {
    locks.reset();
    locks.close();
  }

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
  void lock_closedWhileTheServerIsAsked_throwsAndLeavesNoLock() {
    AtomicReference<HoldfastLockProvider> closing = new AtomicReference<>();
    closing.set(new HoldfastLockProvider(taking(() -> closing.get().close())));

    assertThatThrownBy(() -> closing.get().lock(job()))
        .isInstanceOf(LockException.class)
        .hasMessageContaining("the lock provider is closed");
    assertThat(locks.get(NAME).isLocked()).isFalse();
    assertThat(closing.get().toString()).contains("jobs: 0");
  }

  @Test
  void lock_closedAndLostWhileTheServerIsAsked_throwsAsIfClosedOnly() {
    AtomicReference<HoldfastLockProvider> closing = new AtomicReference<>();
    closing.set(
        new HoldfastLockProvider(
            taking(
                () -> {
                  closing.get().close();
                  locks.get(NAME).forceUnlock();
                })));

    assertThatThrownBy(() -> closing.get().lock(job()))
        .isInstanceOf(LockException.class)
        .hasMessageContaining("the lock provider is closed");
  }

  @Test
  void close_again_waitsUntilTheFirstHasLeftAllLocks() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    FakeHold fake = new FakeHold();
    fake.beforeReleasingLater =
        () -> {
          asked.countDown();
          answered.await();
        };
    OpenJobs open = new OpenJobs();
    assertThat(open.add(running(fake, open))).isTrue();
    try (TestThreads threads = TestThreads.open()) {
      threads.start("first", open::close);
      asked.await();
      Thread second = threads.start("second", open::close);
      eventually().isTrue("it waits", () -> second.getState() == Thread.State.WAITING);
      answered.countDown();
      threads.joinAll();
    }
    assertThat(open.count()).isZero();
  }

  private static JobHold running(FakeHold fake, OpenJobs open) {
    JobHold held = new JobHold("job", fake.hold(), TERMS, open, () -> 0);
    SimpleLock unused = held.first();
    return held;
  }

  /** Locks for which this is done when one has just been taken. */
  private Locks taking(Runnable then) {
    return new Locks() {
      @Override
      public DistributedLock get(String name) {
        return get(name, AcquireOptions.defaults());
      }

      @Override
      public DistributedLock get(String name, AcquireOptions options) {
        DistributedLock lock = locks.get(name, options);
        return (DistributedLock)
            Proxy.newProxyInstance(
                DistributedLock.class.getClassLoader(),
                new Class<?>[] {DistributedLock.class},
                (proxy, method, arguments) -> {
                  Object result = method.invoke(lock, arguments);
                  then.run();
                  return result;
                });
      }
    };
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
