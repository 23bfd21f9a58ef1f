package io.holdfast.lock.core.lock;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.CriticalSection;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.gate.CurrentHold;
import io.holdfast.lock.core.gate.Doorway;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.gate.OwnedHold;
import io.holdfast.lock.core.gate.Revocable;
import io.holdfast.lock.core.gate.TimeArguments;
import io.holdfast.lock.core.gate.Waiter;
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
  private final Doorway doorway;
  private final CurrentHold currentHold;
  private final AcquireOptions defaults;
  private final AcquireOptions untimed;

  /** A view with the options that its methods use where the caller names none. */
  public GateLock(
      Gates gates, Administration administration, LockKeys keys, AcquireOptions defaults) {
    this.gates = gates;
    this.keys = keys;
    this.doorway = new Doorway(gates, administration, keys);
    this.currentHold = doorway.currentHold();
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
    if (!currentHold.enterAgain()) {
      var unused = awaitUninterruptibly(options);
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    doorway.throwIfInterrupted();
    if (!currentHold.enterAgain()) {
      var unused = await(untimed);
    }
  }

  @Override
  public boolean tryLock() {
    return currentHold.enterAgain() || awaitUninterruptibly(untimed.withoutWaiting());
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
    doorway.throwIfInterrupted();
    return currentHold.enterAgain() || await(options);
  }

  @Override
  public void unlock() {
    currentHold.leave();
  }

  @Override
  public Optional<Hold> currentHold() {
    return currentHold.findIfOpen().map(hold -> hold);
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
    return currentHold.count();
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
      throw doorway.timedOut(options);
    }
    return ThreadSection.run(this, section);
  }

  // ---- handles

  @Override
  public Hold acquire() throws InterruptedException {
    return acquire(defaults);
  }

  @Override
  public Hold acquire(AcquireOptions options) throws InterruptedException {
    return tryAcquire(options).orElseThrow(() -> doorway.timedOut(options));
  }

  @Override
  public Optional<Hold> tryAcquire() {
    return Doorway.hold(doorway.awaitWholeUninterruptibly(defaults.withoutWaiting(), null))
        .map(Function.identity());
  }

  @Override
  public Optional<Hold> tryAcquire(Duration wait) throws InterruptedException {
    return tryAcquire(defaults.waitAtMost(wait));
  }

  @Override
  public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
    doorway.throwIfInterrupted();
    return Doorway.hold(doorway.awaitWhole(options, null)).map(Function.identity());
  }

  @Override
  public CompletableFuture<Hold> acquireAsync() {
    return acquireAsync(defaults);
  }

  @Override
  public CompletableFuture<Hold> acquireAsync(AcquireOptions options) {
    return doorway.holdLater(
        requestOfNobody(options), options, hold -> hold, OwnedHold.class::cast);
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
    return doorway.sectionLater(requestOfNobody(options), options, work);
  }

  // ---- the server's view

  @Override
  public boolean isLocked() {
    return inspect().holder().isPresent();
  }

  @Override
  public LockInspection inspect() {
    return doorway.inspect();
  }

  @Override
  public boolean forceUnlock() {
    return doorway.forceUnlock();
  }

  @Override
  public Standing standing() {
    return doorway.standing();
  }

  @Override
  public boolean revoke(Held shown) {
    return doorway.revoke(shown);
  }

  // ---- conditions

  @Override
  public Condition newCondition() {
    return doorway.condition();
  }

  @Override
  public Condition newCondition(String conditionName) {
    return doorway.condition(conditionName);
  }

  // ---- entering

  private AcquireOptions untimed(Lease lease) {
    return new AcquireOptions(
        Optional.empty(), lease, defaults.interruptsOnLoss(), defaults.confirmation());
  }

  /** For a handle, whose work has no thread of its own. */
  private Waiter.WaitRequest requestOfNobody(AcquireOptions options) {
    return doorway.request(options, null, Waiter.Share.WHOLE);
  }

  /** Whether this thread got a hold. */
  private boolean await(AcquireOptions options) throws InterruptedException {
    return doorway.awaitWhole(options, Thread.currentThread()) instanceof OwnedHold;
  }

  private boolean awaitUninterruptibly(AcquireOptions options) {
    return doorway.awaitWholeUninterruptibly(options, Thread.currentThread()) instanceof OwnedHold;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof GateLock that && gates == that.gates && keys.equals(that.keys);
  }

  @Override
  public int hashCode() {
    return keys.hashCode();
  }

  @Override
  public String toString() {
    return "DistributedLock[%s]".formatted(name());
  }
}
