package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Owners that lose the lock, as their own client finds, before they have signalled: waiters for a
 * signal wake, as the owner may have owed it to them.
 */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class ConditionLossContract extends ContractSuite {

  /** The time until the loss of an owner is found, and the waiters have asked again. */
  private static final Duration FOUND_OUT = LIMIT;

  private static final Duration LEASE = Duration.ofSeconds(2);

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

  @Test
  @DisplayName("failure 9: the key of an owner is gone before it has signalled")
  void owner_itsKeyIsDeleted_wakesThoseWhoWait() {
    requireServer();
    DistributedLock brief = open(ClientSpec.defaults().lease(SHORT_LEASE)).lock(name);
    Actor owner = holderOf(brief);
    fixture()
        .servers()
        .forEach(server -> server.admin().number("DEL", fixture().keys(name).get(0)));

    assertWoken();
    assertThat(owner.failsIn(brief::unlock)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void owner_cappedLeaseEndsBeforeItSignals_wakesThoseWhoWait() {
    Lease capped = Lease.renewed(SHORT_LEASE).atMost(SHORT_LEASE.plusSeconds(1));
    DistributedLock view =
        open(ClientSpec.defaults()).lock(name, AcquireOptions.defaults().lease(capped));
    Actor owner = holderOf(view);

    assertWoken();
    assertThat(owner.failsIn(view::unlock)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  @DisplayName("failure 44: the queue is gone, with the waiters for a signal")
  void sleeper_itsQueueIsDeleted_wakes() {
    requireServer();
    assertThat(sleeper.isAwake()).isFalse();
    underLock(lock, lock.newCondition("c")::signalAll);
    assertWoken();
    Sleeper<Boolean> another = napper(open(ClientSpec.defaults().pace(UNHURRIED_CLAIM)).lock(name));

    deleteQueue();

    assertThat(another.awakening()).succeedsWithin(FOUND_OUT);
    awaitFreeAndUnwanted();
  }
}
