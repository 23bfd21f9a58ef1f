package io.holdfast.lock.torture.client;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockStatistics;
import java.util.Optional;

/** A client of read-write locks, as one of their write locks that has read locks besides. */
public final class ReadWriteLockClient implements LockClient {

  private final ReadWriteClient pairs;

  private ReadWriteLockClient(ReadWriteClient pairs) {
    this.pairs = pairs;
  }

  /** This one; closing the new one closes it. */
  public static LockClient of(ReadWriteClient pairs) {
    return new ReadWriteLockClient(pairs);
  }

  @Override
  public DistributedLock lock(String name) {
    return pairs.lock(name).writeLock();
  }

  @Override
  public DistributedLock lock(String name, AcquireOptions options) {
    return pairs.lock(name, options).writeLock();
  }

  @Override
  public Optional<DistributedLock> readLock(String name) {
    return Optional.of(pairs.lock(name).readLock());
  }

  @Override
  public LockStatistics statistics() {
    return pairs.statistics();
  }

  @Override
  public void close() {
    pairs.close();
  }
}
