package io.holdfast.lock.cli.run;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import java.util.Optional;

/** What a command runs under: a lock, or permits of a pool. */
interface Guard {

  /** What it is and its name, for people. */
  String title();

  /** Waits as the options say; empty if it was not obtained. */
  Optional<? extends Hold> tryAcquire(AcquireOptions options) throws InterruptedException;

  /** Whether its token orders its holders, one after the other. */
  boolean hasToken();

  /** Who is in the way; asks the server. */
  String describe();

  /** A lock. */
  static Guard of(DistributedLock lock) {
    return new Guard() {

      @Override
      public String title() {
        return "lock '" + lock.name() + "'";
      }

      @Override
      public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
        return lock.tryAcquire(options);
      }

      @Override
      public boolean hasToken() {
        return true;
      }

      @Override
      public String describe() {
        LockInspection now = lock.inspect();
        String who =
            now.holder()
                .map(
                    holder ->
                        "holder %s, lease left %s ms"
                            .formatted(holder.clientLabel(), holder.remaining().toMillis()))
                .orElse("free by now");
        return "%s, %s waiting".formatted(who, now.queueLength());
      }
    };
  }

  /** A number of permits. */
  static Guard of(PermitPool pool, int permits) {
    return new Guard() {

      @Override
      public String title() {
        return "pool '" + pool.name() + "'";
      }

      @Override
      public Optional<? extends Hold> tryAcquire(AcquireOptions options)
          throws InterruptedException {
        return pool.tryAcquire(permits, options);
      }

      @Override
      public boolean hasToken() {
        return false;
      }

      @Override
      public String describe() {
        PoolInspection now = pool.inspect();
        return "%s of %s permits free, %s asked for, %s waiting"
            .formatted(Math.max(0, now.available()), now.size(), permits, now.queueLength());
      }
    };
  }
}
