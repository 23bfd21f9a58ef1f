package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Administration.Holder;
import io.holdfast.lock.core.engine.Alarm;
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
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes know of one acquisition: its attempts, one after the other, and between them its
 * place in the queue of one node, the coordinator.
 *
 * <p>Who finds the lock held waits there, as at a plain lock, and is told when its turn has come;
 * the grant is the vote of that node. A newcomer may have collected a majority of the others
 * meanwhile: the vote is kept for some tries to get the others, then it waits where that one is.
 */
final class Candidate {

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
  private @Nullable Attempt attempt;
  private @Nullable Ticket ticket;
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
  private record Request(AskRequest question, long nanos, Consumer<Outcome<AskReply>> then) {}

  Candidate(Quorum quorum, AskRequest first) {
    String[] parts = first.id().split(":", -1);
    this.quorum = quorum;
    this.keys = first.keys();
    this.number = Long.parseLong(parts[1]);
    this.claimMillis = Long.parseLong(parts[2]);
  }

  private Ballot ballot(Node node, AskRequest question) {
    Ballot ballot = new Ballot(quorum, node, keys, claimMillis, question.leaseMillis());
    ballot.receive(new Mail(this, ballot));
    return ballot;
  }

  // ---- asking

  /**
   * Asks for a majority. Of one that is queued it is asked again and again, and all nodes with it:
   * the coordinator may be the last to hear that the lock is free.
   */
  void ask(AskRequest question, Consumer<Outcome<AskReply>> then) {
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
  private void queue(Node node, Request request) {
    Ticket place = new Ticket(ballot(node, request.question()));
    ticket = place;
    Ballot ballot = place.ballot();
    ballot.vote(new Vote.Open());
    node.verbs()
        .ask(
            ballot.queueing(),
            ReplyTimeout.with(
                quorum.engine(),
                quorum.nodeTimeout(),
                outcome -> monitor.run(() -> heard(place, request, outcome))));
  }

  /** The node has said whether one waits there. */
  private void heard(Ticket place, Request request, Outcome<AskReply> outcome) {
    Vote vote = Vote.of(outcome);
    place.ballot().vote(vote);
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

  private void queued(Ticket place, Vote.Waiting waiting, Request request) {
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
    Ticket place = ticket;
    if (place != null) {
      ticket = null;
      var unused = place.ballot().release(monitor);
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
    monitor.afterwards(() -> quorum.turnstile().enter(() -> begin(request)));
  }

  private boolean begin(Request request) {
    monitor.enter();
    try {
      if (hasEnded) {
        return false;
      }
      if (!Attempt.isWorthIt(request.question().leaseMillis(), quorum.now() - request.nanos())) {
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
    AskRequest question = request.question();
    Ticket place = ticket;
    if (place != null) {
      place.askedAnew();
    }
    List<Ballot> ballots = new ArrayList<>(quorum.size());
    for (Node node : quorum.nodes()) {
      ballots.add(
          place != null && place.node().equals(node) ? place.ballot() : ballot(node, question));
    }
    Attempt next =
        new Attempt(
            quorum,
            monitor,
            new Votes(quorum, keys, ballots),
            place,
            place == null && question.mayWait(),
            question.leaseMillis(),
            request.nanos(),
            new Round(request));
    attempt = next;
    next.begin();
  }

  /** How a round ends; without the monitor. */
  private final class Round implements Attempt.Outsider {

    private final Request request;

    Round(Request request) {
      this.request = request;
    }

    @Override
    public void held(Tokens tokens, boolean othersWait) {
      AskReply acquired = new AskReply.Acquired(tokens.first(), tokens.last(), othersWait);
      request.then().accept(new Outcome.Answered<>(acquired));
    }

    @Override
    public void failed() {
      monitor.run(
          () -> {
            Attempt over = attempt;
            if (!hasEnded && over != null) {
              attempt = null;
              lost(over, request);
            }
          });
    }

    @Override
    public Ballot replace(Ballot given) {
      Ballot next = ballot(given.node(), request.question());
      next.takeOver(given.vote());
      Ticket place = ticket;
      if (place != null && place.ballot().equals(given)) {
        ticket = null;
      }
      var unused = given.release(monitor);
      return next;
    }

    @Override
    public void wanted() {
      Candidate.this.wanted();
    }

    @Override
    public void forced() {
      acquisition().ifPresent(Acquisition::lost);
    }
  }

  private void lost(Attempt over, Request request) {
    LostRound round = new LostRound(quorum, keys, over.votes());
    if (round.hasTooFewAnswers()) {
      dropTicket(); // others must not wait for one that cannot get the lock
      Outcome<AskReply> failed = new Outcome.Failed<>(Report.of(quorum, over.votes().ballots()));
      monitor.afterwards(() -> request.then().accept(failed));
    } else if (request.question().mayWait()) {
      findPlace(round, over.beganNanos(), request);
    } else if (!round.isAnothers() && rounds++ == 0) {
      voteLater(request);
    } else {
      dropTicket();
      reply(request, round.holder());
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

  private void findPlace(LostRound round, long beganNanos, Request request) {
    Ticket place = ticket;
    if (place != null) {
      place.hasLost();
    }
    if (place != null
        && (place.hasFailed()
            || round.isElsewhere(place)
            || place.silentNanos(beganNanos, quorum.now()) > quorum.nodeTimeout().toNanos())) {
      dropTicket();
      place = null;
    }
    if (place != null && place.ballot().vote() instanceof Vote.Waiting waiting) {
      Node there = place.node();
      waiting.reply().echo().ifPresent(echo -> there.member().echoed(beganNanos, echo));
      queued(place, waiting, request);
    } else if (place == null && round.isForWaiting()) {
      queue(round.coordinator(), request);
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

  private List<CompletableFuture<Boolean>> endExcept(@Nullable Ballot other) {
    hasEnded = true;
    Alarm waiting = pause;
    if (waiting != null) {
      waiting.cancel();
    }
    List<CompletableFuture<Boolean>> releases = new ArrayList<>();
    Attempt last = attempt;
    if (last != null) {
      releases.addAll(last.endExcept(other));
    }
    Ticket place = ticket;
    if (place != null && (last == null || !last.votes().ballots().contains(place.ballot()))) {
      releases.add(place.ballot().release(monitor));
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
      Candidate next, AskRequest question, Consumer<Outcome<AskReply>> then) {
    monitor.enter();
    try {
      Attempt held = attempt;
      if (held == null || !held.isHeld()) { // then there is no holder to queue behind
        quorum.engine().later(() -> next.ask(question, then));
        return Majority.of(endExcept(null), quorum.majority());
      }
      Votes votes = held.votes();
      Ballot there =
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
      Ballot before, Monitor sender, AskRequest question, Consumer<Outcome<AskReply>> then) {
    Request request = new Request(question, quorum.now(), then);
    monitor.enter();
    try {
      Ticket place = new Ticket(ballot(before.node(), question));
      ticket = place;
      return before.releaseAndAsk(
          sender,
          place.ballot().queueing(),
          outcome -> monitor.run(() -> heard(place, request, outcome)));
    } finally {
      monitor.leave();
    }
  }

  // ---- while it is held

  /** The ballots that are to be renewed; nothing if it is not held. */
  Optional<Attempt> held() {
    monitor.enter();
    try {
      return Optional.ofNullable(attempt).filter(Attempt::isHeld);
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
    Optional<Attempt> held = held();
    if (held.isEmpty()) {
      return Optional.empty();
    }
    long now = quorum.now();
    return acquisition()
        .map(one -> TimeUnit.NANOSECONDS.toMillis(one.grantedLease().validUntilNanos() - now))
        .filter(millisLeft -> millisLeft > 0)
        .map(
            millisLeft ->
                new Holder(
                    quorum.engine().clientId() + ":0:0", held.get().tokens().first(), millisLeft));
  }

  // ---- word from a node; without the monitor

  private Optional<Acquisition> acquisition() {
    return Optional.ofNullable(quorum.engine().acquisitions().get(number));
  }

  /** A node has granted the lock to this ballot, which is queued there. */
  void grantedBy(Ballot ballot) {
    monitor.run(
        () -> {
          Ticket place = ticket;
          if (place != null && place.ballot().equals(ballot)) {
            place.granted();
            // Asks at once; if a question is on its way, its answer finds the grant.
            long now = quorum.now();
            monitor.afterwards(() -> inboxReopened(now));
          }
        });
  }

  /** Others want the lock. */
  void wanted() {
    acquisition().ifPresent(Acquisition::wanted);
  }

  /** A node was forced to take it away from this ballot. */
  void takenAwayAt(Ballot ballot) {
    monitor.run(
        () -> {
          Attempt current = attempt;
          if (current != null && current.votes().ballots().contains(ballot)) {
            current.takenAway(ballot);
          }
        });
  }

  /** Messages of a node may have been missed until then. */
  void inboxReopened(long sinceNanos) {
    acquisition().ifPresent(one -> one.inboxReopened(sinceNanos));
  }
}
