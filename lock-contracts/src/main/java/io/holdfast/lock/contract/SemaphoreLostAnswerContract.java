package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.proxy.Rule;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Requests with an unknown outcome of the methods that only a semaphore has. No permit is lost, and
 * none invented. For the others see {@link SemaphoreWaiterFaultContract}.
 */
public abstract class SemaphoreLostAnswerContract extends SemaphoreFaultSuite {

  /**
   * Runs the call with each mishap; then this many permits must be free, and the call is undone.
   */
  private void survives(int available, TestThreads.Body verb, TestThreads.Body undo)
      throws Exception {
    for (Mishap mishap : Mishap.REPEATED) {
      try (Rule befallen = mishap.befalls(proxy.when(nextRequest()));
          Rule repeat = proxy.when(nextRequest().nth(2)).observe()) {
        verb.run();
        awaitFired(befallen);
        repeat.awaitFired(GIVEN_UP);
      }
      renewClient();
      awaitAvailable(available, GIVEN_UP);
      stays(
          Duration.ofMillis(50), mishap + ": once", () -> watcher.availablePermits() == available);
      undo.run();
      assertThat(watcher.availablePermits()).isEqualTo(PERMITS);
    }
  }

  @Test
  void tryAcquire_timedAndItsAnswerLost_takesThemOnce() throws Exception {
    survives(
        1,
        () -> assertThat(semaphore.tryAcquire(2, 1, TimeUnit.MINUTES)).isTrue(),
        () -> others.release(2));
  }

  @Test
  void acquireAsync_answerLost_takesThemOnce() throws Exception {
    survives(1, () -> Actor.ends(semaphore.acquireAsync(2)), () -> others.release(2));
  }

  @Test
  @DisplayName("failure 61: a release is repeated")
  void releaseAsync_answerLost_givesThemOnce() throws Exception {
    survives(5, () -> Actor.ends(semaphore.releaseAsync(2)), () -> others.acquire(2));
  }

  @Test
  void addPermits_answerLost_addsOnce() throws Exception {
    survives(5, () -> semaphore.addPermits(2), () -> others.reducePermits(2));
  }

  @Test
  void reducePermits_answerLost_reducesOnce() throws Exception {
    survives(-1, () -> semaphore.reducePermits(4), () -> others.addPermits(4));
  }

  @Test
  void resize_answerLost_changesItOnce() throws Exception {
    survives(5, () -> semaphore.resize(5), () -> others.resize(PERMITS));
  }

  @Test
  void resize_repeatedAfterAnotherOne_doesNotUndoThat() throws Exception {
    Rule lost = Mishap.ANSWER_LOST.befalls(proxy.when(nextRequest()));
    Rule repeat = proxy.when(nextRequest().nth(2)).observe();
    CompletableFuture<?> resizing = actor("resizer").starts(() -> semaphore.resize(9));
    lost.awaitFired(AT_ONCE);
    others.resize(PERMITS);
    repeat.awaitFired(GIVEN_UP);
    Actor.ends(resizing);
    awaitAnswering();
    assertThat(watcher.availablePermits()).isEqualTo(PERMITS);
  }

  /** The permits taken by a call, if it did not throw. */
  private int taken;

  /** Runs the call with each mishap, at its n-th request. */
  private void survivesOrThrows(int point, TestThreads.Body verb) throws Exception {
    for (Mishap mishap : Mishap.REPEATED) {
      boolean done;
      try (Rule befallen = mishap.befalls(proxy.when(nextRequest().nth(point)))) {
        do { // again, if it was not even sent
          taken = 0;
          done = isDone(verb);
        } while (!done && befallen.fired() == 0);
        awaitFired(befallen);
      }
      int has = done ? taken : 0;
      awaitAvailable(PERMITS - has, GIVEN_UP); // the caller undoes a call that threw
      renewClient();
      stays(
          Duration.ofMillis(50),
          mishap + " at request " + point,
          () -> watcher.availablePermits() == PERMITS - has);
      others.release(has);
    }
  }

  @Test
  void drainPermits_answerLost_hasThemOrThrowsAndHasNone() throws Exception {
    survivesOrThrows(1, () -> taken = semaphore.drainPermits());
  }

  @Test
  void drainPermits_ofANegativeBalanceAndItsAnswerLost_givesOnceOrNothing() throws Exception {
    for (Mishap mishap : Mishap.REPEATED) {
      others.reducePermits(PERMITS + 2);
      int given = 0;
      try (Rule befallen = mishap.befalls(proxy.when(nextRequest()))) {
        given = -semaphore.drainPermits();
      } catch (LockServerException e) {
        assertThat(e).hasMessageContaining(name);
      }
      awaitAvailable(given - 2, GIVEN_UP);
      renewClient();
      staysAvailable(given - 2);
      others.addPermits(PERMITS + 2 - given);
      assertThat(watcher.availablePermits()).isEqualTo(PERMITS);
    }
  }

  @Test
  void delete_answerLost_isDoneOrThrows() throws Exception {
    for (Mishap mishap : Mishap.REPEATED) {
      assertThat(watcher.tryAcquire(2)).isTrue();
      boolean done;
      try (Rule befallen = mishap.befalls(proxy.when(nextRequest()))) {
        do { // again, if it was not even sent
          done = isDone(() -> assertThat(semaphore.delete()).isTrue());
        } while (!done && befallen.fired() == 0);
      }
      renewClient();
      if (done) {
        assertThat(watcher.availablePermits()).as("%s", mishap).isEqualTo(PERMITS);
      }
      assertThat(watcher.tryAcquire()).isTrue(); // of a new one, or of the old one
      staysAvailable(watcher.availablePermits());
      watcher.delete();
    }
  }
}
