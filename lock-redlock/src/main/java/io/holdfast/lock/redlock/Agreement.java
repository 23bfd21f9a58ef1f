package io.holdfast.lock.redlock;

import java.util.OptionalLong;

/**
 * The tokens of one attempt: what is proposed now, and what the nodes know. Guarded by the monitor
 * of the candidate.
 *
 * <p>The first proposal goes along with the question. What a node draws when it does not agree
 * shows what to propose instead.
 */
final class Agreement {

  private final Quorum quorum;
  private Tokens proposed;
  private Tokens drawn = Tokens.NONE; // the highest that a node has
  private long highest; // number that a node is known to know, of others
  private int open; // proposals by themselves that are not answered yet

  Agreement(Quorum quorum) {
    this.quorum = quorum;
    OptionalLong time = quorum.serverMicros();
    this.proposed = time.isPresent() ? quorum.proposals().draw(time.getAsLong()) : Tokens.NONE;
  }

  /** What is proposed now; none before anybody has told what it knows. */
  Tokens proposed() {
    return proposed;
  }

  /** A node has said yes, and this is what the acquisition has there. Whether it has agreed. */
  boolean heard(Tokens there) {
    if (there.equals(proposed)) {
      return true;
    }
    drawn = drawn.max(there);
    heardOf(there.last());
    return false;
  }

  /** A node knows of this number. */
  void heardOf(long number) {
    highest = Math.max(highest, number);
  }

  /** Whether another proposal may be agreed to where this one was not. */
  boolean canRaise() {
    return highest >= proposed.first();
  }

  /** Proposes what is above all that is known. */
  void raise() {
    OptionalLong time = quorum.serverMicros();
    long below = Math.max(highest, proposed.last());
    proposed = time.isPresent() ? Proposals.above(below, time.getAsLong()) : drawn.above(below);
    open = 0;
  }

  void sent() {
    open++;
  }

  void answered() {
    open--;
  }

  /** Nobody waits for the answers any more. */
  void giveUp() {
    open = 0;
  }

  int open() {
    return open;
  }
}
