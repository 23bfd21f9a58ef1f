package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The methods of a semaphore that need not wait. The semaphore of the JDK passes, too. */
public abstract class SemaphoreContract extends SemaphoreSuite {

  @Test
  void availablePermits_unused_isTheNumberItWasMadeWith() {
    assertThat(semaphore.availablePermits()).isEqualTo(PERMITS);
    assertThat(semaphore.getQueueLength()).isZero();
    assertThat(semaphore.hasQueuedThreads()).isFalse();
    assertThat(semaphore.isFair()).isEqualTo(isFair());
  }

  @Test
  void acquire_permitsAreThere_takesSoMany() throws Exception {
    semaphore.acquire();
    assertThat(semaphore.availablePermits()).isEqualTo(2);
    semaphore.acquire(2);
    assertThat(semaphore.availablePermits()).isZero();
    semaphore.release();
    semaphore.acquireUninterruptibly();
    semaphore.release(2);
    semaphore.acquireUninterruptibly(2);
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void acquire_zeroOfNone_returnsAtOnce() throws Exception {
    assertThat(semaphore.drainPermits()).isEqualTo(PERMITS);
    semaphore.acquire(0);
    semaphore.acquireUninterruptibly(0);
    assertThat(semaphore.tryAcquire(0)).isTrue();
    assertThat(semaphore.tryAcquire(0, 0, TimeUnit.SECONDS)).isTrue();
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void tryAcquire_notEnough_takesNone() throws Exception {
    assertThat(semaphore.tryAcquire()).isTrue();
    assertThat(semaphore.tryAcquire(3)).isFalse();
    assertThat(semaphore.tryAcquire(3, 1, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(semaphore.availablePermits()).isEqualTo(2);
    assertThat(semaphore.tryAcquire(2)).isTrue();
    assertThat(semaphore.tryAcquire()).isFalse();
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void tryAcquire_noTime_takesWhatIsThereAndDoesNotWait() throws Exception {
    assertThat(semaphore.tryAcquire(0, TimeUnit.SECONDS)).isTrue();
    assertThat(semaphore.tryAcquire(-1, TimeUnit.DAYS)).isTrue();
    assertThat(semaphore.tryAcquire(1, Long.MIN_VALUE, TimeUnit.DAYS)).isTrue();
    assertThat(semaphore.availablePermits()).isZero();
    long start = System.nanoTime();
    assertThat(semaphore.tryAcquire(0, TimeUnit.SECONDS)).isFalse();
    assertThat(semaphore.tryAcquire(-1, TimeUnit.DAYS)).isFalse();
    assertThat(semaphore.tryAcquire(1, Duration.ofDays(-1))).isFalse();
    assertThat(semaphore.tryAcquire(1, Long.MIN_VALUE, TimeUnit.DAYS)).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
  }

  @Test
  void release_withoutHavingAcquired_isOneMore() throws Exception {
    semaphore.release();
    assertThat(semaphore.availablePermits()).isEqualTo(PERMITS + 1);
    semaphore.release(2);
    semaphore.release(0);
    assertThat(semaphore.availablePermits()).isEqualTo(PERMITS + 3);
    semaphore.acquire(PERMITS + 3);
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void release_beyondTheLargestNumber_isRefusedAndChangesNothing() {
    semaphore.release(Integer.MAX_VALUE - PERMITS);
    assertThat(semaphore.availablePermits()).isEqualTo(Integer.MAX_VALUE);
    // The JDK's is an Error.
    assertThatThrownBy(semaphore::release).isInstanceOfAny(LockServerException.class, Error.class);
    assertThatThrownBy(() -> semaphore.release(Integer.MAX_VALUE))
        .isInstanceOfAny(LockServerException.class, Error.class);
    assertThat(semaphore.availablePermits()).isEqualTo(Integer.MAX_VALUE);
    assertThat(semaphore.tryAcquire(Integer.MAX_VALUE)).isTrue();
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void reducePermits_belowTheSmallestNumber_isRefusedAndChangesNothing() {
    semaphore.reducePermits(Integer.MAX_VALUE);
    assertThat(semaphore.availablePermits()).isEqualTo(PERMITS - Integer.MAX_VALUE);
    assertThatThrownBy(() -> semaphore.reducePermits(Integer.MAX_VALUE))
        .isInstanceOfAny(LockServerException.class, Error.class);
    assertThat(semaphore.availablePermits()).isEqualTo(PERMITS - Integer.MAX_VALUE);
  }

  @Test
  void drainPermits_some_takesAllOfThem() throws Exception {
    semaphore.acquire();
    assertThat(semaphore.drainPermits()).isEqualTo(2);
    assertThat(semaphore.availablePermits()).isZero();
    assertThat(semaphore.drainPermits()).isZero();
    semaphore.release();
    assertThat(semaphore.drainPermits()).isOne();
  }

  @Test
  void drainPermits_negativeBalance_givesWhatIsMissing() {
    semaphore.reducePermits(PERMITS + 2);
    assertThat(semaphore.drainPermits()).isEqualTo(-2);
    assertThat(semaphore.availablePermits()).isZero();
    assertThat(semaphore.tryAcquire()).isFalse();
  }

  @Test
  void reducePermits_moreThanThereAre_isNegativeUntilEnoughIsReleased() throws Exception {
    semaphore.reducePermits(PERMITS + 1);
    assertThat(semaphore.availablePermits()).isEqualTo(-1);
    assertThat(semaphore.tryAcquire(0)).isFalse();
    assertThat(semaphore.tryAcquire(0, 1, TimeUnit.MILLISECONDS)).isFalse();
    semaphore.release();
    assertThat(semaphore.availablePermits()).isZero();
    assertThat(semaphore.tryAcquire(0)).isTrue();
    assertThat(semaphore.tryAcquire()).isFalse();
    semaphore.reducePermits(0);
    semaphore.release();
    assertThat(semaphore.tryAcquire()).isTrue();
  }

  @Test
  void addPermits_some_isAsManyMore() {
    semaphore.addPermits(2);
    semaphore.addPermits(0);
    assertThat(semaphore.availablePermits()).isEqualTo(PERMITS + 2);
  }

  @Test
  void everyMethod_lessThanZero_isRefusedAndChangesNothing() {
    List<TestThreads.Body> calls =
        List.of(
            () -> semaphore.acquire(-1),
            () -> semaphore.acquireUninterruptibly(-1),
            () -> semaphore.tryAcquire(-1),
            () -> semaphore.tryAcquire(-1, 1, TimeUnit.SECONDS),
            () -> semaphore.tryAcquire(-1, Duration.ZERO),
            () -> semaphore.release(-1),
            () -> semaphore.addPermits(-1),
            () -> semaphore.reducePermits(-1),
            () -> semaphore.reducePermits(Integer.MIN_VALUE));
    for (int i = 0; i < calls.size(); i++) {
      TestThreads.Body call = calls.get(i);
      assertThatThrownBy(call::run, "call %s of the list", i)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(semaphore.availablePermits()).isEqualTo(PERMITS);
  }

  @Test
  void interruptible_interruptedBefore_throwsAndTakesNone() {
    List<TestThreads.Body> calls =
        List.of(
            semaphore::acquire,
            () -> semaphore.acquire(2),
            () -> semaphore.acquire(0),
            () -> semaphore.tryAcquire(1, TimeUnit.SECONDS),
            () -> semaphore.tryAcquire(0, TimeUnit.SECONDS),
            () -> semaphore.tryAcquire(2, Duration.ofSeconds(-1)));
    for (int i = 0; i < calls.size(); i++) {
      TestThreads.Body call = calls.get(i);
      Thread.currentThread().interrupt();
      assertThatThrownBy(call::run, "call %s of the list", i)
          .isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).as("the flag is used up").isFalse();
    }
    assertThat(semaphore.availablePermits()).isEqualTo(PERMITS);
    assertThat(semaphore.getQueueLength()).isZero();
  }

  @Test
  void others_interruptedBefore_workAndKeepTheFlag() {
    List<TestThreads.Body> calls =
        List.of(
            semaphore::acquireUninterruptibly,
            () -> assertThat(semaphore.tryAcquire()).isTrue(),
            semaphore::release,
            () -> semaphore.reducePermits(1),
            () -> semaphore.addPermits(1),
            () -> assertThat(semaphore.availablePermits()).isEqualTo(2),
            () -> assertThat(semaphore.drainPermits()).isEqualTo(2));
    Actor interrupted = actor("interrupted");
    interrupted.does(() -> Thread.currentThread().interrupt());
    for (int i = 0; i < calls.size(); i++) {
      interrupted.does(calls.get(i));
      assertThat(interrupted.says(() -> Thread.currentThread().isInterrupted()))
          .as("after call %s of the list", i)
          .isTrue();
    }
    assertThat(semaphore.availablePermits()).isZero();
  }
}
