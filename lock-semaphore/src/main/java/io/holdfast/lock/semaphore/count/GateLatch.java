package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedCountDownLatch;
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

/** A light view of one latch: all state is in the gates. */
final class GateLatch implements DistributedCountDownLatch {

  private final Doorway doorway;
  private final Administration administration;
  private final RemoteCounter counter;
  private final LockKeys keys;
  private final DeclaredSize declaredSize;

  /**
   * A view that takes the latch to have that count at first.
   *
   * @throws IllegalArgumentException if that is less than zero
   */
  GateLatch(
      Gates gates, Administration administration, RemoteCounter counter, LockKeys keys, int count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "Latch '%s': count %s, must be at least 0".formatted(keys.name(), count));
    }
    this.doorway = new Doorway(gates, administration, keys);
    this.administration = administration;
    this.counter = counter;
    this.keys = keys;
    this.declaredSize = new DeclaredSize(doorway.engine().callbacks(), administration, keys, count);
  }

  @Override
  public String name() {
    return keys.name();
  }

  @Override
  public void await() throws InterruptedException {
    boolean unused = await(AcquireOptions.defaults());
  }

  @Override
  public boolean await(Duration wait) throws InterruptedException {
    return await(AcquireOptions.defaults().waitAtMost(wait));
  }

  private boolean await(AcquireOptions options) throws InterruptedException {
    boolean isGranted = doorway.awaitGrant(request(options));
    declaredSize.compareOnce(); // if there was none before
    return isGranted;
  }

  @Override
  public CompletableFuture<Void> awaitAsync() {
    return doorway.grantLater(request(AcquireOptions.defaults()), isGranted -> null, () -> {});
  }

  private Waiter.WaitRequest request(AcquireOptions options) {
    declaredSize.compareOnce();
    return doorway.request(options, null, new Waiter.Share(1, declaredSize.declared(), true));
  }

  @Override
  public void countDown() {
    doorway.changes().await(this::change);
  }

  @Override
  public CompletableFuture<Void> countDownAsync() {
    return doorway.changes().later(this::change);
  }

  private CompletableFuture<Changed> change() {
    doorway.requireOpen();
    return counter
        .change(keys, new Change.CountDown(), declaredSize.declared())
        .whenComplete(declaredSize::compare);
  }

  @Override
  public long getCount() {
    Count count = doorway.ask(then -> administration.count(keys, then));
    return count.isThere() ? count.left() : declaredSize.declared();
  }

  @Override
  public boolean delete() {
    Administration.Deletion deletion = doorway.ask(then -> administration.delete(keys, then));
    counter.deleted(keys, deletion.incarnation());
    return deletion.wasThere();
  }

  @Override
  public String toString() {
    return "DistributedCountDownLatch[%s, %s]".formatted(name(), declaredSize.declared());
  }
}
