package io.holdfast.lock.testkit.local;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.CriticalSection;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockInspection;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A light view of one name: all state is in the space, and in the client. */
final class LocalLock implements DistributedLock {

  private final LocalClient client;
  private final String name;
  private final LocalEntrance entrance;
  private final AcquireOptions defaults;
  private final AcquireOptions untimed;

  LocalLock(LocalClient client, String name, AcquireOptions defaults) {
    this.client = client;
    this.name = name;
    this.entrance = new LocalEntrance(client, name);
    this.defaults = defaults;
    this.untimed = untimed(defaults.lease());
  }

  private AcquireOptions untimed(Lease lease) {
    return new AcquireOptions(
        Optional.empty(), lease, defaults.interruptsOnLoss(), defaults.confirmation());
  }

  private <T extends @Nullable Object> T in(Function<LocalQueue, T> work) {
    return client.space().in(name, work);
  }

  @Override
  public String name() {
    return name;
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
    lock(fixed(leaseTime, unit, "lock()"));
  }

  private void lock(AcquireOptions options) {
    if (!entrance.enterAgain()) {
      LocalClaim unused = entrance.takeUninterruptibly(options, Thread.currentThread());
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    boolean unused = tryLock(untimed);
  }

  @Override
  public boolean tryLock() {
    return entrance.enterAgain()
        || entrance
            .takeUninterruptibly(untimed.withoutWaiting(), Thread.currentThread())
            .hold()
            .isPresent();
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return tryLock(untimed.waitAtMost(LocalDeadline.saturated(time, unit)));
  }

  @Override
  public boolean tryLock(Duration wait, Duration lease) throws InterruptedException {
    return tryLock(untimed(Lease.fixed(lease)).waitAtMost(wait));
  }

  @Override
  public boolean tryLock(long waitTime, long leaseTime, TimeUnit unit) throws InterruptedException {
    Duration wait = LocalDeadline.saturated(waitTime, unit);
    return tryLock(wait, fixed(leaseTime, unit, "tryLock(waitTime, unit)"));
  }

  private boolean tryLock(AcquireOptions options) throws InterruptedException {
    entrance.throwIfInterrupted();
    return entrance.enterAgain()
        || entrance.take(options, Thread.currentThread()).hold().isPresent();
  }

  private static Duration fixed(long leaseTime, TimeUnit unit, String renewing) {
    if (leaseTime == -1) {
      throw new IllegalArgumentException(
          "leaseTime -1: does not mean 'renewed' here; call " + renewing + " for a renewed lease");
    }
    return LocalDeadline.saturated(leaseTime, unit);
  }

  @Override
  public void unlock() {
    boolean unused =
        in(
            queue -> {
              LocalHold hold = client.require(name);
              if (!hold.leavesInner()) {
                queue.release(hold);
              }
              return true;
            });
  }

  @Override
  public Optional<Hold> currentHold() {
    return in(
        queue -> {
          client.requireOpen(name);
          return client.find(name).map(LocalHold::view);
        });
  }

  @Override
  public long token() {
    return in(queue -> client.require(name).token());
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return getHoldCount() > 0;
  }

  @Override
  public int getHoldCount() {
    return in(queue -> client.look(name).map(LocalHold::count).orElse(0));
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
    entrance.throwIfInterrupted();
    if (!entrance.enterAgain()) {
      LocalClaim claim = entrance.take(options, Thread.currentThread());
      if (claim.hold().isEmpty()) {
        throw entrance.timedOut(options, claim);
      }
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
    } catch (RuntimeException e) { // the loss; or the work has told of that by itself
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
    entrance.throwIfInterrupted();
    LocalClaim claim = entrance.take(options, null);
    return claim
        .hold()
        .<Hold>map(LocalHold::view)
        .orElseThrow(() -> entrance.timedOut(options, claim));
  }

  @Override
  public Optional<Hold> tryAcquire() {
    return entrance
        .takeUninterruptibly(defaults.withoutWaiting(), null)
        .hold()
        .map(LocalHold::view);
  }

  @Override
  public Optional<Hold> tryAcquire(Duration wait) throws InterruptedException {
    return tryAcquire(defaults.waitAtMost(wait));
  }

  @Override
  public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
    entrance.throwIfInterrupted();
    return entrance.take(options, null).hold().map(LocalHold::view);
  }

  @Override
  public CompletableFuture<Hold> acquireAsync() {
    return acquireAsync(defaults);
  }

  @Override
  public CompletableFuture<Hold> acquireAsync(AcquireOptions options) {
    LocalAsync acquiring = entrance.async(options);
    acquiring.start();
    return acquiring.future();
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
    LocalAsync acquiring = entrance.async(options);
    CompletableFuture<T> result = acquiring.thenWork(work);
    acquiring.start();
    return result;
  }

  // ---- what all clients see

  @Override
  public boolean isLocked() {
    return inspect().holder().isPresent();
  }

  @Override
  public LockInspection inspect() {
    return in(
        queue -> {
          client.requireOpen(name);
          return queue.inspect(client);
        });
  }

  @Override
  public boolean forceUnlock() {
    return in(
        queue -> {
          client.requireOpen(name);
          return queue.force();
        });
  }

  // ---- conditions

  @Override
  public Condition newCondition() {
    return new LocalCondition(client, name, new Object(), "without a name");
  }

  @Override
  public Condition newCondition(String conditionName) {
    String checked = LocalNames.ofCondition(conditionName);
    return new LocalCondition(client, name, checked, "'" + checked + "'");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LocalLock that && client == that.client && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return "LocalLock[%s]".formatted(name);
  }
}
