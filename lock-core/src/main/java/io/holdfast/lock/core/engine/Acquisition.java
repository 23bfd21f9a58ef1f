package io.holdfast.lock.core.engine;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.inbox.Recipient;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Term;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What this client has, or asks, of the server for one name, under an id that is never used again.
 *
 * <p>All methods are called with the monitor of the seat held, unless said otherwise.
 */
public final class Acquisition implements Recipient, Watched {

  /*
   *            ask                 QUEUED               granted / ACQUIRED
   *   NEW ──────────► ASKING ─────────────► QUEUED ────────────────────────► HELD
   *                     │  ▲ failed: again    │ ▲ every third of the claim     │
   *                     │  └──────────────────┘ │ lease: ask again             │
   *                     └───────────────────────┴──────────┬───────────────────┘
   *                                                        ▼ end / succeedBy
   *                                                      ENDED   release or withdrawal,
   *                                                              until acknowledged (Releases)
   *
   * Why a grant may be used without asking again: it cannot be older than the last question that was
   * answered QUEUED (before the first answer: than the sending of the first question). From the
   * moment that question was sent (askedNanos) it is good for the claim lease minus drift. A grant
   * whose token is not above the seq of the last QUEUED read lingered in the inbox while its claim
   * ran out, and is ignored.
   */
  private enum State {
    NEW,
    ASKING,
    QUEUED,
    HELD,
    ENDED
  }

  /** Far enough to mean: somebody else will set a time. */
  private static final long LATER_NANOS = TimeUnit.HOURS.toNanos(1);

  /** An acquisition that is to be released by the request that asks for this one. */
  private record Predecessor(
      String id, boolean tombstone, long keepNanos, CompletableFuture<Boolean> released) {

    Predecessor withTombstone() {
      return new Predecessor(id, true, keepNanos, released);
    }

    void settle(@Nullable Throwable thrown) {
      if (thrown == null) {
        released.complete(true);
      } else {
        released.completeExceptionally(thrown);
      }
    }
  }

  private final Engine engine;
  private final Verbs verbs;
  private final Seat seat;
  private final LockKeys keys;
  private final Term term;
  private final long number;
  private final String id;
  private final int generation;
  private final long claimMillis;
  private final Backoff backoff = new Backoff();
  private final Tenure tenure;

  private State state = State.NEW;
  private @Nullable Predecessor predecessor;
  private boolean mayWait;
  private boolean inFlight;
  private boolean inboxWasDeaf; // since the question in flight was sent
  private boolean uncertain; // a request went unanswered: it may arrive late
  private long askedNanos;
  private long lastSeq;
  private OptionalLong arrival = OptionalLong.empty();

  // Written under the monitor, read by the watchdog without it.
  private volatile long dueNanos;

  /** Asks for nothing yet. */
  public Acquisition(Engine engine, Verbs verbs, Seat seat, LockKeys keys, Term term) {
    this.engine = engine;
    this.verbs = verbs;
    this.seat = seat;
    this.keys = keys;
    this.term = term;
    this.tenure = new Tenure(term);
    this.number = engine.numbers().incrementAndGet();
    this.claimMillis = Math.min(engine.times().claimLease().toMillis(), term.leaseMillis());
    this.id = engine.clientId() + ':' + number + ':' + claimMillis;
    this.generation = engine.link().generation();
    this.dueNanos = engine.clock().nanoTime() + LATER_NANOS;
  }

  // ---- what the seat asks of it

  /** Asks the server. */
  public void ask(boolean mayWait) {
    this.mayWait = mayWait;
    if (state == State.NEW) {
      state = State.ASKING;
      engine.acquisitions().put(number, this);
      askedNanos = engine.clock().nanoTime();
    }
    inFlight = true;
    long sentNanos = engine.clock().nanoTime();
    due(sentNanos + LATER_NANOS);
    boolean isAgain = state == State.QUEUED;
    Question question = new Question(keys, id, term.leaseMillis(), mayWait, isAgain, arrival);
    Predecessor before = predecessor;
    if (before == null) {
      verbs.ask(question, outcome -> answered(sentNanos, outcome));
    } else {
      verbs.releaseAndAsk(
          before.id, before.tombstone, question, outcome -> bothAnswered(sentNanos, outcome));
    }
  }

  /** Whether the server made it the holder and it was not ended since. */
  public boolean isHeld() {
    return state == State.HELD;
  }

  /** Whether it stands in the server's queue. */
  public boolean isQueued() {
    return state == State.QUEUED;
  }

  /** What it asked for. */
  public Term term() {
    return term;
  }

  /** What the server has given to it; nothing before it is held. */
  public Tenure tenure() {
    return tenure;
  }

  /** Whether anything of it may be, or may yet come, at the server. */
  public boolean mayBeAtServer() {
    return uncertain || predecessor != null || state == State.QUEUED || state == State.HELD;
  }

  /**
   * Ends it: release, or withdrawal, in the background.
   *
   * @return whether it was held by the server's word; may fail with the server's exception
   */
  public CompletableFuture<Boolean> end() {
    boolean wasSent = state != State.NEW;
    boolean tombstone = tombstone();
    leave();
    Predecessor before = predecessor;
    if (before != null) {
      // The request that carries its release is on its way, and its answer counts. This one is for
      // the case that there is none; "not held" then means that the first one did it.
      engine
          .releases()
          .release(verbs, keys, before.id, true, before.keepNanos)
          .whenComplete((wasHeld, thrown) -> before.settle(thrown));
    }
    return wasSent
        ? engine.releases().release(verbs, keys, id, tombstone, keepNanos())
        : CompletableFuture.completedFuture(false);
  }

  /** Ends it without a word: the server has nothing of it. */
  public void forget() {
    leave();
  }

  /** Ends it and asks for the next, in one request that releases and queues again. */
  public Succession succeedBy(Term nextTerm) {
    CompletableFuture<Boolean> released = new CompletableFuture<>();
    Acquisition next = new Acquisition(engine, verbs, seat, keys, nextTerm);
    next.predecessor = new Predecessor(id, tombstone(), keepNanos(), released);
    leave();
    return new Succession(next, released);
  }

  /** Makes what is held last at least this long from now, if the server still has it. */
  public CompletableFuture<Void> extend(long millis) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    long sentNanos = engine.clock().nanoTime();
    verbs.renew(
        List.of(new Renewal(keys, id, millis)),
        outcome -> {
          renewalAnswered(millis, sentNanos, outcome.map(answers -> answers.get(0)));
          if (outcome instanceof Outcome.Failed<?> failed) {
            done.completeExceptionally(failed.failure().toException(keys));
          } else {
            done.complete(null);
          }
        });
    return done;
  }

  /** For how long the server may keep what it has of this. */
  private long keepNanos() {
    return Math.max(term.leaseNanos(), tenure.serverKeepsNanos(engine.clock().nanoTime()));
  }

  private boolean tombstone() {
    // What is unanswered, or was sent over an earlier connection, may arrive late; what is on its
    // way may be sent again behind this, with the text of a script that the server had forgotten.
    return state != State.HELD || uncertain || inFlight || generation != engine.link().generation();
  }

  private void leave() {
    state = State.ENDED;
    engine.acquisitions().remove(number);
  }

  // ---- answers; any thread, without the monitor

  private void bothAnswered(long sentNanos, Outcome<Verbs.Released> outcome) {
    if (outcome instanceof Outcome.Answered<Verbs.Released> answer) {
      inMonitor(() -> releasedPredecessor(answer.reply().wasHeld() || uncertain));
    }
    answered(sentNanos, outcome.map(released -> released.next().orElseThrow()));
  }

  private void releasedPredecessor(boolean wasHeld) {
    Predecessor before = predecessor;
    if (before != null) {
      predecessor = null;
      seat.monitor().afterwards(() -> before.released.complete(wasHeld));
    }
  }

  private void answered(long sentNanos, Outcome<AskReply> outcome) {
    inMonitor(
        () -> {
          inFlight = false;
          if (state == State.ENDED) {
            return; // the withdrawal that was sent behind this question undoes it
          }
          if (outcome instanceof Outcome.Answered<AskReply> answer) {
            backoff.reset();
            heard(sentNanos, answer.reply());
          } else {
            failed(((Outcome.Failed<AskReply>) outcome).failure());
          }
        });
  }

  private void heard(long sentNanos, AskReply reply) {
    if (reply instanceof AskReply.Acquired acquired) {
      long until = sentNanos + Term.validityNanos(term.leaseMillis());
      if (state == State.HELD && tenure.validUntilNanos() - engine.clock().nanoTime() <= 0) {
        seat.lost(this, LossCause.EXPIRED);
      } else if (state == State.HELD) { // a grant overtook this answer
        tenure.leaseIsSet();
        tenure.setBy(sentNanos, term.leaseMillis());
        renewAt(sentNanos + term.leaseNanos() / 3);
      } else if (until - engine.clock().nanoTime() <= 0) {
        seat.lost(this, LossCause.EXPIRED); // came after the lease had run out: does not count
      } else {
        tenure.leaseIsSet();
        tenure.setBy(sentNanos, term.leaseMillis());
        hold(acquired.firstToken(), acquired.lastToken(), acquired.othersWait());
        renewAt(sentNanos + term.leaseNanos() / 3);
      }
    } else if (state == State.HELD) {
      return; // older than the grant that overtook it
    } else if (reply instanceof AskReply.Queued queued) {
      heardQueued(sentNanos, queued);
    } else if (reply instanceof AskReply.Held) {
      seat.heldByAnother(this);
    } else {
      seat.lost(this, LossCause.GONE);
    }
  }

  private void heardQueued(long sentNanos, AskReply.Queued queued) {
    boolean isFirst = state != State.QUEUED;
    state = State.QUEUED;
    askedNanos = sentNanos;
    lastSeq = queued.seq();
    arrival = OptionalLong.of(queued.arrival());
    long now = engine.clock().nanoTime();
    // A grant behind this answer may have been published to nobody, if the inbox was just opened.
    due(
        inboxWasDeaf
            ? now
            : now
                + Math.min(nextQuestionNanos(isFirst), holderEndsNanos(queued.holderMillisLeft())));
    inboxWasDeaf = false;
    if (queued.listeners().isPresent()) {
      engine.inbox().echoPublished(now);
    }
    if (!engine.link().isCluster() && queued.listeners().orElse(1) == 0) {
      engine.inbox().nobodyListens();
    }
    seat.queued(this);
  }

  /** A third of the claim lease; but after a slice the holder is to hear for the first time. */
  private long nextQuestionNanos(boolean isFirst) {
    long third = TimeUnit.MILLISECONDS.toNanos(claimMillis) / 3;
    long jittered = ThreadLocalRandom.current().nextLong(third * 9 / 10, third * 11 / 10 + 1);
    return isFirst ? Math.min(jittered, engine.times().slice().toNanos()) : jittered;
  }

  /**
   * When the holder's lease is over we ask, as nobody may be left to release. Less than nothing
   * left means that the key has no expiry: somebody else has had a hand in it.
   */
  private static long holderEndsNanos(long millisLeft) {
    return millisLeft < 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(millisLeft + 1);
  }

  private void failed(ServerFailure failure) {
    if (failure.kind() == ServerFailure.Kind.UNKNOWN) {
      uncertain = true;
      predecessor = predecessor == null ? null : predecessor.withTombstone();
    }
    if (state != State.HELD && seat.failed(this, failure)) {
      due(engine.clock().nanoTime() + backoff.nextNanos());
    }
  }

  void renewalAnswered(long leaseMillis, long sentNanos, Outcome<Renewal.Answer> outcome) {
    inMonitor(
        () -> {
          if (state != State.HELD) {
            return;
          }
          if (outcome instanceof Outcome.Answered<Renewal.Answer> answer) {
            backoff.reset();
            renewed(leaseMillis, sentNanos, answer.reply());
          } else {
            uncertain = true;
            renewAt(engine.clock().nanoTime() + backoff.nextNanos());
          }
        });
  }

  private void renewed(long leaseMillis, long sentNanos, Renewal.Answer answer) {
    if (answer == Renewal.Answer.GONE) {
      seat.lost(this, LossCause.GONE);
      return;
    }
    if (tenure.validUntilNanos() - engine.clock().nanoTime() <= 0) {
      seat.lost(this, LossCause.EXPIRED); // once it is not valid any more it stays so
      return;
    }
    if (answer == Renewal.Answer.WANTED) {
      tenure.othersWait();
    }
    if (leaseMillis >= term.leaseMillis()) {
      tenure.leaseIsSet(); // the confirmation of a fixed lease, not an extension by less
    }
    if (leaseMillis > 0) {
      tenure.setBy(sentNanos, leaseMillis);
      seat.renewed(this);
    }
    renewAt(sentNanos + term.leaseNanos() / 3);
  }

  // ---- messages; the event loop, without the monitor

  @Override
  public void granted(InboxMessage.Granted grant) {
    inMonitor(
        () -> {
          boolean isExpected = state == State.ASKING || state == State.QUEUED;
          if (isExpected && grant.firstToken() > lastSeq) {
            use(grant);
          }
        });
  }

  private void use(InboxMessage.Granted grant) {
    long now = engine.clock().nanoTime();
    if (askedNanos + Term.validityNanos(grant.millis()) - now <= 0) {
      if (!inFlight) {
        ask(mayWait); // read too late: is it still ours?
      }
      return;
    }
    releasedPredecessor(true);
    tenure.setBy(askedNanos, grant.millis());
    hold(grant.firstToken(), grant.lastToken(), grant.othersWait());
    // A fixed lease is confirmed at once. A renewed one is not needed by a short section; but the
    // question may have been an old one, so that there is not much left of the claim.
    long claimNanos = TimeUnit.MILLISECONDS.toNanos(grant.millis());
    long rest = Math.min(claimNanos / 6, (tenure.validUntilNanos() - now) / 2);
    renewAt(term.isRenewed() ? now + rest : now);
  }

  @Override
  public void wanted() {
    inMonitor(tenure::othersWait);
  }

  @Override
  public void lost() {
    inMonitor(
        () -> {
          if (state != State.ENDED) {
            seat.lost(this, LossCause.FORCED);
          }
        });
  }

  @Override
  public void inboxReopened() {
    inMonitor(
        () -> {
          if (inFlight) {
            inboxWasDeaf = true;
          } else if (state == State.QUEUED) {
            ask(mayWait);
          }
        });
  }

  // ---- time; the watchdog's thread, without the monitor

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
          if (state == State.HELD) {
            keep(now);
          } else if (state != State.ENDED && !inFlight) {
            ask(mayWait);
          }
        });
  }

  private void keep(long now) {
    if (tenure.validUntilNanos() - now <= 0) {
      seat.lost(this, LossCause.EXPIRED);
    } else if (!seat.ownerIsAlive()) {
      seat.lost(this, LossCause.OWNER_DIED);
    } else {
      engine.renewals().add(this, verbs, new Renewal(keys, id, tenure.millisToRenew(now)));
      due(tenure.validUntilNanos()); // the answer will set a nearer time
    }
  }

  private void hold(long firstToken, long finalToken, boolean others) {
    state = State.HELD;
    tenure.begin(engine.clock().nanoTime(), firstToken, finalToken, others);
    seat.acquired(this);
  }

  private void renewAt(long nanos) {
    long end = tenure.validUntilNanos();
    due(nanos - end < 0 ? nanos : end);
  }

  private void due(long nanos) {
    dueNanos = nanos;
    if (state != State.ENDED) {
      engine.watchdog().dueAt(nanos);
    }
  }

  private void inMonitor(Runnable action) {
    Monitor monitor = seat.monitor();
    monitor.enter();
    try {
      action.run();
    } finally {
      monitor.leave();
    }
  }
}
