package io.holdfast.lock.redlock;

import java.util.OptionalLong;

/**
 * The tokens of one round: what is proposed now, and what the nodes know. Guarded by the monitor of
 * the acquisition.
 *
 * <p>The first proposal is a guess, and goes along with the question. A node that does not agree
 * says what it has agreed to before; what is proposed then is above all that a majority knows.
 */
final class TokenProposal {

  private final ProposalNumbers numbers;
  private TokenBlock proposed;
  private boolean isGuess = true;
  private boolean isKnown = true; // no majority agrees to a guess unless it is sure
  private long highest; // number that a node is known to have agreed to, for others
  private int open; // proposals by themselves that are not answered yet

  /**
   * A guess; none if nobody can tell the time yet.
   *
   * @param serverMicros what time it is at the nodes
   */
  TokenProposal(ProposalNumbers numbers, OptionalLong serverMicros) {
    this.numbers = numbers;
    this.proposed =
        serverMicros.isPresent() ? numbers.draw(serverMicros.getAsLong()) : TokenBlock.NONE;
  }

  /** What is proposed now; none before a majority has told what time it is. */
  TokenBlock proposed() {
    return proposed;
  }

  /** Whether that was proposed before anybody had told what it knows. */
  boolean isGuess() {
    return isGuess;
  }

  /** Whether that is above all that a majority knows, or all nodes know. */
  boolean isKnown() {
    return isKnown;
  }

  /** A node has said yes. Whether it has agreed to what is proposed now. */
  boolean heard(Vote.Granted vote) {
    AcceptorState acceptorState = vote.acceptorState();
    heardOf(acceptorState.highest());
    if (!acceptorState.hasAgreed()) {
      return false;
    }
    boolean isThis = vote.block().equals(proposed);
    if (!isThis) { // it was proposed before
      heardOf(vote.block().last());
    }
    return isThis;
  }

  /** A node has agreed to this number. */
  void heardOf(long number) {
    highest = Math.max(highest, number);
  }

  /** Whether another proposal may be agreed to where this one was not. */
  boolean canRaise() {
    return isGuess || highest >= proposed.first();
  }

  /**
   * Proposes what is above all that was heard.
   *
   * @param known whether a majority has told what it knows, or all nodes have; if not, what others
   *     had is below the time of the nodes, as far as their clocks can be trusted
   * @param serverMicros what time it is at the nodes
   * @param latestMicros the latest time that any of them has told
   */
  void raise(boolean known, long serverMicros, long latestMicros) {
    proposed =
        ProposalNumbers.above(
            Math.max(highest, proposed.last()), known ? serverMicros : latestMicros, latestMicros);
    numbers.raised(proposed, serverMicros);
    isGuess = false;
    isKnown = known;
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
