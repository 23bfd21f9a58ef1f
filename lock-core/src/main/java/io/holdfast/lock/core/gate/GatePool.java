package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.key.LockKeys;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A light view of one pool of permits: all state is in the gates. */
public final class GatePool implements PermitPool, Revocable {

  private final Entrance entrance;
  private final Overview overview;
  private final LockKeys keys;
  private final Declaration declaration;

  /** A view that takes the pool to have that size. */
  public GatePool(Gates gates, Administration administration, LockKeys keys, int size) {
    this.entrance = new Entrance(gates, keys);
    this.overview = new Overview(gates, administration, keys);
    this.keys = keys;
    this.declaration =
        new Declaration(gates.engine().callbacks(), keys, requirePositive("size", size));
  }

  @Override
  public String name() {
    return keys.name();
  }

  @Override
  public Permit acquire(int permits, AcquireOptions options) throws InterruptedException {
    return tryAcquire(permits, options).orElseThrow(() -> overview.timedOutNow(options));
  }

  @Override
  public Optional<Permit> tryAcquire(int permits) {
    Waiter.Wish wish = wish(permits, AcquireOptions.defaults().withoutWaiting(), null);
    return permit(entrance.enterUninterruptibly(wish));
  }

  @Override
  public Optional<Permit> tryAcquire(int permits, AcquireOptions options)
      throws InterruptedException {
    Confirming confirming = Confirming.of(entrance.gates(), options);
    Waiter.Wish wish = wish(permits, options, Thread.currentThread());
    return permit(confirming.confirmed(entrance.enter(wish)));
  }

  @Override
  public CompletableFuture<Permit> acquireAsync(int permits, AcquireOptions options) {
    Delivery<Permit> delivery = Delivery.ofHold(this::permit, () -> overview.timedOut(options));
    FutureWaiter<Permit> waiter = entrance.later(wish(permits, options, null), delivery);
    CompletableFuture<Permit> acquiring =
        Confirming.of(entrance.gates(), options)
            .confirmed(waiter.future(), permit -> ((OwnedPermit) permit).hold());
    waiter.start();
    return acquiring;
  }

  @Override
  public PoolInspection inspect() {
    return overview.inspectPool();
  }

  @Override
  public void resize(int newSize) {
    overview.resize(requirePositive("size", newSize));
    declaration.changedTo(newSize);
  }

  @Override
  public boolean reset() {
    return overview.forceUnlock();
  }

  @Override
  public Standing standing() {
    return overview.standing();
  }

  @Override
  public boolean revoke(Held shown) {
    return overview.revoke(shown);
  }

  private Waiter.Wish wish(int permits, AcquireOptions options, @Nullable Thread caller) {
    int most = declaration.largestKnown();
    if (requirePositive("permits", permits) > most) {
      throw new IllegalArgumentException(
          "Pool '%s': %s permits asked for, must be at most its size, %s as far as is known here"
              .formatted(name(), permits, most));
    }
    declaration.compareOnce(overview);
    Waiter.Share share = new Waiter.Share(permits, declaration.declared(), false);
    return entrance.wish(options, null, caller, share);
  }

  private int requirePositive(String what, int number) {
    if (number < 1) {
      throw new IllegalArgumentException(
          "Pool '%s': %s %s, must be at least 1".formatted(name(), what, number));
    }
    return number;
  }

  private Permit permit(OwnedHold hold) {
    declaration.compareOnce(overview);
    return new OwnedPermit(hold);
  }

  private Optional<Permit> permit(Verdict verdict) {
    return verdict instanceof OwnedHold hold ? Optional.of(permit(hold)) : Optional.empty();
  }

  @Override
  public String toString() {
    return "PermitPool[%s, %s]".formatted(name(), declaration.declared());
  }
}
