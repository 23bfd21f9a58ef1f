package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Administration.Changed;
import io.holdfast.lock.core.engine.Administration.Count;
import io.holdfast.lock.core.engine.Change;
import io.holdfast.lock.core.gate.Doorway;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A light view of one semaphore: all state is in the gates. */
final class GateSemaphore implements DistributedSemaphore {

  private final Doorway doorway;
  private final Administration administration;
  private final RemoteCounter counter;
  private final LockKeys keys;
  private final boolean isFair;
  private final DeclaredSize declaredSize;

  /**
   * A view that takes the semaphore to have that number of permits; below zero as in the JDK: that
   * number has to be released before any is there.
   */
  GateSemaphore(
      Gates gates,
      Administration administration,
      RemoteCounter counter,
      LockKeys keys,
      int permits,
      boolean isFair) {
    this.doorway = new Doorway(gates, administration, keys);
    this.administration = administration;
    this.counter = counter;
    this.keys = keys;
    this.isFair = isFair;
    this.declaredSize =
        new DeclaredSize(doorway.engine().callbacks(), administration, keys, permits);
  }

  @Override
  public String name() {
    return keys.name();
  }

  // ---- acquiring

  @Override
  public void acquire(int permits) throws InterruptedException {
    boolean unused =
        compareIf(doorway.awaitGrant(request(permits, AcquireOptions.defaults(), isFair)));
  }

  @Override
  public void acquireUninterruptibly(int permits) {
    Waiter.WaitRequest request = request(permits, AcquireOptions.defaults(), isFair);
    boolean unused = compareIf(doorway.awaitGrantUninterruptibly(request));
  }

  @Override
  public boolean tryAcquire(int permits) {
    Waiter.WaitRequest request =
        request(permits, AcquireOptions.defaults().withoutWaiting(), false);
    return compareIf(doorway.awaitGrantUninterruptibly(request));
  }

  @Override
  public boolean tryAcquire(int permits, Duration wait) throws InterruptedException {
    AcquireOptions options = AcquireOptions.defaults().waitAtMost(wait);
    return compareIf(doorway.awaitGrant(request(permits, options, isFair)));
  }

  @Override
  public CompletableFuture<Void> acquireAsync(int permits) {
    return future(permits, AcquireOptions.defaults(), isGranted -> null);
  }

  @Override
  public CompletableFuture<Boolean> tryAcquireAsync(int permits, Duration wait) {
    return future(permits, AcquireOptions.defaults().waitAtMost(wait), isGranted -> isGranted);
  }

  private <T> CompletableFuture<T> future(
      int permits, AcquireOptions options, Function<Boolean, T> result) {
    return doorway.grantLater(
        request(permits, options, isFair),
        isGranted -> result.apply(compareIf(isGranted)),
        () -> {
          var unused = change(new Change.GiveBack(permits));
        });
  }

  private Waiter.WaitRequest request(int permits, AcquireOptions options, boolean isInOrder) {
    Waiter.Share share =
        new Waiter.Share(requireNatural(permits), declaredSize.declared(), !isInOrder);
    declaredSize.compareOnce();
    return doorway.request(options, null, share);
  }

  /** If it was granted, there is a number to compare with. Returns the same. */
  private boolean compareIf(boolean isGranted) {
    if (isGranted) {
      declaredSize.compareOnce();
    }
    return isGranted;
  }

  private int requireNatural(int permits) {
    if (permits < 0) {
      throw new IllegalArgumentException(
          "Semaphore '%s': %s permits, must be at least 0".formatted(keys.name(), permits));
    }
    return permits;
  }

  // ---- releasing and changing

  @Override
  public void release(int permits) {
    requireNatural(permits);
    doorway.changes().await(() -> give(permits));
  }

  @Override
  public CompletableFuture<Void> releaseAsync(int permits) {
    requireNatural(permits);
    return doorway.changes().later(() -> give(permits));
  }

  private CompletableFuture<?> give(int permits) {
    doorway.requireOpen();
    return !isFair && doorway.gate() instanceof SemaphoreGate gate
        ? gate.release(permits, declaredSize.declared())
        : change(new Change.Give(permits));
  }

  private CompletableFuture<Changed> change(Change change) {
    return counter
        .change(keys, change, declaredSize.declared())
        .whenComplete(
            (changed, thrown) -> {
              if (change instanceof Change.Give) { // the others make it another number
                declaredSize.compare(changed, thrown);
              }
            });
  }

  private void changeAndAwait(Change change) {
    doorway.requireOpen();
    doorway.changes().await(() -> change(change));
  }

  @Override
  public void addPermits(int more) {
    changeAndAwait(new Change.Grow(requireNatural(more)));
  }

  @Override
  public void reducePermits(int reduction) {
    changeAndAwait(new Change.Grow(-(long) requireNatural(reduction)));
  }

  @Override
  public void resize(int permits) {
    changeAndAwait(new Change.Resize(requireNatural(permits)));
  }

  @Override
  public int drainPermits() {
    doorway.requireOpen();
    long taken =
        doorway
            .changes()
            .awaitAnswer(
                this::drain,
                late -> {
                  var unused = change(new Change.GiveBack(late));
                });
    return saturated(taken);
  }

  private CompletableFuture<Long> drain() {
    return counter
        .change(keys, new Change.Drain(), declaredSize.declared())
        .thenApply(changed -> changed.drained().orElseThrow().permits());
  }

  @Override
  public boolean delete() {
    Administration.Deletion deletion = doorway.ask(then -> administration.delete(keys, then));
    counter.deleted(keys, deletion.incarnation());
    return deletion.wasThere();
  }

  // ---- looking

  @Override
  public int availablePermits() {
    Count count = count();
    return count.isThere() ? saturated(count.left()) : declaredSize.declared();
  }

  private Count count() {
    return doorway.ask(then -> administration.count(keys, then));
  }

  /** Promises may make the balance smaller than its least number. */
  private static int saturated(long permits) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, permits));
  }

  @Override
  public boolean isFair() {
    return isFair;
  }

  @Override
  public int getQueueLength() {
    int here = doorway.gate() instanceof SemaphoreGate gate ? gate.waitingBeside() : 0;
    return Math.max(0, count().tickets() + here);
  }

  @Override
  public String toString() {
    return "DistributedSemaphore[%s, %s%s]"
        .formatted(name(), isFair ? "fair, " : "", declaredSize.declared());
  }
}
