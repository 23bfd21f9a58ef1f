package io.holdfast.micrometer;

import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the server says of a pool, asked for when somebody reads it and the last answer is older
 * than ten seconds. While the server cannot be asked there is no number. Any thread.
 */
final class PoolReading {

  private static final Logger LOG = LoggerFactory.getLogger(PoolReading.class);

  static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final PermitPool pool;
  private final LongSupplier clock;

  /** Guards the two below; a thread that reads meanwhile waits for the same answer. */
  private final ReentrantLock asking = new ReentrantLock();

  private @Nullable PoolInspection last;
  private long nextNanos;

  PoolReading(PermitPool pool, LongSupplier clock) {
    this.pool = pool;
    this.clock = clock;
    this.nextNanos = clock.getAsLong();
  }

  double size() {
    return now(PoolInspection::size);
  }

  double available() {
    return now(PoolInspection::available);
  }

  private double now(ToIntFunction<PoolInspection> number) {
    asking.lock();
    try {
      if (clock.getAsLong() - nextNanos >= 0) {
        last = ask();
        nextNanos = clock.getAsLong() + FRESH_NANOS;
      }
      return last == null ? Double.NaN : number.applyAsInt(last);
    } finally {
      asking.unlock();
    }
  }

  private @Nullable PoolInspection ask() {
    try {
      return pool.inspect();
    } catch (RuntimeException e) { // such as that the server is away, or the client closed
      LOG.debug("Pool '{}' could not be read", pool.name(), e);
      return null;
    }
  }
}
