package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.Question;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.inbox.Recipient;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.kind.QuorumMember;
import io.holdfast.lock.core.server.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
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

  /** So often who has the vote of the coordinator, and of no majority, tries to get the others. */
  private static final int TRIES_WHEN_OVERTAKEN = 3;

  private final Quorum quorum;
  private final LockKeys keys;
  private final long number; // of the acquisition
  private final long claimMillis;
  private final Monitor monitor = new Monitor();

  // Guarded by the monitor.
  private @Nullable Attempt attempt;
  private @Nullable Ticket ticket;
  private int rounds; // without a majority
  private boolean hasEnded;

  Candidate(Quorum quorum, Question first) {
    String[] parts = first.id().split(":", -1);
    this.quorum = quorum;
    this.keys = first.keys();
    this.number = Long.parseLong(parts[1]);
    this.claimMillis = Long.parseLong(parts[2]);
  }

  /** A place in the queue of one node. */
  private static final class Ticket {

    private final Ballot ballot;
    private boolean isQueued; // it said so
    private boolean isGranted; // it said so, since it was asked last
    private int triesWhenGranted; // without a majority
    private OptionalLong silentSinceNanos = OptionalLong.empty();

    Ticket(Ballot ballot) {
      this.ballot = ballot;
    }

    /** For how long its node has not answered, by the last round, which began then. */
    long silentNanos(long beganNanos, long now) {
      if (!(ballot.vote() instanceof Vote.Open)) {
        silentSinceNanos = OptionalLong.empty();
        return 0;
      }
      long since = silentSinceNanos.orElse(beganNanos);
      silentSinceNanos = OptionalLong.of(since);
      return now - since;
    }
  }

  private Ballot ballot(Node node, Question question) {
    Ballot ballot = new Ballot(quorum, node, keys, claimMillis, question.leaseMillis());
    ballot.receive(new Mail(ballot));
    return ballot;
  }

  // ---- asking

  /**
   * Asks for a majority. Of one that is queued it is asked again and again, and all nodes with it:
   * the coordinator may be the last to hear that the lock is free.
   */
  void ask(Question question, Consumer<Outcome<AskReply>> then) {
    inMonitor(
        () -> {
          if (hasEnded) {
            reply(then, new Outcome.Answered<>(new AskReply.Dead()));
          } else {
            vote(question, then);
          }
        });
  }

  private void askCoordinator(Ticket place, Question question, Consumer<Outcome<AskReply>> then) {
    Ballot ballot = place.ballot;
    ballot.vote(new Vote.Open());
    ballot
        .node()
        .verbs()
        .ask(
            ballot.queueing(),
            Patience.with(
                quorum, outcome -> inMonitor(() -> heard(place, question, outcome, then))));
  }

  private void heard(
      Ticket place,
      Question question,
      Outcome<AskReply> outcome,
      Consumer<Outcome<AskReply>> then) {
    Vote vote = Vote.of(outcome);
    place.ballot.vote(vote);
    if (hasEnded) {
      return; // the release that was sent behind the question undoes it
    }
    if (vote instanceof Vote.Waiting waiting) {
      place.isQueued = true;
      if (place.isGranted) { // meanwhile
        vote(question, then);
      } else {
        rounds = 0;
        reply(then, new Outcome.Answered<>(withoutEcho(waiting.reply())));
      }
    } else if (vote instanceof Vote.Granted) {
      place.isGranted = true;
      vote(question, then);
    } else {
      dropTicket();
      reply(then, undecided());
    }
  }

  private static AskReply withoutEcho(AskReply.Queued reply) {
    return new AskReply.Queued(
        reply.seq(), reply.arrival(), reply.holderMillisLeft(), OptionalLong.empty());
  }

  private void dropTicket() {
    Ticket place = ticket;
    if (place != null) {
      ticket = null;
      var unused = place.ballot.release(monitor);
    }
  }

  private void reply(Consumer<Outcome<AskReply>> then, Outcome<AskReply> outcome) {
    monitor.afterwards(() -> then.accept(outcome));
  }

  private Outcome<AskReply> undecided() {
    long longest = FIRST_PAUSE_NANOS << Math.min(rounds++, DOUBLINGS);
    return new Outcome.Answered<>(
        new AskReply.Undecided(ThreadLocalRandom.current().nextLong(longest / 4, longest)));
  }

  // ---- a round of votes

  /** As soon as it is its turn. */
  private void vote(Question question, Consumer<Outcome<AskReply>> then) {
    long askedNanos = quorum.now();
    monitor.afterwards(() -> quorum.turnstile().enter(() -> begin(question, askedNanos, then)));
  }

  private boolean begin(Question question, long askedNanos, Consumer<Outcome<AskReply>> then) {
    monitor.enter();
    try {
      if (hasEnded) {
        return false;
      }
      if (!Attempt.isWorthIt(question.leaseMillis(), quorum.now() - askedNanos)) {
        // It has waited too long. Who let it begin may be inside the monitor of another gate.
        Outcome<AskReply> tooLate = new Outcome.Answered<>(new AskReply.Undecided(0));
        quorum.engine().watchdog().execute(() -> then.accept(tooLate));
        return false;
      }
      beginRound(question, askedNanos, then);
      return true;
    } finally {
      monitor.leave();
    }
  }

  private void beginRound(Question question, long askedNanos, Consumer<Outcome<AskReply>> then) {
    Ticket place = ticket;
    if (place != null) {
      place.isGranted = false; // the answer will tell whether it still is
    }
    List<Ballot> ballots = new ArrayList<>(quorum.size());
    for (Node node : quorum.nodes()) {
      ballots.add(
          place != null && place.ballot.node().equals(node)
              ? place.ballot
              : ballot(node, question));
    }
    Attempt next =
        new Attempt(
            quorum,
            monitor,
            ballots,
            place == null ? null : place.ballot,
            place != null && place.isQueued,
            place == null && question.mayWait() ? inOrder(ballots) : List.of(),
            question.leaseMillis(),
            askedNanos,
            new Round(question, then));
    attempt = next;
    next.begin();
  }

  /** How a round ends; without the monitor. */
  private final class Round implements Attempt.Outsider {

    private final Question question;
    private final Consumer<Outcome<AskReply>> then;

    Round(Question question, Consumer<Outcome<AskReply>> then) {
      this.question = question;
      this.then = then;
    }

    @Override
    public void held(Tokens tokens, boolean othersWait) {
      then.accept(
          new Outcome.Answered<>(new AskReply.Acquired(tokens.first(), tokens.last(), othersWait)));
    }

    @Override
    public void failed() {
      inMonitor(
          () -> {
            Attempt over = attempt;
            if (!hasEnded && over != null) {
              attempt = null;
              lost(over, question, then);
            }
          });
    }

    @Override
    public Ballot replace(Ballot given) {
      Ballot next = ballot(given.node(), question);
      next.takeOver(given.vote());
      Ticket place = ticket;
      if (place != null && place.ballot.equals(given)) {
        ticket = null;
      }
      var unused = given.release(monitor);
      return next;
    }

    @Override
    public void wanted() {
      acquisition().ifPresent(Acquisition::wanted);
    }

    @Override
    public void forced() {
      acquisition().ifPresent(Acquisition::lost);
    }
  }

  private void lost(Attempt over, Question question, Consumer<Outcome<AskReply>> then) {
    List<Ballot> ballots = over.ballots();
    if (ballots.stream().filter(ballot -> ballot.vote().mayAnswer()).count() < quorum.majority()) {
      dropTicket(); // others are not to wait for one who cannot have the lock
      reply(then, new Outcome.Failed<>(Report.of(quorum, ballots)));
    } else if (!question.mayWait()) {
      refuse(ballots, question, then);
    } else {
      wait(over, question, then);
    }
  }

  /** Held by another, or, as far as can be seen, had by nobody in this round: then once more. */
  private void refuse(List<Ballot> ballots, Question question, Consumer<Outcome<AskReply>> then) {
    if (Noes.ofOne(ballots) <= spare() && rounds++ == 0) {
      vote(question, then);
    } else {
      dropTicket();
      reply(then, new Outcome.Answered<>(holder(ballots)));
    }
  }

  private void wait(Attempt over, Question question, Consumer<Outcome<AskReply>> then) {
    List<Ballot> ballots = over.ballots();
    Ticket place = ticket;
    if (place != null
        && (hasFailed(place)
            || isElsewhere(place, ballots)
            || place.silentNanos(over.beganNanos(), quorum.now())
                > quorum.nodeTimeout().toNanos())) {
      dropTicket();
      place = null;
    }
    if (place != null && place.ballot.vote() instanceof Vote.Waiting waiting) {
      place.isQueued = true;
      rounds = 0;
      QuorumMember there = place.ballot.node().member();
      waiting
          .reply()
          .listeners()
          .ifPresent(listeners -> there.echoed(over.beganNanos(), listeners));
      if (place.isGranted) { // meanwhile
        vote(question, then);
      } else {
        reply(then, new Outcome.Answered<>(withoutEcho(waiting.reply())));
      }
    } else if (place == null && (Noes.of(ballots) > spare() || isOfOne(ballots))) {
      queue(best(ballots).node(), question, then);
    } else {
      reply(then, undecided());
    }
  }

  private static boolean hasFailed(Ticket place) {
    return !place.ballot.vote().mayAnswer();
  }

  /**
   * All are to wait at the same node, or each would have one vote, and none would let go of it. Who
   * has that of its node tries to get the others for a while: they may soon be let go of.
   */
  private boolean isElsewhere(Ticket place, List<Ballot> ballots) {
    if (place.isGranted || place.ballot.isGranted()) {
      return place.triesWhenGranted++ >= TRIES_WHEN_OVERTAKEN
          && !best(ballots).node().equals(place.ballot.node());
    }
    Ballot best = first(ballots, where(ballots).or(Vote.Open.class::isInstance));
    return best.vote().isAnswer() && !best.node().equals(place.ballot.node());
  }

  private Ballot best(List<Ballot> ballots) {
    return first(ballots, where(ballots));
  }

  /**
   * Where one may wait. If it is another's, at a node that has granted it to that one: it tells of
   * the end. If the votes are split, at any that answers.
   */
  private Predicate<Vote> where(List<Ballot> ballots) {
    return isOfOne(ballots) ? Noes.ofTheMost(ballots) : Vote::isAnswer;
  }

  /** Whether one may have a majority: a round that is lost does not wait for the last answers. */
  private boolean isOfOne(List<Ballot> ballots) {
    long open = ballots.stream().filter(ballot -> ballot.vote() instanceof Vote.Open).count();
    return Noes.of(ballots) > 0 && Noes.ofOne(ballots) + open >= quorum.majority();
  }

  /** How many may say no without deciding it: fewer than a majority, if the number is even. */
  private int spare() {
    return quorum.size() - quorum.majority();
  }

  private AskReply holder(List<Ballot> ballots) {
    return ballots.stream()
        .filter(ballot -> ballot.vote() instanceof Vote.Refused)
        .map(ballot -> ((Vote.Refused) ballot.vote()).reply())
        .findFirst()
        .orElse(new AskReply.Held(0, keys.name()));
  }

  /** The coordinator: the first in the order of this lock whose vote is such a one. */
  private Ballot first(List<Ballot> ballots, Predicate<Vote> which) {
    return inOrder(ballots).stream()
        .filter(ballot -> which.test(ballot.vote()))
        .findFirst()
        .orElse(ballots.get(0));
  }

  /** The best to wait at first, by the order of this lock. */
  private List<Ballot> inOrder(List<Ballot> ballots) {
    return quorum.order(keys).mapToObj(ballots::get).toList();
  }

  private void queue(Node node, Question question, Consumer<Outcome<AskReply>> then) {
    Ticket place = new Ticket(ballot(node, question));
    ticket = place;
    askCoordinator(place, question, then);
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
    List<CompletableFuture<Boolean>> releases = new ArrayList<>();
    Attempt last = attempt;
    if (last != null) {
      releases.addAll(last.endExcept(other));
    }
    Ticket place = ticket;
    if (place != null && (last == null || !last.ballots().contains(place.ballot))) {
      releases.add(place.ballot.release(monitor));
    }
    if (releases.isEmpty() && other == null) {
      releases.add(CompletableFuture.completedFuture(false));
    }
    return releases;
  }

  /**
   * Ends this one, and has the next queue behind those who wait, where they wait.
   *
   * @return whether this one was held
   */
  CompletableFuture<Boolean> handOn(
      Candidate next, Question question, Consumer<Outcome<AskReply>> then) {
    monitor.enter();
    try {
      Attempt held = attempt;
      if (held == null || !held.isHeld()) {
        CompletableFuture<Boolean> ended = Majority.of(endExcept(null), quorum.majority());
        ended.whenCompleteAsync(
            (was, thrown) -> next.ask(question, then), quorum.engine().watchdog());
        return ended;
      }
      boolean isAnyGranted = held.ballots().stream().anyMatch(Ballot::isGranted);
      Ballot there =
          first(held.ballots(), isAnyGranted ? Vote.Granted.class::isInstance : Vote::isAnswer);
      CompletableFuture<Boolean> releasedThere = new CompletableFuture<>();
      next.queueBehind(there, releasedThere, question, then);
      List<CompletableFuture<Boolean>> releases = endExcept(there);
      releases.add(releasedThere);
      return Majority.of(releases, quorum.majority());
    } finally {
      monitor.leave();
    }
  }

  private void queueBehind(
      Ballot before,
      CompletableFuture<Boolean> released,
      Question question,
      Consumer<Outcome<AskReply>> then) {
    monitor.enter();
    try {
      Ticket place = new Ticket(ballot(before.node(), question));
      ticket = place;
      Verbs verbs = before.node().verbs();
      verbs.releaseAndAsk(
          before.departure(),
          place.ballot.queueing(),
          Patience.with(
              quorum,
              outcome -> {
                inMonitor(() -> settle(before, released, outcome));
                inMonitor(
                    () ->
                        heard(
                            place,
                            question,
                            outcome.map(answer -> answer.next().orElseThrow()),
                            then));
              }));
    } finally {
      monitor.leave();
    }
  }

  private void settle(
      Ballot before, CompletableFuture<Boolean> released, Outcome<Verbs.Released> outcome) {
    if (outcome instanceof Outcome.Answered<Verbs.Released> answer) {
      before.forget();
      monitor.afterwards(() -> released.complete(answer.reply().wasHeld()));
    } else {
      before
          .releaseAfterAll(monitor)
          .whenComplete(
              (wasHeld, thrown) -> {
                if (thrown == null) {
                  released.complete(true); // by this one or the other, if it was
                } else {
                  released.completeExceptionally(thrown);
                }
              });
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

  // ---- word from a node

  private Optional<Acquisition> acquisition() {
    return Optional.ofNullable(quorum.engine().acquisitions().get(number));
  }

  /** What one node sends about one ballot. Called without the monitor. */
  private final class Mail implements Recipient {

    private final Ballot ballot;

    Mail(Ballot ballot) {
      this.ballot = ballot;
    }

    @Override
    public void granted(InboxMessage.Granted grant) {
      inMonitor(
          () -> {
            Ticket place = ticket;
            if (place != null && place.ballot.equals(ballot)) {
              place.isGranted = true;
              // Asks at once; if a question is on its way, its answer finds the grant.
              long now = quorum.now();
              monitor.afterwards(() -> acquisition().ifPresent(one -> one.inboxReopened(now)));
            }
          });
    }

    @Override
    public void wanted() {
      acquisition().ifPresent(Acquisition::wanted);
    }

    @Override
    public void lost() {
      inMonitor(
          () -> {
            Attempt current = attempt;
            if (current != null && current.ballots().contains(ballot)) {
              current.takenAway(ballot);
            }
          });
    }

    @Override
    public void inboxReopened(long sinceNanos) {
      acquisition().ifPresent(one -> one.inboxReopened(sinceNanos));
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
