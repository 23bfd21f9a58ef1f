package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What others can see of a lock, and how they can take it away. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class InspectionContract extends ContractSuite {

  @Test
  void inspect_free_showsNobody() {
    LockInspection state = lock.inspect();
    assertThat(state.lockName()).isEqualTo(name);
    assertThat(state.holder()).isEmpty();
    assertThat(state.queueLength()).isZero();
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void inspect_held_showsTheHolderToEverybody() throws Exception {
    try (Hold hold = lock.acquire()) {
      LockInspection.Holder own = lock.inspect().holder().orElseThrow();
      LockInspection.Holder foreign = others.inspect().holder().orElseThrow();

      assertThat(own.ours()).isTrue();
      assertThat(foreign.ours()).isFalse();
      assertThat(own.clientLabel()).isEqualTo("first").isEqualTo(foreign.clientLabel());
      assertThat(own.token()).isEqualTo(hold.token()).isEqualTo(foreign.token());
      assertThat(own.remaining()).isGreaterThan(Duration.ZERO);
      assertThat(lock.isLocked()).isTrue();
      assertThat(others.isLocked()).isTrue();
    }
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void inspect_waiters_countsClientsThatQueue() {
    Actor alice = holderOf(lock);
    Actor bob = actor("bob");
    CompletableFuture<?> bobs = bob.starts(others::lock);
    awaitQueueLength(1);
    Actor carol = actor("carol");
    var third = open(ClientSpec.defaults().label("third")).lock(name);
    CompletableFuture<?> carols = carol.starts(third::lock);
    awaitQueueLength(2);
    assertThat(lock.inspect().queueLength()).isEqualTo(2);

    alice.does(lock::unlock);
    eventually().isTrue("one has it", () -> bobs.isDone() || carols.isDone());
    boolean isBobs = bobs.isDone();
    assertThat(isBobs || !fixture().keepsOrderOfClients()).as("in order").isTrue();
    awaitQueueLength(1);
    assertThat(lock.inspect().holder().orElseThrow().clientLabel())
        .isEqualTo(isBobs ? "other" : "third");
    (isBobs ? bob : carol).does((isBobs ? others : third)::unlock);
    CompletableFuture<?> behind = isBobs ? carols : bobs;
    assertThat(behind).succeedsWithin(LIMIT);
    (isBobs ? carol : bob).does((isBobs ? third : others)::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void inspect_changesNothing() {
    lock.lock();
    Hold hold = lock.currentHold().orElseThrow();
    for (int i = 0; i < 20; i++) {
      assertThat(others.inspect().holder()).isPresent();
      assertThat(others.isLocked()).isTrue();
    }
    assertThat(hold.isValid()).isTrue();
    lock.unlock();
    assertThat(others.inspect().holder()).isEmpty();
    assertThat(others.forceUnlock()).isFalse();
  }

  @Test
  void forceUnlock_free_isFalse() {
    assertThat(lock.forceUnlock()).isFalse();
    awaitFreeAndUnwanted();
  }

  @Test
  void forceUnlock_heldByAnotherClient_isTrueAndFreesTheLock() throws Exception {
    Hold hold = others.acquire();

    assertThat(lock.forceUnlock()).isTrue();

    assertThat(lock.isLocked()).isFalse();
    assertThat(lock.forceUnlock()).isFalse();
    eventually().isTrue("the holder hears of it", () -> !hold.isValid());
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void forceUnlock_heldByTheSameClient_isTrueAndFreesTheLock() {
    Actor alice = holderOf(lock);

    assertThat(lock.forceUnlock()).isTrue();

    assertThat(others.isLocked()).isFalse();
    eventually().isTrue("told", () -> alice.failsIn(lock::unlock) instanceof LeaseLostException);
  }

  @Test
  void forceUnlock_ofTheLastHolder_doesNotTouchTheNext() throws Exception {
    Hold forced = lock.acquire();
    assertThat(others.forceUnlock()).isTrue();
    Hold next = others.acquire();
    eventually().isTrue("the holder hears of it", () -> !forced.isValid());

    assertThatThrownBy(forced::close).isInstanceOf(LeaseLostException.class);

    assertThat(next.isValid()).isTrue();
    assertThat(lock.inspect().holder().orElseThrow().token()).isEqualTo(next.token());
    next.close();
  }
}
