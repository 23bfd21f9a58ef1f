package io.holdfast.lock.torture.client;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.LockStatistics;

/** A client of the read-write lock under test: what stands for one process among others. */
public interface ReadWriteClient extends AutoCloseable {

  /** The lock of this name. */
  DistributedReadWriteLock lock(String name);

  /** The lock of this name, as views with these options. */
  DistributedReadWriteLock lock(String name, AcquireOptions options);

  /**
   * What happened to the locks of this client.
   *
   * @throws UnsupportedOperationException if it does not count
   */
  default LockStatistics statistics() {
    throw new UnsupportedOperationException("this client does not count");
  }

  /** Closes the client. Idempotent, as the client's own. */
  @Override
  void close();
}
