package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Administration.Count;
import io.holdfast.lock.core.key.LockKeys;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A light view of one latch: all state is in the gates. */
public final class GateLatch implements DistributedCountDownLatch {

  private final Gates gates;
  private final Entrance entrance;
  private final Till till;
  private final Overview overview;
  private final LockKeys keys;
  private final Declaration declaration;

  /**
   * A view that takes the latch to have that count at first.
   *
   * @throws IllegalArgumentException if that is less than zero
   */
  public GateLatch(
      Gates gates, Administration administration, Till till, LockKeys keys, int count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "Latch '%s': count %s, must be at least 0".formatted(keys.name(), count));
    }
    this.gates = gates;
    this.entrance = new Entrance(gates, keys);
    this.till = till;
    this.overview = new Overview(gates, administration, keys);
    this.keys = keys;
    this.declaration = new Declaration(gates.engine().callbacks(), keys, count);
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
    Verdict verdict = entrance.enter(wish(options));
    declaration.compareOnce(overview); // if there was none before
    return verdict instanceof Verdict.Granted;
  }

  @Override
  public CompletableFuture<Void> awaitAsync() {
    Delivery<Void> delivery = Delivery.ofGrant(isGranted -> null, () -> {});
    return entrance.later(wish(AcquireOptions.defaults()), delivery).start();
  }

  private Waiter.Wish wish(AcquireOptions options) {
    declaration.compareOnce(overview);
    return entrance.wish(options, null, null, new Waiter.Share(1, declaration.declared(), true));
  }

  @Override
  public void countDown() {
    Parking.beforeBlocking(keys);
    Changing.await(change(), gates.engine(), keys);
  }

  @Override
  public CompletableFuture<Void> countDownAsync() {
    return Changing.async(this::change, gates.engine());
  }

  private CompletableFuture<Count> change() {
    gates.requireOpen();
    return till.change(keys, "count_down", -1, declaration.declared())
        .whenComplete(declaration::compare);
  }

  @Override
  public long getCount() {
    Count count = overview.count();
    return count.isThere() ? count.left() : declaration.declared();
  }

  @Override
  public boolean delete() {
    Administration.Deletion deletion = overview.delete();
    till.deleted(keys, deletion.incarnation());
    return deletion.wasThere();
  }

  @Override
  public String toString() {
    return "DistributedCountDownLatch[%s, %s]".formatted(name(), declaration.declared());
  }
}
