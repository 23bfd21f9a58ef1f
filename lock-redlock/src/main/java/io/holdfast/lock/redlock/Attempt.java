package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.Question;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.lease.Term;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One round of votes, under ids of its own, and what came of it: a hold, or nothing.
 *
 * <p>The algorithm is Redlock (S. Sanfilippo, "Distributed Locks with Redis", redis.io), with a
 * second round in which a majority accepts the tokens. All methods are called with the monitor held
 * unless said otherwise.
 */
final class Attempt implements Watched {

  /*
   *      ┌────── majority granted, and accepted along with it ───────┐
   *      │                                                           ▼
   *   VOTING ──majority granted──► AGREEING ──majority accepted──► HELD
   *      │                           │   ▲                           │
   *      │ none can be any more      │   └── refused: higher ones    │
   *      └───────────────────────────┴───────────────────────────────┴──► OVER: released everywhere
   *
   * The answer is given as soon as it is certain, and nobody waits for the slow. A vote that comes late is
   * kept while this is held; afterwards the release that was sent behind its question undoes it.
   */
  private enum Phase {
    VOTING,
    AGREEING,
    HELD,
    OVER
  }

  /** Who is told how it ended; without the monitor, unless said otherwise. */
  interface Outsider {

    /** A majority has granted it, and accepted the tokens. */
    void held(Tokens tokens, boolean othersWait);

    /** There was none; everything but the ticket has been released. */
    void failed();

    /** It is another's at a node, who so waits for the others. */
    void wanted();

    /** So many have taken it away by force that no majority is left. */
    void forced();

    /**
     * Gives back what is there of this one, and makes another for the same node. With the monitor.
     */
    Ballot replace(Ballot given);
  }

  private final Quorum quorum;
  private final Monitor monitor;
  private final List<Ballot> ballots;
  private final @Nullable Ballot ticket; // one of them: it stays queued, or granted, if this fails
  private final boolean isAgain; // it is known to be queued
  private final List<Ballot>
      places; // where to wait if it is another's, the best first; may be none
  private final Outsider outsider;
  private final Agreement agreement;
  private final long leaseMillis;
  private final long askedNanos; // the lease counts from then
  private final long beganNanos;

  // Guarded by the monitor.
  private Phase phase = Phase.VOTING;
  private boolean isDecided; // that there is none; the place to wait at may still be open

  private volatile long dueNanos;

  Attempt(
      Quorum quorum,
      Monitor monitor,
      List<Ballot> ballots,
      @Nullable Ballot ticket,
      boolean isAgain,
      List<Ballot> places,
      long leaseMillis,
      long askedNanos,
      Outsider outsider) {
    this.quorum = quorum;
    this.monitor = monitor;
    this.ballots = new CopyOnWriteArrayList<>(ballots);
    this.ticket = ticket;
    this.isAgain = isAgain;
    this.places = places;
    this.leaseMillis = leaseMillis;
    this.askedNanos = askedNanos;
    this.outsider = outsider;
    this.agreement = new Agreement(quorum);
    this.beganNanos = quorum.now();
    this.dueNanos = beganNanos + quorum.nodeTimeout().toNanos();
  }

  List<Ballot> ballots() {
    return ballots;
  }

  long beganNanos() {
    return beganNanos;
  }

  boolean isHeld() {
    return phase == Phase.HELD;
  }

  // ---- votes

  /** Asks all nodes. */
  void begin() {
    quorum.engine().watchdog().watch(this);
    for (Ballot ballot : ballots) {
      ask(ballot, beganNanos);
    }
    if (ballots.stream().noneMatch(ballot -> ballot.vote() instanceof Vote.Open)) {
      quorum.engine().watchdog().execute(() -> inMonitor(this::count)); // not inside this call
    }
  }

  /** A node that restarts stays out, but for one that has been up for long enough since then. */
  private void ask(Ballot ballot, long sinceNanos) {
    ballot.vote(new Vote.Open());
    ballot.hasAccepted(false);
    ballot
        .node()
        .exclusion(sinceNanos)
        .ifPresentOrElse(
            reason -> ballot.vote(Vote.failed(ServerFailure.Kind.NOT_EXECUTED, reason)),
            () ->
                ballot
                    .node()
                    .vote(
                        question(ballot),
                        sinceNanos,
                        vote -> inMonitor(() -> voted(ballot, vote))));
  }

  /** Who has a ticket there asks as one who waits, but not any more when it is held. */
  private Question question(Ballot ballot) {
    return ballot == ticket && phase == Phase.VOTING
        ? ballot.question(true, isAgain, agreement.proposed())
        : ballot.question(false, false, agreement.proposed());
  }

  private void voted(Ballot ballot, Vote vote) {
    if (phase == Phase.OVER) {
      if (ballot.equals(ticket)) { // that is asked anew: an answer of before must not count then
        ballot.heardTooLate(vote);
      } else {
        ballot.vote(vote);
      }
      return; // the release that was sent behind the question undoes it
    }
    ballot.vote(vote);
    if (ballot.vote() instanceof Vote.Granted granted) {
      ballot.hasAccepted(agreement.heard(granted.drawn()));
      if ((phase == Phase.AGREEING || phase == Phase.HELD) && !ballot.hasAccepted()) {
        propose(ballot); // the more remember them, the better
      }
    }
    if (phase == Phase.HELD && vote.isNo()) {
      monitor.afterwards(outsider::wanted);
    }
    if (vote instanceof Vote.Excluded) { // or renewals would find it there, and count it
      ballots.replaceAll(each -> each.equals(ballot) ? outsider.replace(ballot) : each);
    }
    if (phase == Phase.VOTING) {
      count();
    }
  }

  private void count() {
    if (phase != Phase.VOTING) {
      return;
    }
    long granted = granted();
    if (granted >= quorum.majority()) {
      phase = Phase.AGREEING;
      dueNanos = quorum.now() + quorum.nodeTimeout().toNanos();
      countAcceptances();
    } else if (granted + open() < quorum.majority()) {
      if (isPlaceOpen() || (isAgain && granted == 0 && open() > 0)) { // who waits is in no hurry
        awaitPlace();
      } else if (!mayYetBeHeld(granted)) {
        fail();
      }
    }
  }

  /**
   * Whether the next answer may tell that it is another's, which it may be to know where to wait.
   * Nobody waits for what is granted here meanwhile: nothing is.
   */
  private boolean mayYetBeHeld(long granted) {
    long noes = ballots.stream().filter(ballot -> ballot.vote().isNo()).count();
    return granted == 0 && noes > 0 && noes <= quorum.size() - quorum.majority() && open() > 0;
  }

  /**
   * Whether who asks is going to wait at a node that has not answered yet. All who wait are to do
   * so at the same node: at different ones there are several who are next, and split the votes.
   */
  private boolean isPlaceOpen() {
    boolean isAnothers = ballots.stream().anyMatch(ballot -> ballot.vote().isNo());
    return places.stream()
        .map(Ballot::vote)
        .filter(vote -> vote instanceof Vote.Open || (isAnothers ? vote.isNo() : vote.isAnswer()))
        .findFirst()
        .filter(Vote.Open.class::isInstance)
        .isPresent();
  }

  /** Not until its time-out: it would keep all from queueing while it is slow. */
  private void awaitPlace() {
    if (isDecided) {
      return;
    }
    isDecided = true;
    long latest = quorum.now() + quorum.nodeTimeout().toNanos() / 4;
    if (latest - dueNanos < 0) {
      dueNanos = latest;
      quorum.engine().watchdog().dueAt(latest);
    }
  }

  private long granted() {
    return ballots.stream().filter(Ballot::isGranted).count();
  }

  private long open() {
    return ballots.stream().filter(ballot -> ballot.vote() instanceof Vote.Open).count();
  }

  // ---- tokens

  private void agree() {
    agreement.raise();
    dueNanos = quorum.now() + quorum.nodeTimeout().toNanos();
    ballots.forEach(ballot -> ballot.hasAccepted(false));
    ballots.stream().filter(Ballot::isGranted).forEach(this::propose);
  }

  private void propose(Ballot ballot) {
    Tokens proposed = agreement.proposed();
    agreement.sent();
    ballot
        .node()
        .accept(
            ballot.keys(),
            ballot.id(),
            proposed,
            outcome ->
                inMonitor(
                    () -> {
                      if (phase != Phase.OVER && proposed.equals(agreement.proposed())) {
                        answered(ballot, outcome);
                      }
                    }));
  }

  private void answered(Ballot ballot, Outcome<Acceptance> outcome) {
    agreement.answered();
    if (outcome instanceof Outcome.Answered<Acceptance> answer) {
      if (answer.reply() instanceof Acceptance.Accepted) {
        ballot.hasAccepted(true);
      } else if (answer.reply() instanceof Acceptance.Refused refused) {
        agreement.heardOf(refused.highest());
      } else {
        ballot.vote(new Vote.Ended());
      }
    }
    if (phase == Phase.AGREEING) {
      countAcceptances();
    }
  }

  private void countAcceptances() {
    long accepted = ballots.stream().filter(each -> each.isGranted() && each.hasAccepted()).count();
    if (accepted >= quorum.majority()) {
      hold();
    } else if (accepted + agreement.open() < quorum.majority()) {
      if (granted() >= quorum.majority() && agreement.canRaise() && isWorthIt()) {
        agree();
      } else {
        fail();
      }
    }
  }

  private boolean isWorthIt() {
    return isWorthIt(leaseMillis, quorum.now() - askedNanos);
  }

  /** Whether at least half of what the lease is good for is left. */
  static boolean isWorthIt(long leaseMillis, long sinceNanos) {
    return sinceNanos < Term.validityNanos(leaseMillis) / 2;
  }

  private void hold() {
    if (!isWorthIt()) {
      fail();
      return;
    }
    leaveTurnstile();
    phase = Phase.HELD;
    quorum.engine().watchdog().forget(this);
    boolean othersWait =
        ballots.stream()
            .map(Ballot::vote)
            .anyMatch(
                vote -> vote.isNo() || (vote instanceof Vote.Granted one && one.othersWait()));
    Tokens agreed = agreement.proposed();
    monitor.afterwards(() -> outsider.held(agreed, othersWait));
  }

  // ---- its end

  private void fail() {
    leave();
    for (Ballot ballot : ballots) {
      if (!ballot.equals(ticket)) {
        var unused = ballot.release(monitor);
      }
    }
    monitor.afterwards(outsider::failed);
  }

  private void leave() {
    leaveTurnstile();
    phase = Phase.OVER;
    quorum.engine().watchdog().forget(this);
  }

  private void leaveTurnstile() {
    if (phase == Phase.VOTING || phase == Phase.AGREEING) {
      monitor.afterwards(quorum.turnstile()::leave);
    }
  }

  /** Ends it at all nodes but this one, whatever they said. */
  List<CompletableFuture<Boolean>> endExcept(@Nullable Ballot other) {
    leave();
    List<CompletableFuture<Boolean>> releases = new ArrayList<>();
    for (Ballot ballot : ballots) {
      if (!ballot.equals(other)) {
        releases.add(ballot.release(monitor));
      }
    }
    return releases;
  }

  // ---- while it is held

  /** A node is to be asked to keep the ballot there; any thread, without the monitor. */
  void renewing(Ballot ballot, long millis) {
    inMonitor(() -> ballot.renewFor(millis));
  }

  /** A node has said what it knows of the ballot there; any thread, without the monitor. */
  void renewed(Ballot ballot, Outcome<Renewal.Answer> outcome) {
    if (outcome instanceof Outcome.Answered<Renewal.Answer> answer
        && answer.reply() == Renewal.Answer.GONE) {
      inMonitor(
          () -> {
            if (phase == Phase.HELD
                && !ballot.isTakenAway()
                && !(ballot.vote() instanceof Vote.Open)) {
              ask(ballot, quorum.now());
            }
          });
    }
  }

  /** A node was forced to take it away. */
  void takenAway(Ballot ballot) {
    ballot.takenAway();
    if (phase == Phase.HELD && granted() + open() < quorum.majority()) {
      monitor.afterwards(outsider::forced);
    }
  }

  // ---- time

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    inMonitor(
        () -> {
          if (dueNanos - now > 0) {
            return; // changed meanwhile
          }
          dueNanos = now + quorum.nodeTimeout().toNanos();
          if (phase == Phase.VOTING) {
            giveUpOpenVotes();
            count();
          } else if (phase == Phase.AGREEING) {
            agreement.giveUp();
            countAcceptances();
          }
        });
  }

  private void giveUpOpenVotes() {
    long millis = TimeUnit.NANOSECONDS.toMillis(quorum.now() - beganNanos);
    String message = "no answer within %d ms".formatted(millis);
    for (Ballot ballot : ballots) {
      if (ballot.vote() instanceof Vote.Open) {
        ballot.vote(Vote.failed(ServerFailure.Kind.UNKNOWN, message));
      }
    }
  }

  private void inMonitor(Runnable action) {
    monitor.enter();
    try {
      action.run();
    } finally {
      monitor.leave();
    }
  }
}
