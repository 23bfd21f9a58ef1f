package io.holdfast.lock.cli.torture;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.torture.client.LockClient;

/** The plain lock, for workers: they make it by its name. */
public final class PlainWorkload extends OneServerWorkload {

  /** For workers. */
  public PlainWorkload() {}

  @Override
  LockClient locksOf(HoldfastClient client) {
    return new Client(client);
  }

  private record Client(HoldfastClient client) implements LockClient {

    @Override
    public DistributedLock lock(String name) {
      return client.lock(name);
    }

    @Override
    public DistributedLock lock(String name, AcquireOptions options) {
      return client.lock(name, options);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
