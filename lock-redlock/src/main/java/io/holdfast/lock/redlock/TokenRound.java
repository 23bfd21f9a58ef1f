package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.server.Outcome;

/**
 * The second half of a round of votes: has the nodes that granted the lock accept its tokens.
 * Guarded by the monitor of the acquisition.
 */
final class TokenRound {

  private final Quorum quorum;
  private final Monitor monitor;
  private final Votes votes;
  private final VotingRound round;
  private final TokenProposal proposal;

  TokenRound(Quorum quorum, Monitor monitor, Votes votes, VotingRound round) {
    this.quorum = quorum;
    this.monitor = monitor;
    this.votes = votes;
    this.round = round;
    this.proposal = new TokenProposal(quorum.proposalNumbers(), quorum.serverMicros());
  }

  TokenProposal proposal() {
    return proposal;
  }

  /** A node has voted. Counts what it knows of tokens. */
  void voted(NodeVote nodeVote, Vote vote) {
    proposal.heardOf(vote.acceptorState().highest());
    if (nodeVote.vote() instanceof Vote.Granted granted) {
      nodeVote.hasAccepted(proposal.heard(granted));
    }
  }

  /** Proposes tokens above all that was heard; {@link #proposeToAll} sends them. */
  void raise(boolean isKnown) {
    if (!isKnown) {
      quorum.proposalNumbers().byClocks(votes.name(), quorum.now());
    }
    long time = quorum.serverMicros().orElseThrow(); // a node that has voted has told
    proposal.raise(isKnown, time, quorum.latestMicros());
  }

  void proposeToAll() {
    votes.all().forEach(nodeVote -> nodeVote.hasAccepted(false));
    votes.all().stream().filter(NodeVote::isGranted).forEach(this::propose);
  }

  /** The more nodes remember the tokens, the better. */
  void proposeUnlessAccepted(NodeVote nodeVote) {
    if (nodeVote.isGranted() && !nodeVote.hasAccepted()) {
      propose(nodeVote);
    }
  }

  void propose(NodeVote nodeVote) {
    TokenBlock proposed = proposal.proposed();
    proposal.sent();
    nodeVote
        .node()
        .accept(
            nodeVote,
            proposed,
            nodeVote.epochOfRound(),
            proposal.isKnown(),
            round.isHeld(),
            outcome ->
                monitor.run(
                    () -> {
                      if (!round.isOver() && proposed.equals(proposal.proposed())) {
                        answered(nodeVote, outcome);
                      }
                    }));
  }

  private void answered(NodeVote nodeVote, Outcome<Acceptance> outcome) {
    proposal.answered();
    if (outcome instanceof Outcome.Answered<Acceptance> answer) {
      heard(nodeVote, answer.reply());
    }
    round.decide();
  }

  private void heard(NodeVote nodeVote, Acceptance said) {
    if (said instanceof Acceptance.Accepted) {
      nodeVote.hasAccepted(true);
    } else if (said instanceof Acceptance.NotHeld) {
      nodeVote.vote(new Vote.Ended());
    } else if (round.isHeld()) { // it knows these, or higher ones
      nodeVote.hasNoted();
    } else if (said instanceof Acceptance.Refused refused) {
      proposal.heardOf(refused.highest());
    }
  }
}
