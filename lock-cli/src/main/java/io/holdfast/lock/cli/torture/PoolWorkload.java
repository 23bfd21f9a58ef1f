package io.holdfast.lock.cli.torture;

import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.semaphore.Semaphores;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.client.PoolClient;
import io.holdfast.lock.torture.client.PoolLockClient;

/** Pools of permits, for workers: they make it by its name. */
public final class PoolWorkload extends OneServerWorkload {

  /** For workers. */
  public PoolWorkload() {}

  @Override
  LockClient locksOf(HoldfastClient client) {
    return PoolLockClient.of(new Client(client, new Semaphores(client)));
  }

  private record Client(HoldfastClient client, Semaphores semaphores) implements PoolClient {

    @Override
    public PermitPool pool(String name, int size) {
      return semaphores.pool(name, size);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
