package io.holdfast.lock.core.gate;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Losses of which the owning threads have not been told yet. Any thread.
 *
 * <p>Of a thread that never asks again only the last {@value #LONGEST_MEMORY} are kept: a pool
 * thread that takes short leases on ever new names and lets them run out would fill the memory.
 */
public final class Losses {

  /** What is to be said of a loss. */
  record Loss(String lockName, long token, LossCause cause) {}

  static final int LONGEST_MEMORY = 1000;

  private static final int FIRST_SWEEP = 64;

  /** By the key of the lock, oldest first; looked at within the map's atomic methods only. */
  private final Map<Thread, Map<String, Loss>> untold = new ConcurrentHashMap<>();

  private final AtomicInteger sweepAt = new AtomicInteger(FIRST_SWEEP);

  /** To be told to the thread when it next asks. */
  void remember(Thread thread, String lockKey, Loss loss) {
    int limit = sweepAt.get();
    if (untold.size() >= limit && sweepAt.compareAndSet(limit, Integer.MAX_VALUE)) {
      untold.keySet().removeIf(owner -> !owner.isAlive());
      sweepAt.set(Math.max(FIRST_SWEEP, 2 * untold.size())); // so that a loss costs O(1) in all
    }
    untold.compute(
        thread,
        (owner, known) -> {
          Map<String, Loss> losses = known == null ? new LinkedHashMap<>() : known;
          losses.remove(lockKey); // to be the youngest
          losses.put(lockKey, loss);
          if (losses.size() > LONGEST_MEMORY) {
            losses.remove(losses.keySet().iterator().next());
          }
          return losses;
        });
  }

  /** What there is to tell the current thread, once. */
  Optional<LeaseLostException> tell(String lockKey) {
    if (untold.isEmpty() || !untold.containsKey(Thread.currentThread())) {
      return Optional.empty();
    }
    @Nullable Loss[] found = {null};
    untold.computeIfPresent(
        Thread.currentThread(),
        (owner, losses) -> {
          found[0] = losses.remove(lockKey);
          return losses.isEmpty() ? null : losses;
        });
    return Optional.ofNullable(found[0])
        .map(loss -> new LeaseLostException(loss.lockName(), loss.token(), loss.cause()));
  }

  /** Throws what there is to tell the current thread, once. */
  void throwUntold(String lockKey) {
    Optional<LeaseLostException> loss = tell(lockKey);
    if (loss.isPresent()) {
      throw loss.get();
    }
  }
}
