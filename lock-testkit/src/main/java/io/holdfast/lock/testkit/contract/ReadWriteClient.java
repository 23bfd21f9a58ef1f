package io.holdfast.lock.testkit.contract;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedReadWriteLock;

/** A client of the read-write lock under test: what stands for one process among others. */
public interface ReadWriteClient extends AutoCloseable {

  /** The lock of this name. */
  DistributedReadWriteLock lock(String name);

  /** The lock of this name, as views with these options. */
  DistributedReadWriteLock lock(String name, AcquireOptions options);

  /** Closes the client. Idempotent, as the client's own. */
  @Override
  void close();
}
