package io.holdfast.benchmarks.subject;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RSemaphore;

/**
 * Redisson's {@code RSemaphore}, and its {@code RPermitExpirableSemaphore} with a lease of 30 s for
 * every permit, so that it comes back when its holder dies, as Holdfast's does.
 */
final class RedissonPermits {

  private static final long LEASE_SECONDS = 30;

  private RedissonPermits() {}

  static PermitHandle of(RSemaphore semaphore, int permits) {
    semaphore.trySetPermits(permits); // if nobody has
    HeldPermit permit = new OfSemaphore(semaphore);
    return () -> {
      semaphore.acquire();
      return permit;
    };
  }

  static PermitHandle of(RPermitExpirableSemaphore pool, int permits) {
    pool.trySetPermits(permits);
    return () -> new OfPool(pool, pool.acquire(LEASE_SECONDS, TimeUnit.SECONDS));
  }

  private record OfSemaphore(RSemaphore semaphore) implements HeldPermit {

    @Override
    public OptionalLong token() {
      return OptionalLong.empty();
    }

    @Override
    public void release() {
      semaphore.release();
    }
  }

  private record OfPool(RPermitExpirableSemaphore pool, String id) implements HeldPermit {

    @Override
    public OptionalLong token() {
      return OptionalLong.empty();
    }

    @Override
    public void release() {
      pool.release(id);
    }
  }
}
