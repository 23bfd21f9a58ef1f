package io.holdfast.lock.redlock;

/**
 * What a round of votes does next, by what the nodes have said so far. Decides only: it sends
 * nothing, and changes nothing.
 */
enum RoundDecision {

  /** The answers that are missing may decide it. */
  WAIT,

  /** No majority is possible any more; the node to wait at may still answer. */
  AWAIT_PLACE,

  /** A majority has granted: now a majority has to accept the tokens. */
  AGREE,

  /** Proposes tokens above all that a majority knows, or all nodes know. */
  RAISE,

  /** The same where too few know: tokens above all that was heard, and above the latest clock. */
  RAISE_BY_CLOCKS,

  /** A majority has granted, and accepted the tokens. */
  HOLD,

  /** There is no majority, or it came too late. */
  FAIL;

  /**
   * Before a majority has granted.
   *
   * @param mayQueue whether the caller would wait somewhere, and does not yet
   * @param isQueued whether it is known to be queued at a node
   */
  static RoundDecision onVotes(VoteCount<?> votes, boolean mayQueue, boolean isQueued) {
    if (votes.isWon()) {
      return AGREE;
    } else if (votes.canBeWon()) {
      return WAIT;
    }
    boolean isPatient = isQueued && votes.granted() == 0 && votes.open() > 0;
    if ((mayQueue && votes.isPlaceOpen()) || isPatient) { // a waiter is in no hurry
      return AWAIT_PLACE;
    }
    return votes.mayTellOfAnother() ? WAIT : FAIL;
  }

  /**
   * When a majority has granted, or had.
   *
   * @param isOverdue whether nodes that have not answered are not waited for any more
   * @param isWorthIt whether enough of the lease is left
   */
  static RoundDecision onAcceptances(
      VoteCount<?> votes, TokenProposal proposal, boolean isOverdue, boolean isWorthIt) {
    long accepted = votes.accepted();
    if (accepted >= votes.majority()) {
      return isWorthIt ? HOLD : FAIL;
    } else if (accepted + proposal.open() >= votes.majority()
        || isReading(votes, proposal, isOverdue)) {
      return WAIT;
    } else if (!votes.isWon() || !proposal.canRaise() || !isWorthIt) {
      return FAIL;
    }
    boolean isKnown = votes.sure() >= votes.majority() || votes.haveAllTold();
    return isKnown ? RAISE : RAISE_BY_CLOCKS;
  }

  /**
   * Whether more are waited for that say what they have agreed to: it takes a majority that can.
   */
  private static boolean isReading(VoteCount<?> votes, TokenProposal proposal, boolean isOverdue) {
    return proposal.isGuess()
        && !isOverdue
        && votes.isWon()
        && votes.sure() < votes.majority()
        && votes.awaited() > 0;
  }
}
