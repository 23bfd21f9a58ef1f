package io.holdfast.micrometer;

import static io.holdfast.micrometer.ThreadSections.whole;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.CriticalSection;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockInspection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lock whose sections are observed. It is the same lock as that which it asks. */
final class ObservedLock implements DistributedLock {

  private final DistributedLock lock;
  private final ThreadSections threads;
  private final HandleSections handles;
  private final boolean waits; // where a call does not say so itself

  ObservedLock(DistributedLock lock, ObservedLocks observed, boolean waits) {
    this.lock = lock;
    this.threads = new ThreadSections(lock, observed);
    this.handles = new HandleSections(lock.name(), observed);
    this.waits = waits;
  }

  static boolean waits(AcquireOptions options) {
    return options.maxWait().map(ObservedLock::isPositive).orElse(true);
  }

  @Override
  public String name() {
    return lock.name();
  }

  @Override
  public void lock() {
    threads.enter(true, whole(lock::lock));
  }

  @Override
  public void lock(Duration lease) {
    threads.enter(true, whole(() -> lock.lock(lease)));
  }

  @Override
  public void lock(long leaseTime, TimeUnit unit) {
    threads.enter(true, whole(() -> lock.lock(leaseTime, unit)));
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    threads.enter(true, whole(lock::lockInterruptibly));
  }

  @Override
  public boolean tryLock() {
    return threads.enter(false, lock::tryLock);
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return threads.enter(time > 0, () -> lock.tryLock(time, unit));
  }

  @Override
  public boolean tryLock(Duration wait, Duration lease) throws InterruptedException {
    return threads.enter(isPositive(wait), () -> lock.tryLock(wait, lease));
  }

  @Override
  public boolean tryLock(long waitTime, long leaseTime, TimeUnit unit) throws InterruptedException {
    return threads.enter(waitTime > 0, () -> lock.tryLock(waitTime, leaseTime, unit));
  }

  private static boolean isPositive(Duration wait) {
    return !wait.isZero() && !wait.isNegative();
  }

  @Override
  public void unlock() {
    threads.unlock();
  }

  @Override
  public <T, X extends Exception> T withLock(CriticalSection<T, X> section)
      throws X, InterruptedException {
    return threads.within(waits, section, work -> lock.<T, X>withLock(work));
  }

  @Override
  public <T, X extends Exception> T withLock(AcquireOptions options, CriticalSection<T, X> section)
      throws X, InterruptedException {
    return threads.within(waits(options), section, work -> lock.<T, X>withLock(options, work));
  }

  @Override
  public Hold acquire() throws InterruptedException {
    return handles.acquired(waits, lock::acquire);
  }

  @Override
  public Hold acquire(AcquireOptions options) throws InterruptedException {
    return handles.acquired(waits(options), () -> lock.acquire(options));
  }

  @Override
  public Optional<Hold> tryAcquire() {
    return handles.tried(false, lock::tryAcquire);
  }

  @Override
  public Optional<Hold> tryAcquire(Duration wait) throws InterruptedException {
    return handles.tried(isPositive(wait), () -> lock.tryAcquire(wait));
  }

  @Override
  public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
    return handles.tried(waits(options), () -> lock.tryAcquire(options));
  }

  @Override
  public CompletableFuture<Hold> acquireAsync() {
    return handles.async(waits, lock::acquireAsync);
  }

  @Override
  public CompletableFuture<Hold> acquireAsync(AcquireOptions options) {
    return handles.async(waits(options), () -> lock.acquireAsync(options));
  }

  @Override
  public <T> CompletableFuture<T> withLockAsync(
      Function<? super Hold, ? extends CompletionStage<T>> work) {
    return handles.worked(waits, work, lock::withLockAsync);
  }

  @Override
  public <T> CompletableFuture<T> withLockAsync(
      AcquireOptions options, Function<? super Hold, ? extends CompletionStage<T>> work) {
    return handles.worked(
        waits(options), work, observedWork -> lock.withLockAsync(options, observedWork));
  }

  @Override
  public Optional<Hold> currentHold() {
    return lock.currentHold();
  }

  @Override
  public long token() {
    return lock.token();
  }

  @Override
  public boolean isLocked() {
    return lock.isLocked();
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return lock.isHeldByCurrentThread();
  }

  @Override
  public int getHoldCount() {
    return lock.getHoldCount();
  }

  @Override
  public LockInspection inspect() {
    return lock.inspect();
  }

  @Override
  public boolean forceUnlock() {
    return lock.forceUnlock();
  }

  @Override
  public Condition newCondition() {
    return lock.newCondition();
  }

  @Override
  public Condition newCondition(String name) {
    return lock.newCondition(name);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ObservedLock that && lock.equals(that.lock);
  }

  @Override
  public int hashCode() {
    return lock.hashCode();
  }

  @Override
  public String toString() {
    return "observed " + lock;
  }
}
