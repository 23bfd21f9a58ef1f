package io.holdfast.lock.contract;

import io.holdfast.lock.DistributedSemaphore;

/** A client of the semaphore under test: what stands for one process among others. */
public interface SemaphoreClient extends AutoCloseable {

  /** The semaphore of this name, made with so many permits. */
  DistributedSemaphore semaphore(String name, int permits, boolean fair);

  /** Closes the client. Idempotent, as the client's own. */
  @Override
  void close();
}
