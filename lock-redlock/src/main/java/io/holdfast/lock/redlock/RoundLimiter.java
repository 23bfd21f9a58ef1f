package io.holdfast.lock.redlock;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets only a limited number of rounds of votes go on at a time; the others wait for their turn, in
 * order.
 *
 * <p>A round that is not answered in time is undone at all nodes, and begun anew. Were there more
 * than the nodes answer in time, all of them would be, again and again, and nobody got a lock.
 */
final class RoundLimiter {

  private static final Logger LOG = LoggerFactory.getLogger(RoundLimiter.class);

  private static final int AT_A_TIME = 128;

  // Guarded by this.
  private final Queue<BooleanSupplier> waiting = new ArrayDeque<>();
  private int inside;

  /**
   * Begins the round, in this call or, from {@link #leave()}, later.
   *
   * @param begin says whether it has begun, and so will leave, or is not wanted any more
   */
  void enter(BooleanSupplier begin) {
    if (isAdmitted(begin) && !hasBegun(begin)) {
      leave();
    }
  }

  private synchronized boolean isAdmitted(BooleanSupplier begin) {
    if (inside < AT_A_TIME) {
      inside++;
      return true;
    }
    waiting.add(begin);
    return false;
  }

  /** A round is over: begins the next. The caller holds the monitor of no acquisition. */
  void leave() {
    Optional<BooleanSupplier> next = next();
    while (next.isPresent() && !hasBegun(next.get())) {
      next = next();
    }
  }

  private synchronized Optional<BooleanSupplier> next() {
    BooleanSupplier next = waiting.poll();
    if (next == null) {
      inside--;
    }
    return Optional.ofNullable(next);
  }

  /** One that fails must not keep its place for ever. */
  private static boolean hasBegun(BooleanSupplier begin) {
    try {
      return begin.getAsBoolean();
    } catch (RuntimeException | Error e) {
      LOG.error("A round of votes could not begin", e);
      return false;
    }
  }
}
