package io.holdfast.lock.cli.torture;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.client.ReadWriteClient;
import io.holdfast.lock.torture.client.ReadWriteLockClient;

/** The read-write lock, for workers: they make it by its name. */
public final class ReadWriteWorkload extends OneServerWorkload {

  /** For workers. */
  public ReadWriteWorkload() {}

  @Override
  LockClient locksOf(HoldfastClient client) {
    return ReadWriteLockClient.of(new Client(client, new ReadWriteLocks(client)));
  }

  private record Client(HoldfastClient client, ReadWriteLocks locks) implements ReadWriteClient {

    @Override
    public DistributedReadWriteLock lock(String name) {
      return locks.get(name);
    }

    @Override
    public DistributedReadWriteLock lock(String name, AcquireOptions options) {
      return locks.get(name, options);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
