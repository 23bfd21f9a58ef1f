package io.holdfast.lock.core.engine;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** When a ticket is to be re-asserted. */
final class Reassertion {

  private Reassertion() {}

  /**
   * A third of the claim lease, a tenth more or less; but when the holder's lease is over we ask,
   * as nobody may be left to release.
   *
   * @param holderMillisLeft less than nothing means that the key has no expiry: somebody else has
   *     had a hand in it
   */
  static long pauseNanos(long claimMillis, long holderMillisLeft) {
    long third = TimeUnit.MILLISECONDS.toNanos(claimMillis) / 3;
    long jittered = ThreadLocalRandom.current().nextLong(third * 9 / 10, third * 11 / 10 + 1);
    return holderMillisLeft < 0
        ? jittered
        : Math.min(jittered, TimeUnit.MILLISECONDS.toNanos(holderMillisLeft + 1));
  }
}
