package io.holdfast.lock.cli.demo;

import java.util.OptionalLong;

/**
 * One worker's turn with the lock.
 *
 * @param worker who
 * @param token the fencing token
 * @param askedNanos when it asked
 * @param acquiredNanos when it had the lock
 * @param releasedNanos when it called for the release; empty if it never did, or had lost it
 */
record Turn(
    String worker, long token, long askedNanos, long acquiredNanos, OptionalLong releasedNanos) {

  Turn released(long nanos) {
    return new Turn(worker, token, askedNanos, acquiredNanos, OptionalLong.of(nanos));
  }

  /**
   * From the call of {@code before}'s release to this acquisition, if it is a hand-over: the lock
   * was released, and this worker waited for it by then.
   */
  OptionalLong handOverNanos(Turn before) {
    if (before.releasedNanos.isEmpty() || before.releasedNanos.getAsLong() < askedNanos) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(acquiredNanos - before.releasedNanos.getAsLong());
  }
}
