package io.holdfast.lock.contract;

import io.holdfast.lock.DistributedSemaphore;

/** A client of the semaphore under test; it stands for a process. */
public interface SemaphoreClient extends AutoCloseable {

  /** The semaphore of this name, made with this many permits. */
  DistributedSemaphore semaphore(String name, int permits, boolean fair);

  /** Closes the client. Idempotent, as the client's own. */
  @Override
  void close();
}
