package io.holdfast.lock.testkit.contract;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;

/** A client of the kind under test: what stands for one process among others. */
public interface LockClient extends AutoCloseable {

  /** The lock of this name. */
  DistributedLock lock(String name);

  /** The lock of this name, as a view with these options. */
  DistributedLock lock(String name, AcquireOptions options);

  /** Closes the client. Idempotent, as the client's own. */
  @Override
  void close();
}
