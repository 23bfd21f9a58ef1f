package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A server that refuses or is away, connections that break, and lost answers to the methods that
 * only a semaphore has: no permit is lost, and none invented. {@link SemaphoreWaiterFaultContract}
 * has the lost answers of the others.
 */
public abstract class SemaphoreServerFaultContract extends SemaphoreFaultSuite
    implements ServerErrorContract, ConnectionFaultContract {

  @Test
  @DisplayName("failure 35: the key is foreign")
  void everyMethod_keyOfAnotherType_isToldAndDoesNotTouchIt() {
    watcher.release(); // it is there
    List<String> keys = server.keys(fixture().keyPattern(name));
    for (String key : keys) {
      String foreign = server.admin().text("TYPE", key).equals("list") ? "string" : "list";
      server.admin().number("DEL", key);
      if (foreign.equals("list")) {
        server.admin().number("RPUSH", key, "theirs");
      } else {
        server.admin().text("SET", key, "theirs");
      }
    }
    List<TestThreads.Body> calls =
        List.of(
            semaphore::acquire,
            semaphore::tryAcquire,
            () -> semaphore.tryAcquire(1, TimeUnit.SECONDS),
            semaphore::release,
            semaphore::availablePermits,
            semaphore::drainPermits,
            () -> semaphore.addPermits(1),
            () -> semaphore.reducePermits(1),
            () -> semaphore.resize(1),
            semaphore::delete);
    for (int i = 0; i < calls.size(); i++) {
      TestThreads.Body call = calls.get(i);
      long start = System.nanoTime();
      assertThatThrownBy(call::run, "call %s of the list", i)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("WRONGTYPE");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
    }
    assertThat(server.keys(fixture().keyPattern(name))).containsAll(keys);
    keys.forEach(key -> server.admin().number("DEL", key));
  }

  // ---- a server that is away

  @Test
  @DisplayName("failure 6: the server cannot be reached")
  void everyMethod_serverAway_isToldOrGoesOnInTheBackground() throws Exception {
    semaphore.acquire();
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      List<TestThreads.Body> calls =
          List.of(
              semaphore::tryAcquire,
              () -> semaphore.tryAcquire(1, 100, TimeUnit.MILLISECONDS),
              () -> semaphore.tryAcquire(0, TimeUnit.SECONDS),
              semaphore::availablePermits,
              semaphore::drainPermits,
              semaphore::getQueueLength,
              semaphore::delete);
      for (int i = 0; i < calls.size(); i++) {
        TestThreads.Body call = calls.get(i);
        assertThatThrownBy(call::run, "call %s of the list", i)
            .isInstanceOf(LockServerException.class);
      }
      assertThat(Actor.failure(semaphore.tryAcquireAsync(1, Duration.ofMillis(100))))
          .isInstanceOf(LockServerException.class);
      long start = System.nanoTime();
      semaphore.release();
      semaphore.addPermits(4);
      semaphore.reducePermits(2);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
      assertThat(watcher.availablePermits()).isEqualTo(2);
    }
    awaitAvailable(PERMITS + 2, GIVEN_UP);
    awaitAnswering();
    staysAvailable(PERMITS + 2);
  }

  @Test
  @DisplayName("failure 6: the server is away for longer than the limit")
  void acquire_serverAwayForTooLong_throwsAndTakesNone() throws Exception {
    ClientSpec.Pace impatient =
        new ClientSpec.Pace(Duration.ofSeconds(2), Duration.ofMillis(300), Duration.ofMillis(1000));
    DistributedSemaphore one = of(open(spec().pace(impatient)));
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      CompletableFuture<?> async = one.acquireAsync(1);
      CompletableFuture<?> uninterruptible = actor("asker").starts(one::acquireUninterruptibly);
      CompletableFuture<?> asking = actor("asker").starts(one::acquire);
      for (CompletableFuture<?> each : List.of(async, uninterruptible, asking)) {
        assertThat(Actor.failure(each)).isInstanceOf(LockServerException.class);
      }
    }
    awaitAnswering();
    staysAvailable(PERMITS);
  }

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
