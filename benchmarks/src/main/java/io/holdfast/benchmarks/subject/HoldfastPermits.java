package io.holdfast.benchmarks.subject;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import java.util.OptionalLong;

/** Holdfast's semaphore and pool, as they come. */
final class HoldfastPermits {

  private HoldfastPermits() {}

  static PermitHandle of(DistributedSemaphore semaphore) {
    HeldPermit permit = new OfSemaphore(semaphore);
    return () -> {
      semaphore.acquire();
      return permit;
    };
  }

  static PermitHandle of(PermitPool pool) {
    return () -> new OfPool(pool.acquire());
  }

  private record OfSemaphore(DistributedSemaphore semaphore) implements HeldPermit {

    @Override
    public OptionalLong token() {
      return OptionalLong.empty();
    }

    @Override
    public void release() {
      semaphore.release();
    }
  }

  private record OfPool(Permit permit) implements HeldPermit {

    @Override
    public OptionalLong token() {
      return OptionalLong.of(permit.token());
    }

    @Override
    public void release() {
      permit.close();
    }
  }
}
