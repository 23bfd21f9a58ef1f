package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Fixed leases end, renewed ones do not, capped ones do; none sticks to the lock. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LeaseContract extends TimeSuite {

  private static final int HALVES = 4;

  /** Enough time for a wrong effect to show; the lease has minutes left meanwhile. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private final BlockingQueue<Long> renewals = new LinkedBlockingQueue<>();

  /** As long as a renewed one. */
  private Duration fixed;

  /** Much longer than a renewed one. */
  private Duration longFixed;

  @BeforeEach
  void setLeases() {
    fixed = time.lease();
    longFixed = time.lease().multipliedBy(7);
  }

  @Override
  ClientSpec spec() {
    return super.spec().listener(Listening.toRenewals(renewals::add));
  }

  /** A lease of this length begins now. */
  private void lasts(Duration lease, Callable<Boolean> isHeld) {
    halfOfItPasses(lease, isHeld);
    theRestPasses(lease, isHeld);
  }

  private void halfOfItPasses(Duration lease, Callable<Boolean> isHeld) {
    time.passes(lease.dividedBy(2));
    if (time.isVirtual()) {
      stays(LOOK, "held when half of it has passed", isHeld);
    }
  }

  private void theRestPasses(Duration lease, Callable<Boolean> isHeld) {
    Duration last = lease.dividedBy(100); // clocks may differ by this much; it passes by itself
    time.passes(lease.dividedBy(2).minus(last));
    eventually().isTrue("the lease ends", () -> !isHeld.call());
  }

  @Test
  void lockWithLease_over_isAnothersAndTheOwnerIsToldOnce() {
    Actor alice = actor("alice");
    alice.does(() -> lock.lock(fixed));
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(others::lock);
    awaitQueueLength(1);

    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    Hold hold = holdOf(alice, lock);
    hold.onLost(loss::complete);
    assertIsOverHereFirst(
        hold::remaining, () -> others.inspect().holder().orElseThrow().remaining());
    lasts(fixed, () -> !loss.isDone() && !waiting.isDone());

    assertThat(waiting).succeedsWithin(LIMIT);
    assertThat(alice.failsIn(lock::unlock))
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            told -> {
              assertThat(told.lossCause()).isEqualTo(LossCause.EXPIRED);
              assertThat(told.lockName()).isEqualTo(name);
              assertThat(told).hasMessageContaining(name);
            });
    assertThat(alice.failsIn(lock::unlock))
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
    assertThat(bob.says(others::isHeldByCurrentThread)).isTrue();
    bob.does(others::unlock);
  }

  @Test
  void everyKindOfFixedLease_over_ends() throws Exception {
    AcquireOptions options = AcquireOptions.defaults().lease(Lease.fixed(fixed));
    long millis = fixed.toMillis();
    assertEnds(() -> lock.lock(millis, TimeUnit.MILLISECONDS));
    assertEnds(() -> assertThat(lock.tryLock(fixed, fixed)).isTrue());
    assertEnds(() -> assertThat(lock.tryLock(0, millis, TimeUnit.MILLISECONDS)).isTrue());
    DistributedLock view = open(spec()).lock(name, options);
    Actor alice = holderOf(view);
    lasts(fixed, () -> alice.says(view::getHoldCount) == 1);
    awaitFreeAndUnwanted(); // the lease of a grant from the queue counts from later on

    Hold hold = lock.acquire(options);
    lasts(fixed, hold::isValid);
    assertThat(hold.remaining()).isZero();
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
  }

  private void assertEnds(TestThreads.Body locking) {
    Actor alice = actor("alice");
    alice.does(locking);
    lasts(fixed, () -> alice.says(lock::isHeldByCurrentThread));
    assertThat(alice.says(lock::currentHold)).isEmpty();
    awaitFreeAndUnwanted();
  }

  @Test
  void fixedLease_withAWaiterOfTheSameClient_endsForIt() {
    Actor alice = actor("alice");
    alice.does(() -> lock.lock(fixed));
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lock);
    bob.awaitParked(waiting);

    lasts(fixed, () -> alice.says(lock::isHeldByCurrentThread) && !waiting.isDone());

    assertThat(waiting).succeedsWithin(LIMIT);
    assertThat(alice.says(lock::isHeldByCurrentThread)).isFalse();
    assertThat(bob.says(lock::isHeldByCurrentThread)).isTrue();
    bob.does(lock::unlock);
  }

  @Test
  void fixedLease_obtainedThroughTheQueue_lastsThatLongFromThen() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(() -> lock.lock(longFixed));
    awaitQueueLength(1);
    alice.does(others::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);

    assertConfirmed(holdOf(bob, lock), longFixed);
    time.passes(time.lease());
    assertThat(bob.says(lock::isHeldByCurrentThread)).isTrue();
    bob.does(lock::unlock);
  }

  /** A grant of just now: it stands for the claim lease, until it is confirmed. */
  private void assertConfirmed(Hold hold, Duration lease) {
    time.confirmationIsDue();
    Duration least = lease.minus(time.lease().dividedBy(5)).minus(AT_ONCE);
    Duration half = lease.dividedBy(2);
    eventually().expect("confirmed", hold::remaining, left -> left.compareTo(half) > 0);
    assertThat(others.inspect().holder().orElseThrow().remaining()).isBetween(least, lease);
  }

  @Test
  void renewedLease_severalLeasesLong_isHeld() {
    Actor alice = holderOf(lock);
    long token = alice.says(lock::token);

    time.leasesPass(2, holdOf(alice, lock));

    assertThat(others.isLocked()).isTrue();
    assertThat(others.tryLock()).isFalse();
    assertThat(alice.says(lock::isHeldByCurrentThread)).isTrue();
    assertThat(alice.says(lock::token)).isEqualTo(token);
    alice.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void renewedLease_obtainedThroughTheQueue_isRenewed() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lock);
    awaitQueueLength(1);
    alice.does(others::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
    time.confirmationIsDue();

    time.leasesPass(2, holdOf(bob, lock));

    assertThat(others.tryLock()).isFalse();
    bob.does(lock::unlock);
  }

  @Test
  void waiter_forLongerThanItsClaim_isCountedAndServedAtOnce() {
    Actor alice = holderOf(lock);
    Hold hold = holdOf(alice, lock);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(others::lock);
    for (int i = 0; i < HALVES; i++) {
      awaitQueueLength(1); // clients that are silent for longer than their claim do not count
      time.halfALeasePasses(hold);
    }
    awaitQueueLength(1);

    alice.does(lock::unlock);

    assertThat(waiting).succeedsWithin(LIMIT);
    bob.does(others::unlock);
  }

  @Test
  @DisplayName("peers B1: one renewal a time, after however many turns")
  void renewedLease_afterManyTurns_isRenewedOnceATime() {
    for (int i = 0; i < 300; i++) {
      lock.lock();
      lock.unlock();
    }
    renewals.clear();
    long start = time.nanoTime();
    Actor alice = holderOf(lock);
    Hold hold = holdOf(alice, lock);
    for (int i = 0; i < HALVES; i++) {
      time.halfALeasePasses(hold);
    }
    time.awaitRenewed(hold);
    alice.does(lock::unlock);

    long thirds = (time.nanoTime() - start) / time.lease().dividedBy(3).toNanos();
    long most = time.isVirtual() ? HALVES : thirds + 1; // those that were due
    eventually().isTrue("told of each", () -> renewals.size() >= HALVES);
    stays(LOOK, "renewed once a time", () -> renewals.size() <= most);
  }

  @Test
  void renewedLease_released_isNotRenewedAnyMore() {
    lock.lock();
    lock.unlock();
    Actor bob = actor("bob");
    bob.does(() -> others.lock(longFixed)); // asks for nothing before a third of that
    long before = scriptCallsAtRest();

    time.passes(time.lease());
    stays(A_WHILE, "nothing is asked for", () -> scriptCalls() == before);

    assertThat(others.inspect().holder().orElseThrow().remaining())
        .isLessThanOrEqualTo(longFixed.minus(time.lease()));
    bob.does(others::unlock);
  }

  @Test
  void renewedLease_ofAnotherLength_isTakenFromTheOptions() throws Exception {
    Lease lease = Lease.renewed(Duration.ofMinutes(20));
    try (Hold hold = lock.acquire(AcquireOptions.defaults().lease(lease))) {
      assertThat(hold.remaining()).isGreaterThan(Duration.ofMinutes(18));
      assertThat(others.inspect().holder().orElseThrow().remaining())
          .isGreaterThan(Duration.ofMinutes(18));
    }
  }

  @Test
  void cappedLease_capOver_isLost() throws Exception {
    Duration cap = time.lease().multipliedBy(2);
    Hold hold = lock.acquire(AcquireOptions.defaults().lease(Lease.renewed().atMost(cap)));
    BlockingQueue<LossCause> losses = new LinkedBlockingQueue<>();
    hold.onLost(losses::add);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(others::lock);
    awaitQueueLength(1);

    time.leasesPass(1, hold);
    eventually().isTrue("told of both", () -> renewals.size() >= 2);
    renewals.clear();
    halfOfItPasses(time.lease(), () -> losses.isEmpty() && !waiting.isDone());
    eventually().isTrue("renewed, for what is left", () -> !renewals.isEmpty());
    theRestPasses(time.lease(), () -> losses.isEmpty() && !waiting.isDone());

    assertThat(waiting).succeedsWithin(LIMIT);
    assertThat(losses.poll(60, TimeUnit.SECONDS)).isEqualTo(LossCause.EXPIRED);
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    bob.does(others::unlock);
  }

  @Test
  void lockWithLease_onReentry_changesNoLease() {
    lock.lock();
    lock.lock(fixed);
    time.leasesPass(2, lock.currentHold().orElseThrow());
    assertThat(lock.getHoldCount()).isEqualTo(2);
    lock.unlock();
    lock.unlock();

    lock.lock(fixed);
    lock.lock();
    lasts(fixed, () -> lock.getHoldCount() == 2);
    assertThat(lock.getHoldCount()).as("lost in spite of re-entry").isZero();
  }

  @Test
  @DisplayName("peers B10: a lease given once is not the next one's")
  void lease_givenOnce_doesNotStick() {
    lock.lock(fixed);
    lock.unlock();
    lock.lock();
    time.leasesPass(2, lock.currentHold().orElseThrow());
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    lock.unlock();

    lock.lock();
    lock.unlock();
    lock.lock(fixed);
    lasts(fixed, lock::isHeldByCurrentThread);
  }

  @Test
  void lease_ofEachWaiterOfOneClient_isItsOwn() {
    Actor alice = holderOf(lock);
    Actor bob = actor("bob");
    CompletableFuture<?> bobs = bob.starts(() -> lock.lock(longFixed));
    bob.awaitParked(bobs);
    Actor carol = actor("carol");
    CompletableFuture<?> carols = carol.starts(lock::lock);
    carol.awaitParked(carols);

    alice.does(lock::unlock);
    assertThat(bobs).succeedsWithin(LIMIT);
    assertConfirmed(holdOf(bob, lock), longFixed);
    bob.does(lock::unlock);
    assertThat(carols).succeedsWithin(LIMIT);
    assertThat(others.inspect().holder().orElseThrow().remaining())
        .isLessThanOrEqualTo(time.lease());
    time.confirmationIsDue();
    time.leasesPass(2, holdOf(carol, lock));
    assertThat(carol.says(lock::isHeldByCurrentThread)).isTrue();
    carol.does(lock::unlock);
  }
}
