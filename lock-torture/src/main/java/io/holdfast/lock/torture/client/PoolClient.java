package io.holdfast.lock.torture.client;

import io.holdfast.lock.PermitPool;

/** A client of the pools under test: what stands for one process among others. */
public interface PoolClient extends AutoCloseable {

  /** A new object for the pool of this name, that takes it to have this size. */
  PermitPool pool(String name, int size);

  /** Closes the client. Idempotent, as the client's own. */
  @Override
  void close();
}
