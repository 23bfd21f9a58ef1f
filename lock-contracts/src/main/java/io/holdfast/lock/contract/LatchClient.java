package io.holdfast.lock.contract;

import io.holdfast.lock.DistributedCountDownLatch;

/** A client of the latch under test; it stands for a process. */
public interface LatchClient extends AutoCloseable {

  /** The latch of this name, made with this count. */
  DistributedCountDownLatch latch(String name, int count);

  /** Closes the client. Idempotent, as the client's own. */
  @Override
  void close();
}
