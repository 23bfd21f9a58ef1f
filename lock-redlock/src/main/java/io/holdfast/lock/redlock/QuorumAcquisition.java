package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Administration.Holder;
import io.holdfast.lock.core.engine.Alarm;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.Majority;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.Patience;
import io.holdfast.lock.core.engine.Question;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.inbox.Recipient;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
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
final class QuorumAcquisition {

  /** After the first split vote, one tries again within this; then within twice as much. */
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final int DOUBLINGS = 4;

  /** A caller that does not wait tries again once: as late as those that have tried twice. */
  private static final int PAUSE_OF_THE_IMPATIENT = 1;

  private final Quorum quorum;
  private final LockKeys keys;
  private final long number; // of the acquisition
  private final long claimMillis;
  private final Monitor monitor = new Monitor();

  // Guarded by the monitor.
  private @Nullable VotingRound round;
  private @Nullable CoordinatorTicket ticket;
  private int rounds; // without a majority
  private @Nullable Request postponed; // to be asked once more, after a pause
  private @Nullable Alarm pause; // until then
  private boolean hasEnded;

  /**
   * What the engine has asked.
   *
   * @param nanos when: a round is to end long before a lease that counts from then
   * @param then hears the answer
   */
  private record Request(Question question, long nanos, Consumer<Outcome<AskReply>> then) {}

  QuorumAcquisition(Quorum quorum, Question first) {
    String[] parts = first.id().split(":", -1);
    this.quorum = quorum;
    this.keys = first.keys();
    this.number = Long.parseLong(parts[1]);
    this.claimMillis = Long.parseLong(parts[2]);
  }

  private NodeVote nodeVote(QuorumNode node, Question question) {
    NodeVote nodeVote = new NodeVote(quorum, node, keys, claimMillis, question.leaseMillis());
    nodeVote.receive(new NodeMessages(nodeVote));
    return nodeVote;
  }

  // ---- asking

  /**
   * Asks for a majority. Of one that is queued it is asked again and again, and all nodes with it:
   * the coordinator may be the last to hear that the lock is free.
   */
  void ask(Question question, Consumer<Outcome<AskReply>> then) {
    Request request = new Request(question, quorum.now(), then);
    monitor.run(
        () -> {
          if (hasEnded) {
            reply(request, new AskReply.Dead());
          } else {
            vote(request);
          }
        });
  }

  /** Waits at a node. */
  private void queue(QuorumNode node, Request request) {
    CoordinatorTicket place = new CoordinatorTicket(nodeVote(node, request.question()));
    ticket = place;
    NodeVote nodeVote = place.nodeVote();
    nodeVote.vote(new Vote.Open());
    node.verbs()
        .ask(
            nodeVote.queueing(),
            Patience.with(
                quorum.engine(),
                quorum.nodeTimeout(),
                outcome -> monitor.run(() -> heard(place, request, outcome))));
  }

  /** The node has said whether one waits there. */
  private void heard(CoordinatorTicket place, Request request, Outcome<AskReply> outcome) {
    Vote vote = Vote.of(outcome);
    place.nodeVote().vote(vote);
    if (hasEnded) {
      return; // the release that was sent behind the question undoes it
    }
    if (vote instanceof Vote.Waiting waiting) {
      queued(place, waiting, request);
    } else if (vote instanceof Vote.Granted) {
      place.granted();
      vote(request);
    } else {
      dropTicket();
      reply(request, undecided());
    }
  }

  private void queued(CoordinatorTicket place, Vote.Waiting waiting, Request request) {
    place.queued();
    if (place.isGranted()) { // meanwhile
      vote(request);
    } else {
      rounds = 0;
      AskReply.Queued reply = waiting.reply();
      reply( // of the echo the engine of the quorum knows nothing
          request,
          new AskReply.Queued(
              reply.seq(), reply.arrival(), reply.holderMillisLeft(), OptionalLong.empty()));
    }
  }

  private void dropTicket() {
    CoordinatorTicket place = ticket;
    if (place != null) {
      ticket = null;
      var unused = place.nodeVote().release(monitor);
    }
  }

  private void reply(Request request, AskReply reply) {
    monitor.afterwards(() -> request.then().accept(new Outcome.Answered<>(reply)));
  }

  private AskReply undecided() {
    return new AskReply.Undecided(pauseNanos(rounds++));
  }

  private static long pauseNanos(int rounds) {
    long longest = FIRST_PAUSE_NANOS << Math.min(rounds, DOUBLINGS);
    return ThreadLocalRandom.current().nextLong(longest / 4, longest);
  }

  // ---- a round of votes

  /** As soon as it is its turn. */
  private void vote(Request request) {
    monitor.afterwards(() -> quorum.roundLimiter().enter(() -> begin(request)));
  }

  private boolean begin(Request request) {
    monitor.enter();
    try {
      if (hasEnded) {
        return false;
      }
      if (!VotingRound.isWorthIt(
          request.question().leaseMillis(), quorum.now() - request.nanos())) {
        // It has waited too long. Who let it begin may be inside the monitor of another gate.
        Outcome<AskReply> tooLate = new Outcome.Answered<>(new AskReply.Undecided(0));
        quorum.engine().later(() -> request.then().accept(tooLate));
        return false;
      }
      beginRound(request);
      return true;
    } finally {
      monitor.leave();
    }
  }

  private void beginRound(Request request) {
    Question question = request.question();
    CoordinatorTicket place = ticket;
    if (place != null) {
      place.askedAnew();
    }
    List<NodeVote> nodeVotes = new ArrayList<>(quorum.size());
    for (QuorumNode node : quorum.nodes()) {
      nodeVotes.add(
          place != null && place.node().equals(node) ? place.nodeVote() : nodeVote(node, question));
    }
    VotingRound next =
        new VotingRound(
            quorum,
            monitor,
            new Votes(quorum, keys, nodeVotes),
            place,
            place == null && question.mayWait(),
            question.leaseMillis(),
            request.nanos(),
            new RoundListener(request));
    round = next;
    next.begin();
  }

  /** How a round ends; without the monitor. */
  private final class RoundListener implements VotingRound.Listener {

    private final Request request;

    RoundListener(Request request) {
      this.request = request;
    }

    @Override
    public void held(TokenBlock block, boolean othersWait) {
      AskReply acquired = new AskReply.Acquired(block.first(), block.last(), othersWait);
      request.then().accept(new Outcome.Answered<>(acquired));
    }

    @Override
    public void failed() {
      monitor.run(
          () -> {
            VotingRound over = round;
            if (!hasEnded && over != null) {
              round = null;
              lost(over, request);
            }
          });
    }

    @Override
    public NodeVote replace(NodeVote given) {
      NodeVote next = nodeVote(given.node(), request.question());
      next.takeOver(given.vote());
      CoordinatorTicket place = ticket;
      if (place != null && place.nodeVote().equals(given)) {
        ticket = null;
      }
      var unused = given.release(monitor);
      return next;
    }

    @Override
    public void wanted() {
      QuorumAcquisition.this.wanted();
    }

    @Override
    public void forced() {
      engineAcquisition().ifPresent(Acquisition::lost);
    }
  }

  private void lost(VotingRound over, Request request) {
    LostRound lostRound = new LostRound(quorum, keys, over.votes());
    if (lostRound.hasTooFewAnswers()) {
      dropTicket(); // others must not wait for one that cannot get the lock
      Outcome<AskReply> failed = new Outcome.Failed<>(Report.of(quorum, over.votes().nodeVotes()));
      monitor.afterwards(() -> request.then().accept(failed));
    } else if (request.question().mayWait()) {
      findPlace(lostRound, over.beganNanos(), request);
    } else if (!lostRound.isAnothers() && rounds++ == 0) {
      voteLater(request);
    } else {
      dropTicket();
      reply(request, lostRound.holder());
    }
  }

  /**
   * Once more, when the others have let go. All clients that split the votes hear of it at about
   * the same time: if they asked again at once, they would split them again.
   */
  private void voteLater(Request request) {
    postponed = request;
    pause = new Alarm(quorum.engine(), monitor, this::voteNow);
    pause.set(quorum.now() + pauseNanos(PAUSE_OF_THE_IMPATIENT));
  }

  private void voteNow() {
    Request request = postponed;
    if (request != null) {
      postponed = null;
      vote(new Request(request.question(), quorum.now(), request.then()));
    }
  }

  private void findPlace(LostRound lostRound, long beganNanos, Request request) {
    CoordinatorTicket place = ticket;
    if (place != null) {
      place.hasLost();
    }
    if (place != null
        && (place.hasFailed()
            || lostRound.isElsewhere(place)
            || place.silentNanos(beganNanos, quorum.now()) > quorum.nodeTimeout().toNanos())) {
      dropTicket();
      place = null;
    }
    if (place != null && place.nodeVote().vote() instanceof Vote.Waiting waiting) {
      QuorumNode there = place.node();
      waiting.reply().echo().ifPresent(echo -> there.member().echoed(beganNanos, echo));
      queued(place, waiting, request);
    } else if (place == null && lostRound.isForWaiting()) {
      queue(lostRound.coordinator(), request);
    } else {
      reply(request, undecided());
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
    Alarm waiting = pause;
    if (waiting != null) {
      waiting.cancel();
    }
    List<CompletableFuture<Boolean>> releases = new ArrayList<>();
    VotingRound last = round;
    if (last != null) {
      releases.addAll(last.endExcept(other));
    }
    CoordinatorTicket place = ticket;
    if (place != null && (last == null || !last.votes().nodeVotes().contains(place.nodeVote()))) {
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
      QuorumAcquisition next, Question question, Consumer<Outcome<AskReply>> then) {
    monitor.enter();
    try {
      VotingRound held = round;
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
      NodeVote before, Monitor sender, Question question, Consumer<Outcome<AskReply>> then) {
    Request request = new Request(question, quorum.now(), then);
    monitor.enter();
    try {
      CoordinatorTicket place = new CoordinatorTicket(nodeVote(before.node(), question));
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

  /** The round whose votes are to be renewed; empty if it is not held. */
  Optional<VotingRound> held() {
    monitor.enter();
    try {
      return Optional.ofNullable(round).filter(VotingRound::isHeld);
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
    Optional<VotingRound> held = held();
    if (held.isEmpty()) {
      return Optional.empty();
    }
    long now = quorum.now();
    return engineAcquisition()
        .map(one -> TimeUnit.NANOSECONDS.toMillis(one.tenure().validUntilNanos() - now))
        .filter(millisLeft -> millisLeft > 0)
        .map(
            millisLeft ->
                new Holder(
                    quorum.engine().clientId() + ":0:0", held.get().tokens().first(), millisLeft));
  }

  // ---- word from a node; without the monitor

  /** What one node sends to one of its votes. */
  private final class NodeMessages implements Recipient {

    private final NodeVote nodeVote;

    NodeMessages(NodeVote nodeVote) {
      this.nodeVote = nodeVote;
    }

    @Override
    public void granted(InboxMessage.Granted grant) {
      grantedBy(nodeVote);
    }

    @Override
    public void wanted() {
      QuorumAcquisition.this.wanted();
    }

    @Override
    public void lost() {
      takenAwayAt(nodeVote);
    }

    @Override
    public void inboxReopened(long sinceNanos) {
      QuorumAcquisition.this.inboxReopened(sinceNanos);
    }
  }

  private Optional<Acquisition> engineAcquisition() {
    return Optional.ofNullable(quorum.engine().acquisitions().get(number));
  }

  /** A node has granted the lock, in whose queue this vote was. */
  private void grantedBy(NodeVote nodeVote) {
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

  /** Others want the lock. */
  private void wanted() {
    engineAcquisition().ifPresent(Acquisition::wanted);
  }

  /** A node was forced to take this vote away. */
  private void takenAwayAt(NodeVote nodeVote) {
    monitor.run(
        () -> {
          VotingRound current = round;
          if (current != null && current.votes().nodeVotes().contains(nodeVote)) {
            current.takenAway(nodeVote);
          }
        });
  }

  /** Messages of a node may have been missed until then. */
  private void inboxReopened(long sinceNanos) {
    engineAcquisition().ifPresent(one -> one.inboxReopened(sinceNanos));
  }
}
