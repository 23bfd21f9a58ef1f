package io.holdfast.lock.cli.torture;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.gate.Arrival;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.torture.client.LockClient;

/** The fair lock, for workers: they make it by its name. */
public final class FairWorkload extends OneServerWorkload {

  /** For workers. */
  public FairWorkload() {}

  @Override
  LockClient locksOf(HoldfastClient client) {
    return new Client(client, new FairLocks(client));
  }

  @Override
  public boolean keepsOrderOfArrival() {
    return true;
  }

  private record Client(HoldfastClient client, FairLocks locks) implements LockClient {

    @Override
    public DistributedLock lock(String name) {
      return locks.get(name);
    }

    @Override
    public DistributedLock lock(String name, AcquireOptions options) {
      return locks.get(name, options);
    }

    @Override
    public long arrivalOf(Hold hold) {
      return Arrival.of(hold);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
