package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.proxy.Side;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Requests with an unknown outcome: the server may have executed them, or may yet do so. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LostAnswerContract extends FaultSuite {

  @Test
  @DisplayName("failure 1, peers B4: the lock was granted, and the answer is lost")
  void lock_answerLost_isHeldOnceAndFreeAfterOneUnlock() throws Exception {
    Rule lost = proxy.when(nextRequest()).dropReply();

    lock.lock();

    awaitFired(lost);
    assertThat(lock.getHoldCount()).isEqualTo(1);
    assertThat(others.tryLock()).isFalse();
    lock.unlock();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName(
      "failure 1: the lock was granted, the answer is lost, and nobody waits for it any more")
  void tryLock_answerLost_throwsAndTheLockIsFreeLongBeforeTheLeaseEnds() {
    Rule lost = proxy.when(nextRequest()).dropReply();

    assertThatThrownBy(lock::tryLock).isInstanceOf(LockServerException.class);

    awaitFired(lost);
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 2: a request arrives when it was withdrawn over another connection")
  void tryLock_arrivesAfterItsWithdrawal_leavesNoOrphan() throws Exception {
    Rule late = proxy.when(nextRequest()).holdCommand();
    assertThatThrownBy(() -> lock.tryLock(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(LockServerException.class);
    long withdrawn = scriptCalls();
    within(GIVEN_UP).isTrue("withdrawn over a new connection", () -> scriptCalls() > withdrawn);

    assertNobodyHoldsWhenItArrives(late);
  }

  @Test
  @DisplayName(
      "failure 2: a request in flight loses its connection, and arrives when it was withdrawn")
  void tryLock_arrivesWhenItsConnectionHasEnded_leavesNoOrphan() throws Exception {
    Rule late = proxy.when(nextRequest()).holdCommand();
    Actor caller = actor("caller");
    CompletableFuture<?> trying = caller.starts(lock::tryLock);
    late.awaitFired(AT_ONCE);
    long withdrawn = scriptCalls();
    proxy.cut(Connections.verbs(), Cut.FIN, Side.CLIENT); // nothing follows it on its connection
    assertThat(Actor.failure(trying)).isInstanceOf(LockServerException.class);
    within(GIVEN_UP).isTrue("withdrawn over a new connection", () -> scriptCalls() > withdrawn);

    assertNobodyHoldsWhenItArrives(late);
  }

  @Test
  @DisplayName("failure 2: a request in flight loses its connection, and arrives after unlock()")
  void lock_arrivesWhenItWasReleased_leavesNoOrphan() throws Exception {
    Rule late = proxy.when(nextRequest()).holdCommand();
    Actor caller = actor("caller");
    CompletableFuture<?> locking = caller.starts(lock::lock);
    late.awaitFired(AT_ONCE);
    proxy.cut(Connections.verbs(), Cut.FIN, Side.CLIENT);
    Actor.succeeds(locking);
    caller.does(lock::unlock);

    assertNobodyHoldsWhenItArrives(late);
  }

  private void assertNobodyHoldsWhenItArrives(Rule late) {
    assertThat(lock.isLocked()).isFalse();
    long before = scriptCalls();
    late.release();
    eventually().isTrue("the late one is executed", () -> scriptCalls() > before);
    // A withdrawal may be in flight; an orphan would last for ten minutes.
    eventually().isTrue("nobody holds", () -> others.inspect().holder().isEmpty());
    stays(A_WHILE, "nobody holds", () -> others.inspect().holder().isEmpty());
  }

  @Test
  @DisplayName("failure 3: the connection ends in order before the answer to lock()")
  void lock_connectionEndsBeforeTheAnswer_countsOnce() {
    Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);

    lock.lock();

    awaitFired(cut);
    assertThat(lock.getHoldCount()).isEqualTo(1);
    lock.unlock();
    awaitFreeAndUnwanted();
    assertThatThrownBy(lock::unlock).isExactlyInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  @DisplayName("failure 4: the connection is reset with three requests in flight")
  void acquireAsync_connectionResetWithThreeUnderWay_eachIsHeldOnce() throws Exception {
    LockClient client = open(spec());
    List<DistributedLock> locks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      locks.add(client.lock(name + "-" + i));
    }
    Rule third = proxy.when(nextRequest().nth(3)).observe();
    List<CompletableFuture<Hold>> asked = new ArrayList<>();
    try (ActiveFault mute = proxy.blackhole(Connections.verbs().present(), Direction.TO_CLIENT)) {
      locks.forEach(one -> asked.add(one.acquireAsync()));
      third.awaitFired(AT_ONCE);
      proxy.cut(Connections.verbs(), Cut.RST);
    }

    for (CompletableFuture<Hold> one : asked) {
      Hold hold = Actor.succeeds(one);
      DistributedLock direct = open(ClientSpec.defaults()).lock(hold.lockName());
      assertThat(direct.tryLock()).isFalse();
      hold.close();
      assertThat(direct.tryLock(AT_ONCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      assertThat(direct.token()).isGreaterThan(hold.token());
      direct.unlock();
    }
  }

  @Test
  @DisplayName("failure 5: the answer to unlock() is lost")
  void unlock_connectionEndsBeforeTheAnswer_releasesOnceAndNobodyElse() {
    lock.lock();
    Actor next = actor("next");
    CompletableFuture<?> waiting = next.starts(others::lock);
    awaitQueueLength(1);
    Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);

    lock.unlock();

    awaitFired(cut);
    Actor.succeeds(waiting);
    stays(
        A_WHILE,
        "the repeated release leaves the next owner alone",
        () -> next.says(others::isHeldByCurrentThread) && lock.isLocked());
    next.does(others::unlock);
  }

  @Test
  @DisplayName("failure 5: the answer to a release that queues the client again is lost")
  void unlock_withOthersWaitingHereAndThere_isNoLossThoughTheAnswerIsLost() {
    Actor first = holderOf(lock);
    Actor neighbour = actor("neighbour");
    CompletableFuture<?> here = neighbour.starts(lock::lock);
    neighbour.awaitParked(here);
    Actor other = actor("other");
    CompletableFuture<?> there = other.starts(others::lock);
    awaitQueueLength(fixture().keepsOrderOfArrival() ? 2 : 1); // else they queue at the release
    // Longer than the slice, and until the holder has heard of a waiter.
    stays(Duration.ofMillis(100), "nothing happens", () -> !here.isDone() && !there.isDone());
    Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);

    first.does(lock::unlock); // throws if it takes the answer to the retry for a loss

    awaitFired(cut);
    // A client whose inbox was just reopened may be skipped.
    Actor.succeeds(CompletableFuture.anyOf(here, there));
    if (here.isDone()) {
      neighbour.does(lock::unlock);
      Actor.succeeds(there);
      other.does(others::unlock);
    } else {
      other.does(others::unlock);
      Actor.succeeds(here);
      neighbour.does(lock::unlock);
    }
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 6: the server cannot be reached at unlock()")
  void unlock_serverAway_returnsAndReleasesWhenItIsBack() {
    lock.lock();
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);

      long start = System.nanoTime();
      lock.unlock();

      assertThat(System.nanoTime() - start).isLessThan(LIMIT.toNanos());
      assertThat(lock.getHoldCount()).isZero();
      assertThat(others.isLocked()).isTrue();
    }
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 52: a waiter leaves, and the answer to its leaving is lost")
  void lockInterruptibly_interruptedAndItsLeavingUnanswered_leavesNoTicket() {
    Actor holder = holderOf(others);
    Actor waiter = actor("waiter");
    CompletableFuture<?> waiting = waiter.starts(lock::lockInterruptibly);
    awaitQueueLength(1);
    stays(Duration.ofMillis(50), "nothing under way", () -> !waiting.isDone());
    Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);

    waiter.thread().interrupt();

    assertThat(Actor.failure(waiting)).isInstanceOf(InterruptedException.class);
    eventually().isTrue("it left", () -> others.inspect().queueLength() == 0);
    awaitFired(cut);
    stays(A_WHILE, "it stays away", () -> others.inspect().queueLength() == 0);
    holder.does(others::unlock);
  }
}
