package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A signal for a waiter that gives up at that moment: it wakes this waiter or the next, and is
 * never lost.
 */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class ConditionRaceContract extends ContractSuite {

  private static final int ROUNDS = 40;
  private static final long JITTER_NANOS = TimeUnit.MICROSECONDS.toNanos(1500);

  private final Random random = new Random(4);
  private DistributedLock patients;
  private Condition condition;
  private Condition othersCondition;

  @BeforeEach
  void openConditions() {
    patients = open(ClientSpec.defaults().label("patient")).lock(name);
    condition = lock.newCondition("c");
    othersCondition = others.newCondition("c");
  }

  private long jitter() {
    return random.nextLong(2 * JITTER_NANOS) - JITTER_NANOS;
  }

  private static void pauseUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /**
   * One signal has been sent. If the impatient waiter says that it did not get it, the patient one
   * must wake; otherwise the patient one may sleep until the next signal.
   */
  private void assertWokeOne(Sleeper<Boolean> patient, boolean hasWokenTheImpatient, int round) {
    if (hasWokenTheImpatient && !patient.isAwake()) {
      underLock(others, othersCondition::signal);
    }
    assertThat(patient.awakening())
        .as("round %s: the patient one; the impatient one said %b", round, hasWokenTheImpatient)
        .succeedsWithin(LIMIT);
  }

  @Test
  void signal_asTheOldestTimesOut_wakesItOrTheNext() {
    int timedOut = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Actor impatient = holderOf(lock);
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(25);
      CompletableFuture<Boolean> impatience = impatient.begins(() -> awaitedUntil(end));
      Sleeper<Boolean> patient = napper(patients);
      Actor signaller = holderOf(others);
      pauseUntil(end + jitter());

      signaller.does(othersCondition::signal);
      signaller.does(others::unlock);

      boolean isSignalled = Actor.succeeds(impatience);
      timedOut += isSignalled ? 0 : 1;
      assertWokeOne(patient, isSignalled, round);
      List.of(signaller, impatient, patient.actor()).forEach(Actor::dismiss);
    }
    assertThat(timedOut).as("time-outs").isPositive();
  }

  private boolean awaitedUntil(long end) throws InterruptedException {
    try {
      return condition.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    } finally {
      lock.unlock();
    }
  }

  @Test
  void signal_asTheOldestIsInterrupted_wakesItOrTheNext() {
    int interrupted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Sleeper<Boolean> impatient = sleeper(lock, condition::await);
      Sleeper<Boolean> patient = napper(patients);
      Actor signaller = holderOf(others);
      long lead = jitter(); // of the signal; below zero the interrupt leads
      if (lead < 0) {
        impatient.actor().thread().interrupt();
        pauseUntil(System.nanoTime() - lead);
      }
      CompletableFuture<?> signalling = signaller.starts(othersCondition::signal);
      if (lead >= 0) {
        pauseUntil(System.nanoTime() + lead);
        impatient.actor().thread().interrupt();
      }
      Actor.succeeds(signalling);
      signaller.does(others::unlock);
      boolean isSignalled =
          Actor.succeeds(impatient.awakening().handle((woken, thrown) -> thrown == null));
      interrupted += isSignalled ? 0 : 1;
      impatient.actor().says(Thread::interrupted);
      impatient.actor().does(lock::unlock);
      assertWokeOne(patient, isSignalled, round);
      List.of(signaller, impatient.actor(), patient.actor()).forEach(Actor::dismiss);
    }
    assertThat(interrupted).as("interrupts that came first").isPositive();
  }

  @Test
  void signal_asTheClientOfTheOldestCloses_wakesTheNext() {
    for (int round = 0; round < 8; round++) {
      LockClient client = open(ClientSpec.defaults());
      DistributedLock closing = client.lock(name);
      Sleeper<Boolean> doomed = sleeper(closing, closing.newCondition("c")::await);
      Sleeper<Boolean> patient = napper(patients);
      Actor signaller = holderOf(others);
      CompletableFuture<?> signalling = signaller.starts(othersCondition::signal);
      pauseUntil(System.nanoTime() + Math.max(0, jitter()));

      client.close();

      assertThat(doomed.fails()).isInstanceOf(ClientClosedException.class);
      Actor.succeeds(signalling);
      signaller.does(others::unlock);
      assertThat(patient.awakening()).as("round %s", round).succeedsWithin(LIMIT);
      List.of(signaller, doomed.actor(), patient.actor()).forEach(Actor::dismiss);
      awaitFreeAndUnwanted();
    }
  }

  @Test
  void close_oneWaits_failsItAndLeavesItsPlaceToTheNext() {
    LockClient client = open(ClientSpec.defaults());
    DistributedLock closing = client.lock(name);
    Condition closings = closing.newCondition("c");
    Sleeper<Boolean> doomed = sleeper(closing, closings::await);
    Sleeper<Boolean> alsoDoomed = sleeper(closing, closings::awaitUninterruptibly);
    Sleeper<Boolean> patient = napper(patients);

    client.close();

    for (Sleeper<Boolean> one : List.of(doomed, alsoDoomed)) {
      assertThat(one.fails()).isInstanceOf(ClientClosedException.class);
      assertThat(one.actor().failsIn(closing::unlock)).isInstanceOf(ClientClosedException.class);
    }
    assertThat(others.isLocked()).isFalse();
    stays(Duration.ofMillis(30), "asleep", () -> !patient.isAwake());
    underLock(others, othersCondition::signal);
    assertThat(patient.awakening()).succeedsWithin(LIMIT);
    awaitFreeAndUnwanted();
  }

  @Test
  void everyMethod_closed_throws() {
    LockClient client = open(ClientSpec.defaults());
    DistributedLock closed = client.lock(name);
    Condition before = closed.newCondition("c");
    client.close();
    Actor alice = actor("alice");
    for (TestThreads.Body call :
        List.<TestThreads.Body>of(
            before::await,
            before::awaitUninterruptibly,
            () -> before.awaitNanos(1),
            () -> before.await(60, TimeUnit.SECONDS),
            before::signal,
            before::signalAll)) {
      assertThat(alice.failsIn(call)).isInstanceOf(ClientClosedException.class);
    }
  }
}
