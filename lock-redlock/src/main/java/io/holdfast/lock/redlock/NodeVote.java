package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.Releases;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.inbox.Recipient;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The vote of one node for an acquisition, and the id that the acquisition has at that node.
 * Guarded by the monitor of the acquisition.
 */
final class NodeVote implements CountedVote, Recipient {

  private static final long FOR_EVER = Long.MAX_VALUE / 4;
  private static final Vote TAKEN_AWAY =
      Vote.failed(ServerFailure.Kind.NOT_EXECUTED, "taken away by force");

  private final NodeListener listener;
  private final Quorum quorum;
  private final LockKeys keys;
  private final LockKeys votingKeys;
  private final QuorumNode node;
  private final String id;
  private long leaseMillis; // the longest that was asked for
  private Vote vote = new Vote.Open();
  private boolean hasAccepted;
  private boolean hasNoted; // the tokens of the hold; it may have forgotten higher ones
  private boolean isLater; // it was asked for this vote when the others had already decided
  private boolean isTakenAway;
  private boolean mayBeQueued;
  private boolean wasThere; // and may still be, if the node was asked again and did not answer
  private boolean wasUncertain; // a request of it may still arrive, or may have

  NodeVote(
      NodeListener listener,
      Quorum quorum,
      QuorumNode node,
      LockKeys keys,
      long claimMillis,
      long leaseMillis) {
    this.listener = listener;
    this.quorum = quorum;
    this.node = node;
    this.keys = node.keys(keys);
    this.votingKeys = node.votingKeys(this.keys);
    this.id = node.member().newId(claimMillis);
    this.leaseMillis = leaseMillis;
  }

  @Override
  public QuorumNode node() {
    return node;
  }

  LockKeys keys() {
    return keys;
  }

  /** Of the scripts that vote, and agree to tokens. */
  LockKeys votingKeys() {
    return votingKeys;
  }

  String id() {
    return id;
  }

  @Override
  public Vote vote() {
    return vote;
  }

  void vote(Vote heard) {
    wasUncertain |= heard instanceof Vote.Failed && heard.isUncertain();
    wasThere |= heard.mayBeThere();
    vote =
        isTakenAway && heard instanceof Vote.Granted // asked before, answered after
            ? TAKEN_AWAY
            : heard;
  }

  /** The answer to a question that nobody waits for any more. */
  void heardTooLate(Vote heard) {
    wasUncertain |= heard.isUncertain();
    wasThere |= heard.mayBeThere();
  }

  /** The same vote as that of another which was given back: nothing of this one is there. */
  void takeOver(Vote heard) {
    vote = heard;
  }

  /** It was forced to let go of it; a question may still be on its way. */
  void takenAway() {
    wasUncertain |= vote instanceof Vote.Open;
    isTakenAway = true;
    vote = TAKEN_AWAY;
  }

  boolean isTakenAway() {
    return isTakenAway;
  }

  boolean isGranted() {
    return vote instanceof Vote.Granted;
  }

  /** It is about to be asked; whether that is when the others have already decided. */
  void asked(boolean later) {
    vote = new Vote.Open();
    hasAccepted = false;
    hasNoted = false;
    isLater = later;
  }

  /**
   * The epoch in which it voted, if it did so in the round itself: only then is what that round
   * came to above all that it has forgotten. Otherwise empty.
   */
  String epochOfRound() {
    return !isLater && vote instanceof Vote.Granted granted ? granted.acceptorState().epoch() : "";
  }

  /** Whether it has voted, and refused tokens because it may have forgotten higher ones. */
  boolean mayHaveForgotten() {
    return !hasAccepted
        && vote instanceof Vote.Granted granted
        && !granted.acceptorState().isSure();
  }

  @Override
  public boolean hasAccepted() {
    return hasAccepted;
  }

  @Override
  public boolean isOfSlowNode() {
    return node.isSlow();
  }

  void hasAccepted(boolean yes) {
    hasAccepted = yes;
  }

  /** It will not agree to lower ones. */
  void hasNoted() {
    hasNoted = true;
  }

  /** Whether it will not agree to tokens that are not above those of the hold. */
  boolean remembers() {
    return hasAccepted || hasNoted;
  }

  /** The question of one that is to wait there. */
  AskRequest queueing() {
    mayBeQueued = true;
    return question(keys, leaseMillis, true, false, TokenBlock.NONE);
  }

  /**
   * The question for its vote.
   *
   * @param forMillis how long it is to be had
   * @param mayWait whether it is to be queued if it is another's
   * @param isAgain whether it has been before
   * @param proposed tokens that it is to agree to if it says yes; may be none
   */
  AskRequest question(long forMillis, boolean mayWait, boolean isAgain, TokenBlock proposed) {
    mayBeQueued |= mayWait;
    return question(votingKeys, forMillis, mayWait, isAgain, proposed);
  }

  private AskRequest question(
      LockKeys of, long forMillis, boolean mayWait, boolean isAgain, TokenBlock proposed) {
    Optional<String> detail = proposed.isNone() ? Optional.empty() : Optional.of(proposed.inText());
    return new AskRequest(of, id, forMillis, mayWait, isAgain, OptionalLong.empty(), detail);
  }

  /** What is renewed for longer lasts longer, also where nobody can be told of its end. */
  void renewFor(long millis) {
    leaseMillis = Math.max(leaseMillis, millis);
  }

  // ---- word from its node; without the monitor

  /** Hears what the node sends to this id, from now on. */
  void listen() {
    node.member().receive(id, this);
  }

  @Override
  public void granted(InboxMessage.Granted grant) {
    listener.granted(this);
  }

  @Override
  public void wanted() {
    listener.wanted();
  }

  @Override
  public void lost() {
    listener.takenAway(this);
  }

  @Override
  public void inboxReopened(long sinceNanos) {
    listener.inboxReopened(sinceNanos);
  }

  // ---- its end

  private Releases.End end(Monitor sender) {
    return new Releases.End(
        node.verbs(),
        keys,
        new Verbs.ReleaseRequest(id, mayArriveLate(), Verbs.Debt.NONE),
        keptNanos(),
        sender);
  }

  private boolean mayArriveLate() {
    return wasUncertain || vote.isUncertain();
  }

  /** Ends it at its node, in the background. Completes with whether it was held there. */
  CompletableFuture<Boolean> release(Monitor sender) {
    forget();
    if (!mayBeThere()) { // a node that is away is not to be told of each, again and again
      return CompletableFuture.completedFuture(false);
    }
    return quorum.engine().releases().releaseIfNeeded(end(sender), () -> isNeeded(sender));
  }

  /** Whether anything of it may be at its node, or may come. */
  private boolean mayBeThere() {
    return wasThere || mayArriveLate();
  }

  /** Whether it must still be told: its question may turn out not to have been sent. */
  private boolean isNeeded(Monitor sender) {
    sender.enter();
    try {
      return mayBeThere();
    } finally {
      sender.leave();
    }
  }

  /**
   * The same by a request that asks for the next as well.
   *
   * @param then hears what the node answers to that
   */
  CompletableFuture<Boolean> releaseAndAsk(
      Monitor sender, AskRequest next, Consumer<Outcome<AskReply>> then) {
    forget();
    return quorum
        .engine()
        .releases()
        .releaseAndAsk(end(sender), () -> isNeeded(sender), next, quorum.nodeTimeout(), then);
  }

  /** A ticket does not run out while this client asks for others there. */
  private long keptNanos() {
    return mayBeQueued ? FOR_EVER : TimeUnit.MILLISECONDS.toNanos(leaseMillis);
  }

  private void forget() {
    node.member().receiveNoMore(id);
  }
}
