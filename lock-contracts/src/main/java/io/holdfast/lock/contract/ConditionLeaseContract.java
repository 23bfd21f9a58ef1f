package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Waiters for a signal, and leases that end. */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class ConditionLeaseContract extends TimeSuite {

  @Test
  @DisplayName("failure 12: a thread stands still while it is given the lock back")
  void await_givenTheLockBackAndLosesItBeforeItKnows_asksAgainAndHasItsCount() throws Exception {
    Duration lease = time.lease();
    Actor alice = actor("alice");
    alice.does(() -> lock.lock(lease));
    alice.does(() -> lock.lock(lease));
    Condition condition = lock.newCondition("c");
    Sleeper<Boolean> sleeper =
        fallAsleep(
            alice,
            lock,
            () -> {
              condition.await();
              return true;
            });
    alice.awaitParked(sleeper.awakening());
    time.holdBack(alice.thread());
    try {
      underLock(others, others.newCondition("c")::signal);
      eventually()
          .isTrue("it has the lock, and does not know", () -> time.isStanding(alice.thread()));
      time.passes(lease);
      // The confirmation may arrive after the end of the lease: then the lock is released instead.
      assertThat(others.tryLock(LIMIT.toSeconds(), TimeUnit.SECONDS)).as("had meanwhile").isTrue();
      sleeper.sleeps();
    } finally {
      time.letGo(alice.thread());
    }
    stays(Duration.ofMillis(200), "asks again", () -> !sleeper.isAwake());
    others.unlock();

    sleeper.wakes();
    assertThat(alice.says(lock::getHoldCount)).isEqualTo(2);
    alice.does(lock::unlock);
    alice.does(lock::unlock);
    awaitFreeAndUnwanted();
  }
}
