package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Milestone;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * That a server was asked to tell of itself.
 *
 * @param generation over which connection
 * @param nanos when
 * @param quorum which one it was told that most nodes serve
 * @param word reached when that has been heard, or has failed
 * @param isVoid whether it is to be asked once more
 * @param isHeard whether it has answered that, over this connection
 * @param isOver whether it has answered, or that has failed
 */
record StatusRequest(
    int generation,
    long nanos,
    Optional<QuorumId> quorum,
    Milestone word,
    AtomicBoolean isVoid,
    AtomicBoolean isHeard,
    AtomicBoolean isOver) {

  static final StatusRequest NEVER =
      new StatusRequest(-1, 0, Optional.empty(), Milestone.passed(), true);

  StatusRequest(
      int generation, long nanos, Optional<QuorumId> quorum, Milestone word, boolean isVoid) {
    this(
        generation,
        nanos,
        quorum,
        word,
        new AtomicBoolean(isVoid),
        new AtomicBoolean(),
        new AtomicBoolean());
  }
}
