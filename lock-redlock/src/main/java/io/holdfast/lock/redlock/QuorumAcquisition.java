package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Administration.Holder;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.Majority;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.ReplyTimeout;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition at all nodes: its rounds of votes, one after the other, and between them its
 * place in the queue of one node, the coordinator.
 *
 * <p>Who finds the lock held waits there, as at a plain lock, and is told when its turn has come;
 * the grant is the vote of that node. A newcomer may have collected a majority of the others
 * meanwhile: the vote is kept for some tries to get the others, then it waits where that one is.
 */
final class QuorumAcquisition implements NodeListener {

  private final Quorum quorum;
  private final LockKeys keys;
  private final long number; // of the acquisition
  private final long claimMillis;
  private final Monitor monitor = new Monitor();
  private final Rounds rounds;

  // Guarded by the monitor.
  private @Nullable CoordinatorTicket ticket; // where it waits, if it does
  private boolean hasEnded;

  QuorumAcquisition(Quorum quorum, AskRequest first) {
    String[] parts = first.id().split(":", -1);
    this.quorum = quorum;
    this.keys = first.keys();
    this.number = Long.parseLong(parts[1]);
    this.claimMillis = Long.parseLong(parts[2]);
    this.rounds = new Rounds(this, quorum, monitor);
  }

  // ---- for its rounds; with the monitor held

  LockKeys keys() {
    return keys;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  /** The place where it waits; null if it does not. */
  @Nullable CoordinatorTicket ticket() {
    return ticket;
  }

  /** Not cast yet. */
  NodeVote newVote(QuorumNode node, QuorumRequest request) {
    NodeVote vote = new NodeVote(this, quorum, node, keys, claimMillis, request.leaseMillis());
    vote.listen();
    return vote;
  }

  // ---- asking

  /**
   * Asks for a majority. Of one that is queued it is asked again and again, and all nodes with it:
   * the coordinator may be the last to hear that the lock is free.
   */
  void ask(AskRequest question, Consumer<Outcome<AskReply>> then) {
    QuorumRequest request = new QuorumRequest(question, quorum.now(), then);
    monitor.run(
        () -> {
          if (hasEnded) {
            rounds.reply(request, new AskReply.Dead());
          } else {
            rounds.vote(request);
          }
        });
  }

  /** Waits at a node. */
  void queue(QuorumNode node, QuorumRequest request) {
    CoordinatorTicket place = new CoordinatorTicket(newVote(node, request));
    ticket = place;
    NodeVote nodeVote = place.nodeVote();
    nodeVote.vote(new Vote.Open());
    node.verbs()
        .ask(
            nodeVote.queueing(),
            ReplyTimeout.with(
                quorum.engine(),
                quorum.nodeTimeout(),
                outcome -> monitor.run(() -> heard(place, request, outcome))));
  }

  /** The node has said whether one waits there. */
  private void heard(CoordinatorTicket place, QuorumRequest request, Outcome<AskReply> outcome) {
    Vote vote = Vote.of(outcome);
    place.nodeVote().vote(vote);
    if (hasEnded) {
      return; // the release that was sent behind the question undoes it
    }
    if (vote instanceof Vote.Waiting waiting) {
      queued(place, waiting, request);
    } else if (vote instanceof Vote.Granted) {
      place.granted();
      rounds.vote(request);
    } else {
      dropTicket();
      rounds.replyUndecided(request);
    }
  }

  /** Waits there, unless its turn has come by now. */
  void queued(CoordinatorTicket place, Vote.Waiting waiting, QuorumRequest request) {
    place.queued();
    if (place.isGranted()) { // meanwhile
      rounds.vote(request);
    } else {
      rounds.queued();
      rounds.reply(request, waiting.replyOfQuorum());
    }
  }

  /** Gives up the place where it waits, if it does. */
  void dropTicket() {
    CoordinatorTicket place = ticket;
    if (place != null) {
      ticket = null;
      var unused = place.nodeVote().release(monitor);
    }
  }

  /** Forgets the place where it waits if that has this vote, which is given back. */
  void dropTicketOf(NodeVote given) {
    CoordinatorTicket place = ticket;
    if (place != null && place.nodeVote().equals(given)) {
      ticket = null;
    }
  }

  // ---- its end

  /** Ends all that is of it anywhere. Completes with whether it was held. */
  CompletableFuture<Boolean> end() {
    monitor.enter();
    try {
      return Majority.of(endExcept(null), quorum.majority());
    } finally {
      monitor.leave();
    }
  }

  private List<CompletableFuture<Boolean>> endExcept(@Nullable NodeVote other) {
    hasEnded = true;
    rounds.cancelPause();
    List<CompletableFuture<Boolean>> releases = new ArrayList<>();
    VotingRound last = rounds.current();
    if (last != null) {
      releases.addAll(last.endExcept(other));
    }
    CoordinatorTicket place = ticket;
    if (place != null && (last == null || !last.votes().all().contains(place.nodeVote()))) {
      releases.add(place.nodeVote().release(monitor));
    }
    if (releases.isEmpty() && other == null) {
      releases.add(CompletableFuture.completedFuture(false));
    }
    return releases;
  }

  /**
   * Ends this one, and has the next queue behind the waiters, where they wait.
   *
   * @return whether this one was held
   */
  CompletableFuture<Boolean> handOn(
      QuorumAcquisition next, AskRequest question, Consumer<Outcome<AskReply>> then) {
    monitor.enter();
    try {
      VotingRound held = rounds.current();
      if (held == null || !held.isHeld()) { // then there is no holder to queue behind
        quorum.engine().later(() -> next.ask(question, then));
        return Majority.of(endExcept(null), quorum.majority());
      }
      Votes votes = held.votes();
      NodeVote there =
          votes.first(votes.granted() > 0 ? Vote.Granted.class::isInstance : Vote::isAnswer);
      CompletableFuture<Boolean> releasedThere = next.queueBehind(there, monitor, question, then);
      List<CompletableFuture<Boolean>> releases = endExcept(there);
      releases.add(releasedThere);
      return Majority.of(releases, quorum.majority());
    } finally {
      monitor.leave();
    }
  }

  private CompletableFuture<Boolean> queueBehind(
      NodeVote before, Monitor sender, AskRequest question, Consumer<Outcome<AskReply>> then) {
    QuorumRequest request = new QuorumRequest(question, quorum.now(), then);
    monitor.enter();
    try {
      CoordinatorTicket place = new CoordinatorTicket(newVote(before.node(), request));
      ticket = place;
      return before.releaseAndAsk(
          sender,
          place.nodeVote().queueing(),
          outcome -> monitor.run(() -> heard(place, request, outcome)));
    } finally {
      monitor.leave();
    }
  }

  // ---- while it is held

  /** The round that has won; empty if it is not held. */
  Optional<HeldRound> held() {
    monitor.enter();
    try {
      VotingRound current = rounds.current();
      return current == null ? Optional.empty() : current.held();
    } finally {
      monitor.leave();
    }
  }

  /** Whether it is of that lock. */
  boolean isFor(LockKeys lock) {
    return keys.lockKey().equals(lock.lockKey());
  }

  /**
   * As the holder of the lock, by what this client knows; nothing if it is not, or not any more.
   */
  Optional<Holder> validHold() {
    Optional<HeldRound> held = held();
    if (held.isEmpty()) {
      return Optional.empty();
    }
    long now = quorum.now();
    return ofEngine()
        .map(one -> TimeUnit.NANOSECONDS.toMillis(one.grantedLease().validUntilNanos() - now))
        .filter(millisLeft -> millisLeft > 0)
        .map(
            millisLeft ->
                new Holder(
                    quorum.engine().clientId() + ":0:0", held.get().block().first(), millisLeft));
  }

  // ---- word from a node; without the monitor

  /** The acquisition of the engine that this one is; empty once that has ended. */
  Optional<Acquisition> ofEngine() {
    return Optional.ofNullable(quorum.engine().acquisitions().get(number));
  }

  @Override
  public void granted(NodeVote nodeVote) {
    monitor.run(
        () -> {
          CoordinatorTicket place = ticket;
          if (place != null && place.nodeVote().equals(nodeVote)) {
            place.granted();
            // Asks at once; if a question is on its way, its answer finds the grant.
            long now = quorum.now();
            monitor.afterwards(() -> inboxReopened(now));
          }
        });
  }

  @Override
  public void wanted() {
    ofEngine().ifPresent(Acquisition::wanted);
  }

  @Override
  public void takenAway(NodeVote nodeVote) {
    monitor.run(
        () -> {
          VotingRound current = rounds.current();
          if (current != null && current.votes().all().contains(nodeVote)) {
            current.takenAway(nodeVote);
          }
        });
  }

  @Override
  public void inboxReopened(long sinceNanos) {
    ofEngine().ifPresent(one -> one.inboxReopened(sinceNanos));
  }
}
