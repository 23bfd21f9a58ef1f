package io.holdfast.lock.core.engine;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** When a ticket is to be re-asserted. */
final class Reassertion {

  private Reassertion() {}

  /**
   * A third of the claim lease later, a tenth more or less; but when the holder's lease is over we
   * ask, as nobody may be left to release. Both are counted from the sending of the question, as
   * the server has counted since it arrived, however late its answer was handled: the next one
   * takes as long, and arrives just after the end.
   *
   * @param holderMillisLeft less than nothing means that the key has no expiry: somebody else has
   *     had a hand in it
   */
  static long dueNanos(long sentNanos, long claimMillis, long holderMillisLeft) {
    long third = TimeUnit.MILLISECONDS.toNanos(claimMillis) / 3;
    long jittered = ThreadLocalRandom.current().nextLong(third * 9 / 10, third * 11 / 10 + 1);
    return sentNanos
        + (holderMillisLeft < 0
            ? jittered
            : Math.min(jittered, TimeUnit.MILLISECONDS.toNanos(holderMillisLeft + 1)));
  }
}
