package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** {@code lock}, {@code unlock} and re-entry, as {@code java.util.concurrent.locks} has them. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LockContract extends ContractSuite {

  @Test
  void name_always_isAsGiven() {
    assertThat(lock.name()).isEqualTo(name);
  }

  @Test
  void objects_ofOneName_areEqualIfTheyAreOfOneClient() {
    LockClient client = open(spec());

    assertThat(client.lock(name))
        .isEqualTo(client.lock(name))
        .hasSameHashCodeAs(client.lock(name))
        .isEqualTo(client.lock(name, AcquireOptions.defaults().withoutWaiting()))
        .hasSameHashCodeAs(client.lock(name, AcquireOptions.defaults().withoutWaiting()))
        .isNotEqualTo(client.lock(name + " of another name"))
        .isNotEqualTo(lock);
    client
        .readLock(name)
        .ifPresent(
            reading ->
                assertThat(reading)
                    .isEqualTo(client.readLock(name).orElseThrow())
                    .hasSameHashCodeAs(client.readLock(name).orElseThrow())
                    .isNotEqualTo(client.lock(name)));
  }

  @Test
  void lock_free_isHeldByThisThreadUntilUnlock() {
    lock.lock();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    assertThat(lock.getHoldCount()).isOne();
    assertThat(others.isLocked()).isTrue();

    lock.unlock();

    assertThat(lock.isHeldByCurrentThread()).isFalse();
    assertThat(lock.getHoldCount()).isZero();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void lock_byOneThread_isNotHeldByAnother() {
    lock.lock();
    Actor bob = actor("bob");

    assertThat(bob.says(lock::isHeldByCurrentThread)).isFalse();
    assertThat(bob.says(lock::getHoldCount)).isZero();
    assertThat(others.isHeldByCurrentThread()).isFalse();
    assertThat(others.getHoldCount()).isZero();

    lock.unlock();
  }

  @Test
  void lock_again_countsUpAndIsFreeAfterAsManyUnlocks() {
    lock.lock();
    lock.lock();
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.getHoldCount()).isEqualTo(3);

    lock.unlock();
    lock.unlock();
    assertThat(lock.getHoldCount()).isOne();
    assertThat(others.isLocked()).isTrue();

    lock.unlock();
    assertThat(lock.getHoldCount()).isZero();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void lock_again_asksNoServer() throws Exception {
    requireServer();
    lock.lock();
    long before = scriptCallsAtRest();

    for (int i = 0; i < 100; i++) {
      lock.lock();
      lock.lockInterruptibly();
      assertThat(lock.tryLock()).isTrue();
    }
    for (int i = 0; i < 300; i++) {
      lock.unlock();
    }

    assertThat(scriptCalls()).isEqualTo(before);
    assertThat(lock.getHoldCount()).isOne();
    lock.unlock();
  }

  @Test
  void lock_byAnotherViewOfTheSameName_isTheSameLock() {
    LockClient client = open(ClientSpec.defaults());
    client.lock(name).lock();
    client.lock(name).lock();

    assertThat(client.lock(name).getHoldCount()).isEqualTo(2);

    client.lock(name).unlock();
    client.lock(name).unlock();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void lock_heldByAnotherThread_waitsForTheLastUnlock() {
    Actor alice = holderOf(lock);
    alice.does(lock::lock);
    Actor bob = actor("bob");
    CompletableFuture<?> locking = bob.starts(lock::lock);
    bob.awaitParked(locking);

    alice.does(lock::unlock);
    bob.awaitParked(locking);
    alice.does(lock::unlock);

    assertThat(locking).succeedsWithin(LIMIT);
    assertThat(alice.says(lock::isHeldByCurrentThread)).isFalse();
    assertThat(bob.says(lock::getHoldCount)).isOne();
    bob.does(lock::unlock);
  }

  @Test
  void lock_heldByAnotherClient_waitsForItsUnlock() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<?> locking = bob.starts(lock::lock);
    awaitQueueLength(1);
    assertThat(locking).isNotDone();

    alice.does(others::unlock);

    assertThat(locking).succeedsWithin(LIMIT);
    assertThat(bob.says(lock::isHeldByCurrentThread)).isTrue();
    bob.does(lock::unlock);
  }

  @Test
  void unlock_notHeld_throws() {
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class)
        .hasMessageContaining(name);
  }

  @Test
  void unlock_onceTooOften_throws() {
    lock.lock();
    lock.unlock();

    assertThatThrownBy(lock::unlock)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
  }

  @Test
  void unlock_byAnotherThread_throwsAndChangesNothing() {
    lock.lock();
    Actor bob = actor("bob");

    assertThat(bob.failsIn(lock::unlock)).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(bob.failsIn(others::unlock)).isInstanceOf(IllegalMonitorStateException.class);

    assertThat(lock.getHoldCount()).isOne();
    assertThat(others.isLocked()).isTrue();
    lock.unlock();
  }

  @Test
  void lock_flagSetBefore_acquiresAndKeepsTheFlag() {
    Actor bob = actor("bob");
    bob.thread().interrupt();

    bob.does(lock::lock);

    assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isTrue();
    assertThat(bob.says(lock::getHoldCount)).isOne();
    bob.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void lock_interruptedWhileWaitingForAnotherClient_acquiresAndKeepsTheFlag() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<?> locking = bob.starts(lock::lock);
    awaitQueueLength(1);

    bob.thread().interrupt();
    bob.awaitParked(locking);
    alice.does(others::unlock);

    assertThat(locking).succeedsWithin(LIMIT);
    assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isTrue();
    assertThat(bob.says(lock::getHoldCount)).isOne();
    bob.does(lock::unlock);
  }

  @Test
  void lock_interruptedWhileWaitingForAnotherThread_acquiresAndKeepsTheFlag() {
    Actor alice = holderOf(lock);
    Actor bob = actor("bob");
    CompletableFuture<?> locking = bob.starts(lock::lock);
    bob.awaitParked(locking);

    bob.thread().interrupt();
    alice.does(lock::unlock);

    assertThat(locking).succeedsWithin(LIMIT);
    assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isTrue();
    bob.does(lock::unlock);
  }

  @Test
  void unlock_flagSet_releasesAndKeepsTheFlag() {
    Actor bob = holderOf(lock);
    bob.thread().interrupt();

    bob.does(lock::unlock);

    assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isTrue();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void lock_afterAllScriptsWereForgotten_works() {
    requireServer();
    fixture().servers().forEach(server -> server.scriptFlush());
    lock.lock();
    fixture().servers().forEach(server -> server.scriptFlush());
    lock.unlock();
    awaitFreeAndUnwanted();
  }
}
