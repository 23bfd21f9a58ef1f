package io.holdfast.lock.core.gate;

import io.holdfast.lock.LeaseLostException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Losses of which the owning threads have not been told yet. Any thread. */
public final class Losses {

  private record Owner(Thread thread, String lockKey) {}

  private static final int FIRST_SWEEP = 64;

  private final Map<Owner, LeaseLostException> untold = new ConcurrentHashMap<>();
  private final AtomicInteger sweepAt = new AtomicInteger(FIRST_SWEEP);

  /** To be told to the thread when it next asks. */
  void remember(Thread thread, String lockKey, LeaseLostException loss) {
    int limit = sweepAt.get();
    if (untold.size() >= limit && sweepAt.compareAndSet(limit, Integer.MAX_VALUE)) {
      untold.keySet().removeIf(owner -> !owner.thread.isAlive());
      sweepAt.set(Math.max(FIRST_SWEEP, 2 * untold.size())); // so that a loss costs O(1) in all
    }
    untold.put(new Owner(thread, lockKey), loss);
  }

  /** What there is to tell the current thread, once. */
  Optional<LeaseLostException> tell(String lockKey) {
    if (untold.isEmpty()) {
      return Optional.empty();
    }
    LeaseLostException loss = untold.remove(new Owner(Thread.currentThread(), lockKey));
    if (loss != null) {
      loss.fillInStackTrace(); // the trace of who is told, not of who found out
    }
    return Optional.ofNullable(loss);
  }

  /** Throws what there is to tell the current thread, once. */
  void throwUntold(String lockKey) {
    Optional<LeaseLostException> loss = tell(lockKey);
    if (loss.isPresent()) {
      throw loss.get();
    }
  }
}
