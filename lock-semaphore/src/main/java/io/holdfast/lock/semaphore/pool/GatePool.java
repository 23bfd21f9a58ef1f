package io.holdfast.lock.semaphore.pool;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Change;
import io.holdfast.lock.core.engine.ChangeRequest;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.gate.Doorway;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.gate.OwnedHold;
import io.holdfast.lock.core.gate.Revocable;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.semaphore.count.DeclaredSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A light view of one pool of permits: all state is in the gates. */
final class GatePool implements PermitPool, Revocable {

  private final Doorway doorway;
  private final Administration administration;
  private final LockKeys keys;
  private final DeclaredSize declaredSize;

  /** A view that takes the pool to have that size. */
  GatePool(Gates gates, Administration administration, LockKeys keys, int size) {
    this.doorway = new Doorway(gates, administration, keys);
    this.administration = administration;
    this.keys = keys;
    this.declaredSize =
        new DeclaredSize(
            doorway.engine().callbacks(), administration, keys, requirePositive("size", size));
  }

  @Override
  public String name() {
    return keys.name();
  }

  @Override
  public Permit acquire(int permits, AcquireOptions options) throws InterruptedException {
    return tryAcquire(permits, options).orElseThrow(() -> doorway.timedOut(options));
  }

  @Override
  public Optional<Permit> tryAcquire(int permits) {
    Waiter.WaitRequest request = request(permits, AcquireOptions.defaults().withoutWaiting(), null);
    return doorway.awaitHoldUninterruptibly(request).map(this::permit);
  }

  @Override
  public Optional<Permit> tryAcquire(int permits, AcquireOptions options)
      throws InterruptedException {
    Waiter.WaitRequest request = request(permits, options, Thread.currentThread());
    return doorway.awaitHold(request, options).map(this::permit);
  }

  @Override
  public CompletableFuture<Permit> acquireAsync(int permits, AcquireOptions options) {
    return doorway.holdLater(
        request(permits, options, null),
        options,
        this::permit,
        permit -> ((OwnedPermit) permit).hold());
  }

  @Override
  public PoolInspection inspect() {
    Administration.State state = doorway.ask(then -> administration.inspect(keys, then));
    return new PoolInspection(
        keys.name(),
        (int) state.size(),
        state.sharers().stream().map(this::holder).toList(),
        state.tickets());
  }

  private PoolInspection.Holder holder(Administration.Holder holder) {
    return new PoolInspection.Holder(
        ClientId.labelOf(holder.id()),
        ClientId.isOf(holder.id(), doorway.engine().clientId()),
        ClientId.permitsOf(holder.id()),
        Duration.ofMillis(Math.max(0, holder.millisLeft())));
  }

  @Override
  public void resize(int newSize) {
    requirePositive("size", newSize);
    Engine engine = doorway.engine();
    String request = engine.clientId() + ':' + engine.numbers().incrementAndGet();
    ChangeRequest change =
        new ChangeRequest(request, new Change.Resize(newSize), newSize, "", OptionalLong.empty());
    Administration.Changed unused = doorway.ask(then -> administration.change(keys, change, then));
    declaredSize.changedTo(newSize);
  }

  @Override
  public boolean reset() {
    return doorway.ask(then -> administration.force(keys, then));
  }

  @Override
  public Standing standing() {
    Administration.State state = doorway.ask(then -> administration.inspect(keys, then));
    List<Held> holders = state.sharers().stream().map(Held::ofPermits).toList();
    return new Standing(holders, state.tickets(), (int) state.size());
  }

  @Override
  public boolean revoke(Held shown) {
    return doorway.ask(then -> administration.forceOut(keys, shown.id(), then));
  }

  private Waiter.WaitRequest request(int permits, AcquireOptions options, @Nullable Thread caller) {
    int most = declaredSize.largestKnown();
    if (requirePositive("permits", permits) > most) {
      throw new IllegalArgumentException(
          "Pool '%s': %s permits requested, must be at most its size, last known to be %s"
              .formatted(name(), permits, most));
    }
    declaredSize.compareOnce();
    Waiter.Share share = new Waiter.Share(permits, declaredSize.declared(), false);
    return doorway.request(options, caller, share);
  }

  private int requirePositive(String what, int number) {
    if (number < 1) {
      throw new IllegalArgumentException(
          "Pool '%s': %s %s, must be at least 1".formatted(name(), what, number));
    }
    return number;
  }

  private Permit permit(OwnedHold hold) {
    declaredSize.compareOnce();
    return new OwnedPermit(hold);
  }

  @Override
  public String toString() {
    return "PermitPool[%s, %s]".formatted(name(), declaredSize.declared());
  }
}
