package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.CriticalSection;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.key.LockKeys;
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
public final class GateLock implements DistributedLock, Revocable {

  private final Gates gates;
  private final LockKeys keys;
  private final Entrance entrance;
  private final CurrentHold currentHold;
  private final Inspector inspector;
  private final AcquireOptions defaults;
  private final AcquireOptions untimed;

  /** A view with the options that its methods use where the caller names none. */
  public GateLock(
      Gates gates, Administration administration, LockKeys keys, AcquireOptions defaults) {
    this.gates = gates;
    this.keys = keys;
    this.entrance = new Entrance(gates, keys);
    this.currentHold = new CurrentHold(gates, keys);
    this.inspector = new Inspector(gates, administration, keys);
    this.defaults = defaults;
    this.untimed = untimed(defaults.lease());
  }

  @Override
  public String name() {
    return keys.name();
  }

  /** The client that it is a lock of. */
  public Gates.Client client() {
    return gates.client();
  }

  /** What kind of lock it is. */
  public LockKind kind() {
    return gates.kind();
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
    lock(TimeArguments.fixed(leaseTime, unit, "lock()"));
  }

  private void lock(AcquireOptions options) {
    if (!enterAgain()) {
      hold(enterUninterruptibly(options, Thread.currentThread()));
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    entrance.throwIfInterrupted();
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
    return tryLock(untimed.waitAtMost(TimeArguments.saturated(time, unit)));
  }

  @Override
  public boolean tryLock(Duration wait, Duration lease) throws InterruptedException {
    return tryLock(untimed(Lease.fixed(lease)).waitAtMost(wait));
  }

  @Override
  public boolean tryLock(long waitTime, long leaseTime, TimeUnit unit) throws InterruptedException {
    Duration wait = TimeArguments.saturated(waitTime, unit);
    return tryLock(wait, TimeArguments.fixed(leaseTime, unit, "tryLock(waitTime, unit)"));
  }

  private boolean tryLock(AcquireOptions options) throws InterruptedException {
    entrance.throwIfInterrupted();
    return enterAgain() || hold(enter(options, Thread.currentThread())).isPresent();
  }

  @Override
  public void unlock() {
    Parking.beforeBlocking(name());
    OwnedHold hold = currentHold.require();
    if (!hold.leaveInner()) {
      hold.holds().release(hold);
    }
  }

  @Override
  public Optional<Hold> currentHold() {
    OwnedHold hold = currentHold.find();
    if (hold == null) {
      gates.requireOpen();
    }
    return Optional.ofNullable(hold);
  }

  @Override
  public long token() {
    return currentHold.require().token();
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return getHoldCount() > 0;
  }

  @Override
  public int getHoldCount() {
    gates.requireOpen();
    OwnedHold hold = currentHold.find();
    if (hold == null) {
      gates.losses().show(keys.lockKey()); // the caller need not be the one that is to be told
      return 0;
    }
    return hold.count();
  }

  private boolean enterAgain() {
    OwnedHold hold = currentHold.find();
    if (hold == null) {
      gates.losses().throwUntold(keys.lockKey());
      return false;
    }
    hold.enterAgain();
    return true;
  }

  @Override
  public <T, X extends Exception> T withLock(CriticalSection<T, X> section)
      throws X, InterruptedException {
    return withLock(defaults, section);
  }

  @Override
  public <T, X extends Exception> T withLock(AcquireOptions options, CriticalSection<T, X> section)
      throws X, InterruptedException {
    Objects.requireNonNull(section, "section"); // before anything is acquired
    if (!tryLock(options)) {
      throw inspector.timedOutNow(options);
    }
    T result;
    try {
      result = section.run();
    } catch (Throwable e) {
      unlockAfter(e);
      throw e;
    }
    unlock();
    return result;
  }

  private void unlockAfter(Throwable thrown) {
    try {
      unlock();
    } catch (RuntimeException | Error e) { // the loss; or the work has told of that by itself
      if (e != thrown) {
        thrown.addSuppressed(e);
      }
    }
  }

  // ---- handles

  @Override
  public Hold acquire() throws InterruptedException {
    return acquire(defaults);
  }

  @Override
  public Hold acquire(AcquireOptions options) throws InterruptedException {
    return tryAcquire(options).orElseThrow(() -> inspector.timedOutNow(options));
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
    entrance.throwIfInterrupted();
    return hold(enter(options, null));
  }

  @Override
  public CompletableFuture<Hold> acquireAsync() {
    return acquireAsync(defaults);
  }

  @Override
  public CompletableFuture<Hold> acquireAsync(AcquireOptions options) {
    FutureWaiter<Hold> waiter = futureWaiter(options);
    CompletableFuture<Hold> acquiring = confirmed(waiter, options);
    waiter.start();
    return acquiring;
  }

  private FutureWaiter<Hold> futureWaiter(AcquireOptions options) {
    Delivery<Hold> delivery = Delivery.ofHold(hold -> hold, () -> inspector.timedOut(options));
    return entrance.later(entrance.request(options, null, null, Waiter.Share.WHOLE), delivery);
  }

  private CompletableFuture<Hold> confirmed(FutureWaiter<Hold> waiter, AcquireOptions options) {
    return Confirming.of(gates, options).confirmed(waiter.future(), OwnedHold.class::cast);
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
    CompletableFuture<T> result = AsyncSection.run(confirmed(waiter, options), work);
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
    return inspector.inspect();
  }

  @Override
  public boolean forceUnlock() {
    return inspector.forceUnlock();
  }

  @Override
  public Standing standing() {
    return inspector.standing();
  }

  @Override
  public boolean revoke(Held shown) {
    return inspector.revoke(shown);
  }

  // ---- conditions

  @Override
  public Condition newCondition() {
    entrance.requireConditions();
    return new LockCondition(gates, keys, currentHold, ConditionName.unique());
  }

  @Override
  public Condition newCondition(String conditionName) {
    entrance.requireConditions();
    return new LockCondition(
        gates, keys, currentHold, ConditionName.of(conditionName, keys.name()));
  }

  // ---- entering

  private AcquireOptions untimed(Lease lease) {
    return new AcquireOptions(
        Optional.empty(), lease, defaults.interruptsOnLoss(), defaults.confirmation());
  }

  private Waiter.WaitRequest request(AcquireOptions options, @Nullable Thread owner) {
    return entrance.request(options, owner, Thread.currentThread(), Waiter.Share.WHOLE);
  }

  private WaitResult enter(AcquireOptions options, @Nullable Thread owner)
      throws InterruptedException {
    Confirming confirming = Confirming.of(gates, options);
    return entrance.wouldWaitForItself(options)
        ? entrance.refusedAtOnce()
        : confirming.confirmed(entrance.enter(request(options, owner)));
  }

  private WaitResult enterUninterruptibly(AcquireOptions options, @Nullable Thread owner) {
    Confirming confirming = Confirming.of(gates, options);
    return entrance.wouldWaitForItself(options)
        ? entrance.refusedAtOnce()
        : confirming.confirmed(entrance.enterUninterruptibly(request(options, owner)));
  }

  private static Optional<Hold> hold(WaitResult result) {
    return result instanceof OwnedHold hold ? Optional.of(hold) : Optional.empty();
  }

  @Override
  public String toString() {
    return "DistributedLock[%s]".formatted(name());
  }
}
