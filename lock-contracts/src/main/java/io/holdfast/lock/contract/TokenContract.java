package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Fencing tokens: they rise from hold to hold, for all holders and even if the server forgets. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class TokenContract extends ContractSuite {

  private static final long LARGEST_EXACT_DOUBLE = 1L << 53;

  @Test
  @DisplayName("failure 45: tokens are exact in Lua, Redis and Java")
  void token_held_isPositiveAndExactEverywhere() throws Exception {
    try (Hold hold = lock.acquire()) {
      assertThat(hold.token()).isPositive().isLessThan(LARGEST_EXACT_DOUBLE);
      assertThat(others.inspect().holder().orElseThrow().token()).isPositive();
    }
  }

  @Test
  void token_eachKindOfAcquisition_rises() throws Exception {
    List<Long> tokens = new ArrayList<>();
    for (DistributedLock each : List.of(lock, others, lock, lock)) {
      for (Callable<Long> turn : turns(each)) {
        tokens.add(turn.call());
      }
    }
    assertThat(tokens).hasSize(4 * 10);
    assertRising(tokens);
  }

  private static List<Callable<Long>> turns(DistributedLock lock) {
    AcquireOptions capped =
        AcquireOptions.defaults().lease(Lease.renewed().atMost(Duration.ofHours(1)));
    return List.of(
        () -> locked(lock, lock::lock),
        () -> locked(lock, () -> lock.lock(Duration.ofSeconds(9))),
        () -> locked(lock, lock::lockInterruptibly),
        () -> locked(lock, lock::tryLock),
        () -> locked(lock, () -> lock.tryLock(9, 9, TimeUnit.SECONDS)),
        () -> closed(lock.acquire()),
        () -> closed(lock.acquire(capped)),
        () -> closed(lock.tryAcquire().orElseThrow()),
        () -> closed(lock.acquireAsync().get(60, TimeUnit.SECONDS)),
        () ->
            lock.withLockAsync(hold -> CompletableFuture.completedFuture(hold.token()))
                .get(60, TimeUnit.SECONDS));
  }

  private interface Taking {
    void take() throws InterruptedException;
  }

  private static long locked(DistributedLock lock, Taking taking) throws InterruptedException {
    taking.take();
    long token = lock.token();
    lock.unlock();
    return token;
  }

  private static long closed(Hold hold) {
    hold.close();
    return hold.token();
  }

  private static void assertRising(List<Long> tokens) {
    assertThat(tokens).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void token_reentry_isUnchanged() {
    lock.lock();
    long token = lock.token();
    lock.lock();
    assertThat(lock.token()).isEqualTo(token);
    lock.unlock();
    assertThat(lock.token()).isEqualTo(token);
    lock.unlock();
  }

  @Test
  @DisplayName("peers B13: the token stays the same on re-entry")
  void token_lockReentry_showsTheSameInCurrentHold() {
    lock.lock();
    Hold first = lock.currentHold().orElseThrow();
    lock.lock();
    assertThat(lock.currentHold().orElseThrow().token()).isEqualTo(first.token());
    lock.unlock();
    lock.unlock();
    assertThat(first.token()).isPositive();
  }

  @Test
  void token_fromThreadToThreadOfOneClient_rises() {
    List<Long> tokens = new ArrayList<>();
    Actor alice = holderOf(lock);
    tokens.add(alice.says(lock::token));
    for (int i = 0; i < 20; i++) {
      Actor next = actor("next-" + i);
      CompletableFuture<?> locking = next.starts(lock::lock);
      next.awaitParked(locking);
      alice.does(lock::unlock);
      assertThat(locking).succeedsWithin(LIMIT);
      tokens.add(next.says(lock::token));
      alice = next;
    }
    alice.does(lock::unlock);
    tokens.add(locked());
    assertRising(tokens);
  }

  private long locked() {
    others.lock();
    long token = others.token();
    others.unlock();
    return token;
  }

  @Test
  void token_fromClientToClientThroughTheQueue_rises() {
    List<Long> tokens = new ArrayList<>();
    Actor alice = holderOf(lock);
    tokens.add(alice.says(lock::token));
    DistributedLock held = lock;
    for (int i = 0; i < 20; i++) {
      DistributedLock wanted = held == lock ? others : lock;
      Actor next = actor("next-" + i);
      CompletableFuture<?> locking = next.starts(wanted::lock);
      awaitQueueLength(1);
      alice.does(held::unlock);
      assertThat(locking).succeedsWithin(LIMIT);
      tokens.add(next.says(wanted::token));
      alice = next;
      held = wanted;
    }
    alice.does(held::unlock);
    assertRising(tokens);
  }

  @Test
  @DisplayName("failure 44: the counter is lost with all data")
  void token_afterTheServerLostEverything_rises() throws Exception {
    requireServer();
    List<Long> tokens = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      tokens.add(closed(lock.acquire()));
      tokens.add(locked());
      fixture().servers().forEach(server -> server.admin().text("FLUSHALL"));
    }
    tokens.add(closed(lock.acquire()));
    assertRising(tokens);
  }

  @Test
  void token_afterTheServerLostEverythingWhileHeld_rises() throws Exception {
    requireServer();
    Hold hold = lock.acquire();
    fixture().servers().forEach(server -> server.admin().text("FLUSHALL"));

    try (Hold next = others.acquire()) {
      assertThat(next.token()).isGreaterThan(hold.token());
    }

    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void token_afterForce_rises() throws Exception {
    Hold forced = lock.acquire();
    assertThat(others.forceUnlock()).isTrue();
    try (Hold next = others.acquire()) {
      assertThat(next.token()).isGreaterThan(forced.token());
    }
    eventually().isTrue("the loss is known", () -> !forced.isValid());
    assertThatThrownBy(forced::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void token_manyTurnsInARow_rises() {
    List<Long> tokens = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      lock.lock();
      tokens.add(lock.token());
      lock.unlock();
    }
    assertRising(tokens);
  }

  @Test
  void token_notHeld_throws() {
    assertThatThrownBy(lock::token)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
    lock.lock();
    assertThat(actor("bob").failsIn(lock::token)).isInstanceOf(IllegalMonitorStateException.class);
    lock.unlock();
  }

  @Test
  void token_held_asksNoServer() {
    requireServer();
    lock.lock();
    long before = scriptCalls();
    for (int i = 0; i < 100; i++) {
      assertThat(lock.token()).isPositive();
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      assertThat(lock.getHoldCount()).isOne();
      assertThat(lock.currentHold()).isPresent();
    }
    assertThat(scriptCalls()).isEqualTo(before);
    lock.unlock();
  }
}
