package io.holdfast.lock.torture.client;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.PermitPool;
import java.util.Optional;

/**
 * A client of pools of permits, for processes: it has no locks besides. Does not tell places in the
 * queue: the token of a permit says when its client heard of it, as a repeated request draws a new
 * one, and so not in which order permits were given.
 */
public final class PoolLockClient implements LockClient {

  private final PoolClient pools;

  private PoolLockClient(PoolClient pools) {
    this.pools = pools;
  }

  /** This one; closing the new one closes it. */
  public static LockClient of(PoolClient pools) {
    return new PoolLockClient(pools);
  }

  /** Is not there. */
  @Override
  public DistributedLock lock(String name) {
    throw new UnsupportedOperationException("pools of permits are no locks: " + name);
  }

  /** Is not there. */
  @Override
  public DistributedLock lock(String name, AcquireOptions options) {
    return lock(name);
  }

  @Override
  public Optional<PermitPool> pool(String name, int size) {
    return Optional.of(pools.pool(name, size));
  }

  @Override
  public void close() {
    pools.close();
  }
}
