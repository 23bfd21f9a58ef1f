package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.Milestone;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One of the servers, and what is asked of it. Any thread. */
final class QuorumNode implements Peer {

  static final LuaScript ACCEPT =
      LuaScript.load(LuaScript.Source.beside(QuorumNode.class), "accept.lua");

  /** For so long nobody waits for one that was too slow, unless it answers. */
  private static final Duration SLOWNESS_HOLDS = Duration.ofSeconds(10);

  private static final String NOT_TOLD = "it has not told since when its data is complete";

  private final QuorumMember member;
  private final RedLockSettings settings;
  private final Peers peers;
  private final NodeEligibility eligibility;
  private final StatusInquiry inquiry;
  private volatile long slowUntilNanos;
  private volatile boolean isSlow;

  QuorumNode(
      QuorumMember member, RedLockSettings settings, NodeIdentities identities, Peers peers) {
    this.member = member;
    this.settings = settings;
    this.peers = peers;
    this.eligibility = new NodeEligibility(this, settings, identities, peers);
    this.inquiry = new StatusInquiry(this, settings, identities, peers, eligibility);
  }

  QuorumMember member() {
    return member;
  }

  boolean isConnected() {
    return member.isConnected();
  }

  /** Which one it is, and why there is no connection. */
  String describeAbsence() {
    return this + " (" + member.link().whyNotConnected().orElse("no answer yet") + ")";
  }

  Verbs verbs() {
    return member.verbs();
  }

  Administration administration() {
    return member.administration();
  }

  LockKeys keys(LockKeys quorumKeys) {
    return member.keys(quorumKeys.name());
  }

  /** The same for the scripts that vote: without quarantine nobody asks what a node remembers. */
  LockKeys votingKeys(LockKeys ofNode) {
    return settings.quarantine() ? ofNode.with(member.nodeKey()) : ofNode;
  }

  private long now() {
    return member.engine().clock().nanoTime();
  }

  // ---- whether it counts

  /**
   * Why it must not vote for an acquisition that began then, by what it said last over this
   * connection; empty if it may, or has not been heard yet.
   */
  Optional<String> exclusion(long beganNanos) {
    NodeStatus known = inquiry.status();
    if (known == null || known.generation() != member.link().generation()) {
      return Optional.empty();
    }
    Optional<String> reason = eligibility.exclusion(known, beganNanos);
    if (reason.isPresent()) {
      askStatus(); // it may have changed, and nothing else is going to be asked
    }
    return reason;
  }

  @Override
  public Optional<NodeStatus> word() {
    return eligibility.word(inquiry.status());
  }

  @Override
  public boolean isYetToTell() {
    return inquiry.isYetToTell();
  }

  @Override
  public boolean isOverdue(long beganNanos, long nowNanos) {
    return inquiry.isOverdue(beganNanos, nowNanos);
  }

  /** Which other quorum it serves, if clients of that use it. */
  Optional<String> foreignness() {
    return word().flatMap(peers::foreignness);
  }

  /** Whether it serves a quorum of another number of nodes by now. */
  boolean isOfAnotherList() {
    return word().filter(peers::isOfAnotherList).isPresent();
  }

  @Override
  public OptionalLong microsAhead() {
    NodeStatus known = inquiry.status();
    return known == null ? OptionalLong.empty() : known.microsAhead();
  }

  /** {@link StatusInquiry#askStatus}. */
  void askStatus() {
    inquiry.askStatus();
  }

  /** {@link StatusInquiry#lookAfter}. */
  void lookAfter() {
    inquiry.lookAfter();
  }

  @Override
  public void tellIfUntold(Optional<QuorumId> most) {
    inquiry.tellIfUntold(most);
  }

  @Override
  public void join(QuorumId quorum, boolean isBacked) {
    inquiry.join(quorum, isBacked);
  }

  // ---- requests

  /** Asks for its vote, for an acquisition that began then. */
  void vote(AskRequest question, long beganNanos, Consumer<Vote> then) {
    askStatus();
    int generation = member.link().generation();
    Milestone said = inquiry.asked().word();
    verbs()
        .ask(
            question,
            outcome -> {
              isSlow = false;
              Vote vote = Vote.of(outcome);
              if (vote instanceof Vote.Granted || vote.isNo()) {
                // answered before this, but it may not have been handled before
                said.then(
                    () -> whenCertain(() -> then.accept(checked(vote, generation, beganNanos))));
              } else {
                then.accept(vote);
              }
            });
  }

  /** What it says counts by what the others say of themselves, too: with quarantine. */
  private void whenCertain(Runnable then) {
    if (settings.quarantine()) {
      peers.whenCertain(this, then);
    } else {
      then.run();
    }
  }

  /**
   * Looks at a lock, and has the server tell of itself behind that: what it forgot before it
   * answered is noticed.
   */
  void look(LockKeys keys, Consumer<Outcome<Sight>> then) {
    long beganNanos = now();
    int generation = member.link().generation();
    AtomicBoolean isHeard = new AtomicBoolean();
    Milestone told = new Milestone();
    administration()
        .inspect(
            keys,
            outcome ->
                told.then(
                    () ->
                        then.accept(
                            outcome.map(
                                state ->
                                    new Sight(
                                        state, doubt(generation, isHeard.get(), beganNanos))))));
    StatusRequest asking = inquiry.askStatusAnew();
    asking
        .word()
        .then(
            () -> {
              isHeard.set(asking.isHeard().get());
              whenCertain(told::reach);
            });
  }

  /**
   * Why it may have forgotten a hold, if it was asked over that connection, and about itself behind
   * that. Without an answer to the latter it may have forgotten since it told last.
   */
  private Optional<String> doubt(int generation, boolean isHeard, long beganNanos) {
    NodeStatus known = inquiry.status();
    if (settings.quarantine() && !isHeard) {
      return Optional.of(NOT_TOLD);
    }
    if (known != null && known.generation() == generation) {
      return eligibility
          .exclusion(known, now())
          .or(() -> eligibility.strangeness(known, beganNanos));
    }
    return settings.quarantine() ? Optional.of(NOT_TOLD) : Optional.empty();
  }

  /** A vote, judged by what the server said of itself before, over the same connection. */
  private Vote checked(Vote vote, int generation, long beganNanos) {
    NodeStatus known = inquiry.status();
    if (known == null
        || known.generation() != generation
        || generation != member.link().generation()) { // it may have gone over the next connection
      return uncounted(vote, NOT_TOLD);
    }
    if (settings.quarantine() && !vote.acceptorState().epoch().equals(known.epoch())) {
      inquiry.invalidate();
      return uncounted(vote, "it has lost its data, or another server has taken its address");
    }
    return eligibility.judged(vote, known, beganNanos);
  }

  private static Vote uncounted(Vote vote, String reason) {
    return vote instanceof Vote.Granted ? new Vote.Excluded(reason) : vote.withoutAcceptorState();
  }

  /** It did not answer in time. */
  void wasSlow() {
    slowUntilNanos = now() + SLOWNESS_HOLDS.toNanos();
    isSlow = true;
  }

  /** Whether that was so a short while ago, and it has not answered since. */
  boolean isSlow() {
    return isSlow && slowUntilNanos - now() > 0;
  }

  /**
   * Has it agree to this block of tokens, for an acquisition that has its vote.
   *
   * @param epoch in which it voted, if they are above all that was heard; empty if it is not to
   *     agree to them unless it is sure that it has not agreed to higher ones
   * @param isKnown whether a majority has told what it knows, or all nodes have
   * @param isHeld whether they are those of a hold: it is to remember them, however sure it is
   */
  void accept(
      NodeVote nodeVote,
      TokenBlock block,
      String epoch,
      boolean isKnown,
      boolean isHeld,
      Consumer<Outcome<Acceptance>> then) {
    String[] args = {
      nodeVote.id(),
      Long.toString(block.first()),
      Long.toString(block.last()),
      Long.toString(member.retention().toSeconds()),
      epoch,
      isKnown ? "1" : "0",
      isHeld ? "1" : "0"
    };
    member.link().run(ACCEPT, nodeVote.votingKeys().all(), args, Acceptance::of, then);
  }

  void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
    verbs().renew(renewals, then);
  }

  @Override
  public String toString() {
    return member.describe();
  }
}
