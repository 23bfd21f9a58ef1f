package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Threads of one client that have to wait. The semaphore of the JDK passes, too. */
public abstract class SemaphoreWaitingContract extends SemaphoreSuite {

  /** A thread in the middle of a call that waits. */
  private record Waiting<T>(Actor actor, CompletableFuture<T> call) {

    boolean isInterrupted() {
      return actor.says(() -> Thread.currentThread().isInterrupted());
    }
  }

  private <T> Waiting<T> calls(String who, Callable<T> call) {
    int before = semaphore.getQueueLength();
    Actor actor = actor(who);
    Waiting<T> waiting = new Waiting<>(actor, actor.begins(call));
    eventually().isTrue(who + " is queued", () -> semaphore.getQueueLength() == before + 1);
    return waiting;
  }

  private Waiting<Boolean> waits(String who, TestThreads.Body call) {
    return calls(
        who,
        () -> {
          call.run();
          return true;
        });
  }

  private void staysWaiting(Waiting<?>... waiting) {
    stays(
        SHORT,
        "they wait",
        () -> List.of(waiting).stream().noneMatch(each -> each.call().isDone()));
  }

  private void drained() {
    assertThat(semaphore.drainPermits()).isEqualTo(PERMITS);
  }

  @Test
  void acquire_noneLeft_waitsForARelease() {
    drained();
    Waiting<?> one = waits("one", semaphore::acquire);
    staysWaiting(one);
    semaphore.release();
    Actor.ends(one.call());
    assertThat(semaphore.availablePermits()).isZero();
    assertThat(semaphore.hasQueuedThreads()).isFalse();
  }

  @Test
  void acquire_moreThanThereAre_waitsUntilSoManyWereReleased() {
    Waiting<?> large = waits("large", () -> semaphore.acquire(PERMITS + 2));
    semaphore.release();
    staysWaiting(large);
    semaphore.addPermits(1);
    Actor.ends(large.call());
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void acquire_negativeBalance_waitsUntilThatIsMadeUp() {
    semaphore.reducePermits(PERMITS + 1);
    Waiting<?> one = waits("one", semaphore::acquireUninterruptibly);
    others.release();
    staysWaiting(one);
    others.release();
    Actor.ends(one.call());
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void acquire_zeroOfANegativeBalance_waitsForZero() {
    semaphore.reducePermits(PERMITS + 1);
    Waiting<?> none = waits("none", () -> semaphore.acquire(0));
    staysWaiting(none);
    semaphore.release();
    Actor.ends(none.call());
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void drainPermits_withALargeOneWaiting_takesWhatIsThere() {
    Waiting<?> large = waits("large", () -> semaphore.acquire(PERMITS + 1));
    drained();
    semaphore.release(PERMITS);
    staysWaiting(large);
    semaphore.release();
    Actor.ends(large.call());
  }

  @Test
  void tryAcquire_permitsThereAndALargeOneWaiting_overtakesAlsoAFairOne() {
    Waiting<?> large = waits("large", () -> semaphore.acquire(PERMITS + 1));
    assertThat(semaphore.tryAcquire()).isTrue();
    assertThat(semaphore.tryAcquire(0)).isTrue();
    assertThat(semaphore.tryAcquire(3)).isFalse();
    assertThat(semaphore.availablePermits()).isEqualTo(2);
    semaphore.release(2);
    Actor.ends(large.call());
  }

  @Test
  void tryAcquire_timedWithALargeOneWaiting_overtakesUnlessItIsFair() throws Exception {
    Waiting<?> large = waits("large", () -> semaphore.acquire(PERMITS + 1));
    assertThat(others.tryAcquire(0, TimeUnit.SECONDS)).isEqualTo(!isFair());
    assertThat(others.tryAcquire(20, TimeUnit.MILLISECONDS)).isEqualTo(!isFair());
    staysWaiting(large);
    assertThat(semaphore.availablePermits()).isEqualTo(isFair() ? PERMITS : PERMITS - 2);
    others.release(isFair() ? 1 : 3);
    Actor.ends(large.call());
  }

  @Test
  void acquire_withALargeOneWaiting_overtakesUnlessItIsFair() {
    Waiting<?> large = waits("large", () -> semaphore.acquire(PERMITS + 1));
    if (isFair()) {
      Waiting<?> small = waits("small", semaphore::acquire);
      staysWaiting(small, large);
      semaphore.release(1);
      Actor.ends(large.call());
      staysWaiting(small);
      semaphore.release(1);
      Actor.ends(small.call());
    } else {
      actor("small").does(others::acquire);
      staysWaiting(large);
      semaphore.release(2);
      Actor.ends(large.call());
    }
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void tryAcquire_timed_getsWhatIsReleasedInTime() {
    drained();
    Waiting<Boolean> one = calls("one", () -> semaphore.tryAcquire(2, 1, TimeUnit.MINUTES));
    semaphore.release();
    staysWaiting(one);
    semaphore.release();
    assertThat(Actor.succeeds(one.call())).isTrue();
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void tryAcquire_timeIsOver_isFalseAndOutOfTheQueue() throws Exception {
    drained();
    long start = System.nanoTime();
    assertThat(semaphore.tryAcquire(1, 80, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(80_000_000);
    assertThat(semaphore.getQueueLength()).isZero();
    semaphore.release();
    assertThat(semaphore.availablePermits()).isOne();
  }

  @Test
  void tryAcquire_hugeTime_waits() {
    drained();
    Waiting<Boolean> one = calls("one", () -> semaphore.tryAcquire(Long.MAX_VALUE, TimeUnit.DAYS));
    staysWaiting(one);
    semaphore.release();
    assertThat(Actor.succeeds(one.call())).isTrue();
  }

  @Test
  void interruptible_interruptedWhileWaiting_throwsAndTakesNone() {
    drained();
    List<Waiting<?>> all = new ArrayList<>();
    all.add(waits("acquire", semaphore::acquire));
    all.add(waits("acquire 2", () -> semaphore.acquire(2)));
    all.add(calls("timed", () -> semaphore.tryAcquire(1, TimeUnit.MINUTES)));
    for (Waiting<?> each : all) {
      each.actor().thread().interrupt();
      assertThat(Actor.failure(each.call())).isInstanceOf(InterruptedException.class);
      assertThat(each.isInterrupted()).as("the flag is used up").isFalse();
    }
    eventually().expect("left", semaphore::getQueueLength, n -> n == 0);
    semaphore.release();
    assertThat(semaphore.tryAcquire()).isTrue();
  }

  @Test
  void acquireUninterruptibly_interruptedWhileWaiting_waitsOnAndKeepsTheFlag() {
    drained();
    Waiting<?> one = waits("one", semaphore::acquireUninterruptibly);
    one.actor().thread().interrupt();
    staysWaiting(one);
    assertThat(semaphore.getQueueLength()).isOne();
    semaphore.release();
    Actor.ends(one.call());
    assertThat(one.isInterrupted()).isTrue();
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void release_ofSeveral_servesAllWhoThenHaveEnough() {
    drained();
    List<Waiting<?>> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(waits("waiter " + i, semaphore::acquire));
    }
    assertThat(semaphore.getQueueLength()).isEqualTo(3);
    semaphore.release(3);
    all.forEach(each -> Actor.ends(each.call()));
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void waiter_thatGoes_letsThoseBehindItHaveWhatIsThere() {
    assertThat(semaphore.tryAcquire()).isTrue();
    Waiting<?> large = waits("large", () -> semaphore.acquire(3));
    if (isFair()) { // otherwise it overtakes
      Waiting<?> small = waits("small", () -> semaphore.acquire(2));
      staysWaiting(small);
      large.actor().thread().interrupt();
      Actor.ends(small.call());
    } else {
      large.actor().thread().interrupt();
      assertThat(Actor.failure(large.call())).isInstanceOf(InterruptedException.class);
      actor("small").does(() -> semaphore.acquire(2));
    }
    assertThat(semaphore.availablePermits()).isZero();
  }

  @Test
  void acquire_severalWaiting_areServedInTheOrderOfTheirArrivalIfItIsFair() {
    drained();
    List<Waiting<?>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(waits("waiter " + i, semaphore::acquire));
    }
    for (int served = 1; served <= all.size(); served++) {
      semaphore.release();
      int now = served;
      eventually()
          .isTrue(
              now + " served", () -> all.stream().filter(w -> w.call().isDone()).count() == now);
      if (isFair()) {
        all.subList(0, served).forEach(each -> Actor.ends(each.call()));
      }
    }
    assertThat(semaphore.availablePermits()).isZero();
  }
}
