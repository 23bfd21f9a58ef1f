package io.holdfast.lock.testkit.contract;

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
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Fixed leases end, renewed ones do not, capped ones do; none sticks to the lock. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LeaseContract extends ContractSuite {

  private static final Duration BRIEF = Duration.ofSeconds(2);
  private final BlockingQueue<Long> renewals = new LinkedBlockingQueue<>();

  /** The client under test renews a short lease. */
  @Override
  ClientSpec spec() {
    return super.spec().lease(SHORT_LEASE).listener(Listening.toRenewals(renewals::add));
  }

  @Test
  void lockWithLease_over_isAnothersAndTheOwnerIsToldOnce() {
    Actor alice = actor("alice");
    long start = System.nanoTime();
    alice.does(() -> lock.lock(BRIEF));
    Actor bob = holderOf(others);

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(BRIEF.multipliedBy(9).dividedBy(10), BRIEF.plus(LIMIT));
    assertThat(alice.failsIn(lock::unlock))
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            loss -> {
              assertThat(loss.lossCause()).isEqualTo(LossCause.EXPIRED);
              assertThat(loss.lockName()).isEqualTo(name);
              assertThat(loss).hasMessageContaining(name);
            });
    assertThat(alice.failsIn(lock::unlock))
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
    assertThat(bob.says(others::isHeldByCurrentThread)).isTrue();
    bob.does(others::unlock);
  }

  @Test
  void everyKindOfFixedLease_over_ends() throws Exception {
    AcquireOptions options = AcquireOptions.defaults().lease(Lease.fixed(BRIEF));
    assertEnds(() -> lock.lock(2, TimeUnit.SECONDS));
    assertEnds(() -> assertThat(lock.tryLock(BRIEF, BRIEF)).isTrue());
    assertEnds(() -> assertThat(lock.tryLock(0, 2, TimeUnit.SECONDS)).isTrue());
    DistributedLock view = open(spec()).lock(name, options);
    Actor alice = holderOf(view);
    eventually().isTrue("the lease ends", () -> alice.says(view::getHoldCount) == 0);

    Hold hold = lock.acquire(options);
    eventually().isTrue("the lease ends", () -> !hold.isValid());
    assertThat(hold.remaining()).isZero();
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
  }

  private void assertEnds(TestThreads.Body locking) {
    Actor alice = actor("alice");
    alice.does(locking);
    assertThat(alice.says(lock::isHeldByCurrentThread)).isTrue();
    eventually().isTrue("the lease ends", () -> !alice.says(lock::isHeldByCurrentThread));
    assertThat(alice.says(lock::currentHold)).isEmpty();
    awaitFreeAndUnwanted();
  }

  @Test
  void fixedLease_withAWaiterOfTheSameClient_endsForIt() {
    Actor alice = actor("alice");
    alice.does(() -> lock.lock(BRIEF));
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lock);

    assertThat(waiting).succeedsWithin(LIMIT);

    assertThat(alice.says(lock::isHeldByCurrentThread)).isFalse();
    assertThat(bob.says(lock::isHeldByCurrentThread)).isTrue();
    bob.does(lock::unlock);
  }

  @Test
  void fixedLease_obtainedThroughTheQueue_lastsThatLongFromThen() {
    Duration lease = Duration.ofSeconds(20);
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(() -> lock.lock(lease));
    awaitQueueLength(1);
    alice.does(others::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);

    eventually()
        .expect(
            "the lease at the server",
            () -> others.inspect().holder().orElseThrow().remaining(),
            left -> left.compareTo(lease.minus(AT_ONCE)) > 0 && left.compareTo(lease) <= 0);
    stays(A_WHILE, "held", () -> bob.says(lock::isHeldByCurrentThread));
    bob.does(lock::unlock);
  }

  @Test
  void renewedLease_severalLeasesLong_isHeld() {
    Actor alice = holderOf(lock);
    long token = alice.says(lock::token);

    stays(BEYOND_SHORT_LEASE, "held", () -> others.isLocked() && !others.tryLock());

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

    stays(BEYOND_SHORT_LEASE, "held", () -> bob.says(lock::isHeldByCurrentThread));

    bob.does(lock::unlock);
  }

  @Test
  @DisplayName("peers B1: one renewal a time, after however many turns")
  void renewedLease_afterManyTurns_isRenewedOnceATime() {
    for (int i = 0; i < 300; i++) {
      lock.lock();
      lock.unlock();
    }
    renewals.clear();
    long start = System.nanoTime();
    Actor alice = holderOf(lock);
    stays(SHORT_LEASE.multipliedBy(2), "held", others::isLocked);
    alice.does(lock::unlock);

    long thirds = (System.nanoTime() - start) / SHORT_LEASE.dividedBy(3).toNanos();
    assertThat(renewals).hasSizeBetween(3, (int) thirds + 3);
  }

  @Test
  void renewedLease_released_isNotRenewedAnyMore() {
    lock.lock();
    lock.unlock();
    Actor bob = actor("bob");
    bob.does(() -> others.lock(Duration.ofSeconds(20)));
    renewals.clear();

    stays(BEYOND_SHORT_LEASE, "not renewed", renewals::isEmpty);

    assertThat(others.inspect().holder().orElseThrow().remaining())
        .isLessThan(Duration.ofSeconds(20).minus(BEYOND_SHORT_LEASE));
    bob.does(others::unlock);
  }

  @Test
  void renewedLease_ofAnotherLength_isTakenFromTheOptions() throws Exception {
    Lease lease = Lease.renewed(Duration.ofMinutes(5));
    try (Hold hold = lock.acquire(AcquireOptions.defaults().lease(lease))) {
      assertThat(hold.remaining()).isGreaterThan(Duration.ofMinutes(4));
      assertThat(others.inspect().holder().orElseThrow().remaining())
          .isGreaterThan(Duration.ofMinutes(4));
    }
  }

  @Test
  void cappedLease_capOver_isLost() throws Exception {
    Duration cap = BEYOND_SHORT_LEASE.plusSeconds(1);
    long start = System.nanoTime();
    Hold hold = lock.acquire(AcquireOptions.defaults().lease(Lease.renewed().atMost(cap)));
    BlockingQueue<LossCause> losses = new LinkedBlockingQueue<>();
    hold.onLost(losses::add);

    Actor bob = holderOf(others);

    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertThat(took).isBetween(cap.multipliedBy(9).dividedBy(10), cap.plus(LIMIT));
    assertThat(losses.poll(60, TimeUnit.SECONDS)).isEqualTo(LossCause.EXPIRED);
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    bob.does(others::unlock);
  }

  @Test
  void lockWithLease_onReentry_changesNoLease() {
    lock.lock();
    lock.lock(BRIEF);
    stays(BEYOND_SHORT_LEASE, "held twice", () -> lock.getHoldCount() == 2);
    lock.unlock();
    lock.unlock();

    lock.lock(BRIEF);
    lock.lock();
    eventually().isTrue("lost in spite of re-entry", () -> lock.getHoldCount() == 0);
  }

  @Test
  @DisplayName("peers B10: a lease given once is not the next one's")
  void lease_givenOnce_doesNotStick() {
    lock.lock(BRIEF);
    lock.unlock();
    lock.lock();
    stays(BEYOND_SHORT_LEASE, "renewed", lock::isHeldByCurrentThread);
    lock.unlock();

    lock.lock();
    lock.unlock();
    lock.lock(BRIEF);
    eventually().isTrue("not renewed", () -> !lock.isHeldByCurrentThread());
  }

  @Test
  void lease_ofEachWaiterOfOneClient_isItsOwn() {
    Actor alice = holderOf(lock);
    Actor bob = actor("bob");
    CompletableFuture<?> bobs = bob.starts(() -> lock.lock(Duration.ofSeconds(20)));
    bob.awaitParked(bobs);
    Actor carol = actor("carol");
    CompletableFuture<?> carols = carol.starts(lock::lock);
    carol.awaitParked(carols);

    alice.does(lock::unlock);
    assertThat(bobs).succeedsWithin(LIMIT);
    eventually() // a grant stands for the claim lease, until it is confirmed
        .expect(
            "his lease of 20 s",
            () -> others.inspect().holder().orElseThrow().remaining(),
            left -> left.compareTo(Duration.ofSeconds(20).minus(AT_ONCE)) > 0);
    assertThat(others.inspect().holder().orElseThrow().remaining())
        .isLessThanOrEqualTo(Duration.ofSeconds(20));
    bob.does(lock::unlock);
    assertThat(carols).succeedsWithin(LIMIT);
    assertThat(others.inspect().holder().orElseThrow().remaining())
        .isLessThanOrEqualTo(SHORT_LEASE);
    stays(BEYOND_SHORT_LEASE, "renewed", () -> carol.says(lock::isHeldByCurrentThread));
    carol.does(lock::unlock);
  }
}
