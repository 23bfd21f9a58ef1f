package io.holdfast.lock.core.gate;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Losses of which the owning threads have not been told yet. Any thread.
 *
 * <p>Of a thread that never asks again only the last {@value #MOST_OF_A_THREAD} are kept, and none
 * for much longer than an hour: a pool thread that takes short leases on ever new names and lets
 * them run out would fill the memory.
 */
public final class Losses implements Watched {

  /**
   * What is to be said of a loss.
   *
   * @param interrupt of the thread that acquired; null for none
   */
  record Loss(String lockName, long token, LossCause cause, @Nullable LossInterrupt interrupt) {

    /** For telling it now. Without a monitor. */
    LeaseLostException exception() {
      if (interrupt != null) {
        interrupt.awaitOrPrevent();
      }
      return new LeaseLostException(lockName, token, cause);
    }
  }

  /**
   * A loss that is still to be told.
   *
   * @param isSeen whether its thread has asked, and so seen, that it has no hold
   */
  private record Remembered(Loss loss, long sinceNanos, boolean isSeen) {

    Remembered seen() {
      return new Remembered(loss, sinceNanos, true);
    }
  }

  static final int MOST_OF_A_THREAD = 1000;
  static final Duration LONGEST_MEMORY = Duration.ofHours(1);

  private static final long BETWEEN_SWEEPS_NANOS = LONGEST_MEMORY.dividedBy(4).toNanos();

  private static final int FIRST_SWEEP = 64;

  /** By the key of the lock, oldest first; looked at within the map's atomic methods only. */
  private final Map<Thread, Map<String, Remembered>> untold = new ConcurrentHashMap<>();

  private final AtomicInteger sweepAt = new AtomicInteger(FIRST_SWEEP);
  private final MonotonicClock clock;
  private final Watchdog watchdog;
  private volatile long sweepNanos;

  Losses(MonotonicClock clock, Watchdog watchdog) {
    this.clock = clock;
    this.watchdog = watchdog;
    this.sweepNanos = clock.nanoTime();
  }

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
          Map<String, Remembered> losses = known == null ? new LinkedHashMap<>() : known;
          losses.remove(lockKey); // to be the youngest
          losses.put(lockKey, new Remembered(loss, clock.nanoTime(), false));
          if (losses.size() > MOST_OF_A_THREAD) {
            losses.remove(losses.keySet().iterator().next());
          }
          return losses;
        });
    watchdog.watch(this);
  }

  /** Of how many losses nobody has been told. */
  int size() {
    AtomicInteger size = new AtomicInteger();
    untold
        .keySet()
        .forEach(
            owner ->
                untold.computeIfPresent(
                    owner,
                    (same, losses) -> {
                      size.addAndGet(losses.size());
                      return losses;
                    }));
    return size.get();
  }

  @Override
  public long dueNanos() {
    return sweepNanos;
  }

  /** Forgets what was remembered for too long, and for threads that have died. */
  @Override
  public void onDue(long now) {
    watchdog.forget(this); // first: what is remembered from here on watches again
    sweepNanos = now + BETWEEN_SWEEPS_NANOS;
    for (Thread thread : untold.keySet()) {
      untold.computeIfPresent(
          thread,
          (owner, losses) -> {
            losses.values().removeIf(one -> now - one.sinceNanos() > LONGEST_MEMORY.toNanos());
            return losses.isEmpty() || !owner.isAlive() ? null : losses;
          });
    }
    if (!untold.isEmpty()) {
      watchdog.watch(this);
    }
  }

  /** What there is to tell the current thread, once. */
  Optional<LeaseLostException> tell(String lockKey) {
    return take(lockKey).map(one -> one.loss().exception());
  }

  /** The current thread sees that it has no hold. What there is to tell it is still to be told. */
  void show(String lockKey) {
    if (mayConcernThisThread()) {
      untold.computeIfPresent(
          Thread.currentThread(),
          (owner, losses) -> {
            losses.computeIfPresent(lockKey, (key, one) -> one.seen());
            return losses;
          });
    }
  }

  /**
   * The current thread begins anew: throws what there is to tell it, once. If it has seen that it
   * has no hold, that is forgotten instead.
   */
  void throwUntold(String lockKey) {
    Optional<Remembered> found = take(lockKey);
    if (found.isPresent() && !found.get().isSeen()) {
      throw found.get().loss().exception();
    }
  }

  private boolean mayConcernThisThread() {
    return !untold.isEmpty() && untold.containsKey(Thread.currentThread());
  }

  private Optional<Remembered> take(String lockKey) {
    if (!mayConcernThisThread()) {
      return Optional.empty();
    }
    @Nullable Remembered[] found = {null};
    untold.computeIfPresent(
        Thread.currentThread(),
        (owner, losses) -> {
          found[0] = losses.remove(lockKey);
          return losses.isEmpty() ? null : losses;
        });
    return Optional.ofNullable(found[0]);
  }
}
