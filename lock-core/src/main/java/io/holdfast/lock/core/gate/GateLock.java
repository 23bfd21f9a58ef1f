package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.time.Deadline;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A light view of one name: all state is in the gates. */
public final class GateLock implements DistributedLock {

  private final Gates gates;
  private final LockKeys keys;
  private final Ownership ownership;
  private final Overview overview;
  private final AcquireOptions defaults;
  private final AcquireOptions untimed;

  /** A view with the options that its methods use where the caller names none. */
  public GateLock(
      Gates gates, Administration administration, LockKeys keys, AcquireOptions defaults) {
    this.gates = gates;
    this.keys = keys;
    this.ownership = new Ownership(gates, keys);
    this.overview = new Overview(gates, administration, keys);
    this.defaults = defaults;
    this.untimed = untimed(defaults.lease());
  }

  @Override
  public String name() {
    return keys.name();
  }

  /** What it is made from, if it tells. */
  public Optional<Gates.Origin> origin() {
    return gates.origin();
  }

  // ---- the thread's view

  @Override
  public void lock() {
    lock(untimed);
  }

  @Override
  public void lock(Duration lease) {
    lock(untimed(Lease.fixed(lease)));
  }

  @Override
  public void lock(long leaseTime, TimeUnit unit) {
    lock(Leases.fixed(leaseTime, unit, "lock()"));
  }

  private void lock(AcquireOptions options) {
    if (!enterAgain()) {
      hold(enterUninterruptibly(options, Thread.currentThread()));
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    throwIfInterrupted();
    if (!enterAgain()) {
      hold(enter(untimed, Thread.currentThread()));
    }
  }

  @Override
  public boolean tryLock() {
    return enterAgain()
        || hold(enterUninterruptibly(untimed.withoutWaiting(), Thread.currentThread())).isPresent();
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return tryLock(untimed.waitAtMost(Leases.saturated(time, unit)));
  }

  @Override
  public boolean tryLock(Duration wait, Duration lease) throws InterruptedException {
    return tryLock(untimed(Lease.fixed(lease)).waitAtMost(wait));
  }

  @Override
  public boolean tryLock(long waitTime, long leaseTime, TimeUnit unit) throws InterruptedException {
    Duration wait = Leases.saturated(waitTime, unit);
    return tryLock(wait, Leases.fixed(leaseTime, unit, "tryLock(waitTime, unit)"));
  }

  private boolean tryLock(AcquireOptions options) throws InterruptedException {
    throwIfInterrupted();
    return enterAgain() || hold(enter(options, Thread.currentThread())).isPresent();
  }

  @Override
  public void unlock() {
    Parking.refuseOnEventLoop(name());
    OwnedHold hold = ownership.require();
    if (!hold.leaveInner()) {
      hold.gate().release(hold);
    }
  }

  @Override
  public Optional<Hold> currentHold() {
    OwnedHold hold = ownership.find();
    if (hold == null) {
      gates.requireOpen();
    }
    return Optional.ofNullable(hold);
  }

  @Override
  public long token() {
    return ownership.require().token();
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return getHoldCount() > 0;
  }

  @Override
  public int getHoldCount() {
    gates.requireOpen();
    OwnedHold hold = ownership.find();
    if (hold == null) {
      gates.losses().tell(keys.lockKey()); // told by the answer
      return 0;
    }
    return hold.count();
  }

  private boolean enterAgain() {
    OwnedHold hold = ownership.find();
    if (hold == null) {
      gates.losses().throwUntold(keys.lockKey());
      return false;
    }
    hold.enterAgain();
    return true;
  }

  // ---- handles

  @Override
  public Hold acquire() throws InterruptedException {
    return acquire(defaults);
  }

  @Override
  public Hold acquire(AcquireOptions options) throws InterruptedException {
    return tryAcquire(options).orElseThrow(() -> overview.timedOutNow(options));
  }

  @Override
  public Optional<Hold> tryAcquire() {
    return hold(enterUninterruptibly(defaults.withoutWaiting(), null));
  }

  @Override
  public Optional<Hold> tryAcquire(Duration wait) throws InterruptedException {
    return tryAcquire(defaults.waitAtMost(wait));
  }

  @Override
  public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
    throwIfInterrupted();
    return hold(enter(options, null));
  }

  @Override
  public CompletableFuture<Hold> acquireAsync() {
    return acquireAsync(defaults);
  }

  @Override
  public CompletableFuture<Hold> acquireAsync(AcquireOptions options) {
    return futureWaiter(options).start();
  }

  private FutureWaiter<Hold> futureWaiter(AcquireOptions options) {
    Delivery<Hold> delivery = Delivery.ofHold(hold -> hold, () -> overview.timedOut(options));
    return new FutureWaiter<>(wish(options, null, null), gates, keys, delivery);
  }

  @Override
  public <T> CompletableFuture<T> withLockAsync(
      Function<? super Hold, ? extends CompletionStage<T>> work) {
    return withLockAsync(defaults, work);
  }

  @Override
  public <T> CompletableFuture<T> withLockAsync(
      AcquireOptions options, Function<? super Hold, ? extends CompletionStage<T>> work) {
    Objects.requireNonNull(work, "work"); // before anything is acquired
    FutureWaiter<Hold> waiter = futureWaiter(options);
    CompletableFuture<T> result = AsyncSection.run(waiter.future(), work);
    waiter.start();
    return result;
  }

  // ---- the server's view

  @Override
  public boolean isLocked() {
    return inspect().holder().isPresent();
  }

  @Override
  public LockInspection inspect() {
    return overview.inspect();
  }

  @Override
  public boolean forceUnlock() {
    return overview.forceUnlock();
  }

  // ---- conditions

  @Override
  public Condition newCondition() {
    requireConditions();
    return new LockCondition(gates, keys, ownership, ConditionName.unique());
  }

  @Override
  public Condition newCondition(String conditionName) {
    requireConditions();
    return new LockCondition(gates, keys, ownership, ConditionName.of(conditionName, keys.name()));
  }

  private void requireConditions() {
    if (gates.isSharing()) {
      throw new UnsupportedOperationException(
          "Lock '%s': a read lock has no conditions; the write lock has".formatted(name()));
    }
    if (!gates.hasConditions()) {
      throw new UnsupportedOperationException(
          "Lock '%s': a quorum lock has no conditions; a fair or plain lock has".formatted(name()));
    }
  }

  // ---- entering

  /**
   * One who reads would wait for itself if it waited to write.
   *
   * @throws IllegalMonitorStateException if it means to wait without end
   */
  private boolean isUpgrade(AcquireOptions options) {
    if (gates.isSharing() || gates.holdOfOtherSide(keys, Thread.currentThread()) == null) {
      return false;
    }
    if (options.maxWait().isEmpty()) {
      throw new IllegalMonitorStateException(
          "Lock '%s': %s holds the read lock, and would wait for itself: a read lock does not become a write lock; release it first"
              .formatted(name(), Thread.currentThread()));
    }
    return true;
  }

  private AcquireOptions untimed(Lease lease) {
    return new AcquireOptions(Optional.empty(), lease, defaults.interruptsOnLoss());
  }

  private Waiter.Wish wish(
      AcquireOptions options, @Nullable Thread owner, @Nullable Thread caller) {
    Deadline deadline =
        options
            .maxWait()
            .map(wait -> Deadline.after(gates.engine().clock(), wait))
            .orElse(Deadline.never());
    long now = gates.engine().clock().nanoTime();
    return new Waiter.Wish(
        gates.term(options.lease()),
        owner,
        options.interruptsOnLoss() ? caller : null,
        now,
        deadline,
        options.maxWait().filter(wait -> wait.isZero() || wait.isNegative()).isPresent());
  }

  private Verdict enter(AcquireOptions options, @Nullable Thread owner)
      throws InterruptedException {
    Parking.refuseOnEventLoop(name());
    if (isUpgrade(options)) {
      return Verdict.REFUSED;
    }
    return new ThreadWaiter(wish(options, owner, Thread.currentThread())).await(gates, keys, true);
  }

  private Verdict enterUninterruptibly(AcquireOptions options, @Nullable Thread owner) {
    Parking.refuseOnEventLoop(name());
    if (isUpgrade(options)) {
      return Verdict.REFUSED;
    }
    try {
      return new ThreadWaiter(wish(options, owner, Thread.currentThread()))
          .await(gates, keys, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException("an uninterruptible wait was interrupted", e);
    }
  }

  private static Optional<Hold> hold(Verdict verdict) {
    if (verdict instanceof Verdict.Failed failed) {
      throw failed.exception().get();
    }
    return verdict instanceof OwnedHold hold ? Optional.of(hold) : Optional.empty();
  }

  private static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  @Override
  public String toString() {
    return "DistributedLock[%s]".formatted(name());
  }
}
