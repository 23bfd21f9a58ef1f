package io.holdfast.lock.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LeaseLostException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Owners that lose the lock, as their own client finds, before they have signalled: whoever waits
 * for a signal is woken, as it may have been owed to him.
 */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class ConditionLossContract extends ContractSuite {

  /** Until it is found that an owner is no more, and those who wait have asked again. */
  private static final Duration FOUND_OUT = Duration.ofSeconds(15);

  private static final Duration LEASE = Duration.ofMillis(300);

  private Sleeper<Boolean> sleeper;

  @BeforeEach
  void fallAsleep() {
    Condition condition = others.newCondition("c");
    sleeper =
        sleeper(
            others,
            () -> {
              condition.await();
              others.unlock();
            });
  }

  private void assertWoken() {
    assertThat(sleeper.awakening()).succeedsWithin(FOUND_OUT);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 63: an owning thread ends without unlock, and has not signalled")
  void owner_endsWithoutUnlocking_wakesThoseWhoWait() {
    DistributedLock forgetful = open(ClientSpec.defaults().lease(SHORT_LEASE)).lock(name);
    holderOf(forgetful).dismiss();

    assertWoken();
  }

  @Test
  void owner_fixedLeaseEndsBeforeItSignals_wakesThoseWhoWait() {
    lock.lock(LEASE);
    stays(LEASE.plusMillis(200), "time passes", () -> true);
    assertThatThrownBy(lock.newCondition("c")::signal).isInstanceOf(LeaseLostException.class);

    assertWoken();
  }

  @Test
  void owner_clientClosesBeforeItSignals_wakesThoseWhoWait() {
    LockClient closing = open(ClientSpec.defaults());
    holderOf(closing.lock(name));

    closing.close();

    assertWoken();
  }
}
