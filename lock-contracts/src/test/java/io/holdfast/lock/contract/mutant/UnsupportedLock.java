package io.holdfast.lock.contract.mutant;

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

/** A lock without what a mini lock does without. */
abstract class UnsupportedLock implements DistributedLock {

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("not a part of the mini lock");
  }

  @Override
  public void lock(long leaseTime, TimeUnit unit) {
    throw unsupported();
  }

  @Override
  public boolean tryLock(long waitTime, long leaseTime, TimeUnit unit) {
    throw unsupported();
  }

  @Override
  public <T, X extends Exception> T withLock(CriticalSection<T, X> section) {
    throw unsupported();
  }

  @Override
  public <T, X extends Exception> T withLock(
      AcquireOptions options, CriticalSection<T, X> section) {
    throw unsupported();
  }

  @Override
  public Hold acquire() {
    throw unsupported();
  }

  @Override
  public Hold acquire(AcquireOptions options) {
    throw unsupported();
  }

  @Override
  public Optional<Hold> tryAcquire() {
    throw unsupported();
  }

  @Override
  public Optional<Hold> tryAcquire(Duration wait) {
    throw unsupported();
  }

  @Override
  public CompletableFuture<Hold> acquireAsync(AcquireOptions options) {
    throw unsupported();
  }

  @Override
  public <T> CompletableFuture<T> withLockAsync(
      Function<? super Hold, ? extends CompletionStage<T>> work) {
    throw unsupported();
  }

  @Override
  public <T> CompletableFuture<T> withLockAsync(
      AcquireOptions options, Function<? super Hold, ? extends CompletionStage<T>> work) {
    throw unsupported();
  }

  @Override
  public boolean isLocked() {
    throw unsupported();
  }

  @Override
  public LockInspection inspect() {
    throw unsupported();
  }

  @Override
  public boolean forceUnlock() {
    throw unsupported();
  }

  @Override
  public Condition newCondition() {
    throw unsupported();
  }
}
