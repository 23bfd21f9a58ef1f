package io.holdfast.lock.core.engine;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** When a ticket is to be re-asserted. */
final class Reassertion {

  /** Of the server, when it has looked at many tickets; and of answers that take very long. */
  private static final long LEAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private Reassertion() {}

  /**
   * A third of the claim lease later, a tenth more or less; but when the holder's lease is over we
   * ask, as nobody may be left to release. Both are counted from the sending of the question, as
   * the server has counted since it arrived, however late its answer was handled. If that is over,
   * there is a short pause, unless the holder's lease is over still earlier.
   *
   * @param holderMillisLeft less than nothing means that the key has no expiry: somebody else has
   *     had a hand in it
   */
  static long dueNanos(long now, long sentNanos, long claimMillis, long holderMillisLeft) {
    long third = TimeUnit.MILLISECONDS.toNanos(claimMillis) / 3;
    long jittered = ThreadLocalRandom.current().nextLong(third * 9 / 10, third * 11 / 10 + 1);
    long wait =
        holderMillisLeft < 0
            ? jittered
            : Math.min(jittered, TimeUnit.MILLISECONDS.toNanos(holderMillisLeft + 1));
    long earliest = now + Math.min(wait, LEAST_PAUSE_NANOS);
    long due = sentNanos + wait;
    return due - earliest > 0 ? due : earliest;
  }
}
