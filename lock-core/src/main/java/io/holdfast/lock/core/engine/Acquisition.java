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
import java.util.concurrent.locks.ReentrantLock;
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
  private record Predecessor(String id, boolean tombstone, CompletableFuture<Boolean> released) {}

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
      engine.inbox().expect(number, this);
      engine.watchdog().watch(this);
      askedNanos = engine.clock().nanoTime();
    }
    inFlight = true;
    long sentNanos = engine.clock().nanoTime();
    due(sentNanos + LATER_NANOS);
    boolean echo = state == State.QUEUED;
    Question question = new Question(keys, id, term.leaseMillis(), mayWait, echo, arrival);
    Predecessor before = predecessor;
    if (before == null) {
      verbs.ask(question, outcome -> answered(sentNanos, outcome));
    } else {
      verbs.releaseAndAsk(
          before.id, before.tombstone, question, outcome -> bothAnswered(sentNanos, outcome));
    }
    if (echo) {
      engine.inbox().echoSent();
    }
  }

  /** From now on the question is one that waits. */
  public void waitFromNowOn() {
    mayWait = true;
  }

  /** Whether the server made it the holder and it was not ended since. */
  public boolean isHeld() {
    return state == State.HELD;
  }

  /** Whether a question is on its way that was not one to wait. */
  public boolean isAskingWithoutWaiting() {
    return state == State.ASKING && !mayWait;
  }

  /** Whether it stands in the server's queue. */
  public boolean isQueued() {
    return state == State.QUEUED;
  }

  /** What it asked for. */
  public Term term() {
    return term;
  }

  /** Past this its hold is lost. Any thread. */
  public long validUntilNanos() {
    return tenure.validUntilNanos();
  }

  /** Whether other clients wait for it, as far as we heard. */
  public boolean othersWait() {
    return tenure.doOthersWait();
  }

  /** Whether at least a third is left of the validity that the last answer gave. */
  public boolean hasAThirdLeft(long now) {
    return tenure.hasAThirdLeft(now);
  }

  /** Whether anything of it may be, or may yet come, at the server. */
  public boolean mayBeAtServer() {
    return uncertain || predecessor != null || state == State.QUEUED || state == State.HELD;
  }

  /** When this client got it from the server. */
  public long heldSinceNanos() {
    return tenure.sinceNanos();
  }

  /** Whether the block of tokens is not used up. */
  public boolean hasToken() {
    return tenure.hasToken();
  }

  /** Whether this long from now would be beyond the cap of the lease. */
  public boolean wouldExceedCap(long millis, long now) {
    return tenure.wouldExceedCap(millis, now);
  }

  /** The next token of the block. */
  public long takeToken() {
    return tenure.takeToken();
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
      predecessor = null;
      engine
          .releases()
          .release(verbs, keys, before.id, true, term.leaseNanos())
          .whenComplete((wasHeld, thrown) -> complete(before.released, wasHeld, thrown));
    }
    return wasSent
        ? engine.releases().release(verbs, keys, id, tombstone, term.leaseNanos())
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
    next.predecessor = new Predecessor(id, tombstone(), released);
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
            done.completeExceptionally(failed.failure().toException(keys.name()));
          } else {
            done.complete(null);
          }
        });
    return done;
  }

  private boolean tombstone() {
    // What waits to be released with us, or was sent over an earlier connection, may arrive late.
    return state != State.HELD || uncertain || generation != engine.link().generation();
  }

  private void leave() {
    state = State.ENDED;
    engine.inbox().forget(number);
    engine.watchdog().forget(this);
  }

  private static void complete(
      CompletableFuture<Boolean> future, @Nullable Boolean wasHeld, @Nullable Throwable thrown) {
    if (wasHeld != null) {
      future.complete(wasHeld);
    } else {
      future.completeExceptionally(
          thrown == null ? new IllegalStateException("neither answer nor failure") : thrown);
    }
  }

  // ---- answers; any thread, without the monitor

  private void bothAnswered(long sentNanos, Outcome<Verbs.Released> outcome) {
    if (outcome instanceof Outcome.Answered<Verbs.Released> answer) {
      ReentrantLock monitor = seat.monitor();
      monitor.lock();
      try {
        releasedPredecessor(answer.reply().wasHeld() || uncertain);
      } finally {
        monitor.unlock();
      }
    }
    answered(sentNanos, outcome.map(released -> released.next().orElseThrow()));
  }

  private void releasedPredecessor(boolean wasHeld) {
    Predecessor before = predecessor;
    if (before != null) {
      predecessor = null;
      before.released.complete(wasHeld);
    }
  }

  private void answered(long sentNanos, Outcome<AskReply> outcome) {
    ReentrantLock monitor = seat.monitor();
    monitor.lock();
    try {
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
    } finally {
      monitor.unlock();
    }
  }

  private void heard(long sentNanos, AskReply reply) {
    if (reply instanceof AskReply.Acquired acquired) {
      long until = sentNanos + Term.validityNanos(term.leaseMillis());
      if (state == State.HELD) { // a grant overtook this answer
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
      if (mayWait) {
        ask(true); // somebody who waits has come meanwhile
      } else {
        seat.heldByAnother(this);
      }
    } else {
      seat.lost(this, LossCause.GONE);
    }
  }

  private void heardQueued(long sentNanos, AskReply.Queued queued) {
    state = State.QUEUED;
    askedNanos = sentNanos;
    lastSeq = queued.seq();
    arrival = OptionalLong.of(queued.arrival());
    long third = TimeUnit.MILLISECONDS.toNanos(claimMillis) / 3;
    long jittered = ThreadLocalRandom.current().nextLong(third * 9 / 10, third * 11 / 10 + 1);
    // When the holder's lease is over we ask, as nobody may be left to release.
    long holderEnds = TimeUnit.MILLISECONDS.toNanos(Math.max(1, queued.holderMillisLeft() + 1));
    due(engine.clock().nanoTime() + Math.min(jittered, holderEnds));
    if (!engine.link().isCluster() && queued.listeners().orElse(1) == 0) {
      engine.inbox().nobodyListens();
    }
    seat.queued(this);
  }

  private void failed(ServerFailure failure) {
    uncertain |= failure.kind() == ServerFailure.Kind.UNKNOWN;
    if (state != State.HELD && seat.failed(this, failure)) {
      due(engine.clock().nanoTime() + backoff.nextNanos());
    }
  }

  void renewalAnswered(long leaseMillis, long sentNanos, Outcome<Renewal.Answer> outcome) {
    ReentrantLock monitor = seat.monitor();
    monitor.lock();
    try {
      if (state != State.HELD) {
        return;
      }
      long now = engine.clock().nanoTime();
      if (outcome instanceof Outcome.Failed<Renewal.Answer>) {
        uncertain = true;
        renewAt(now + backoff.nextNanos());
      } else if (((Outcome.Answered<Renewal.Answer>) outcome).reply() == Renewal.Answer.GONE) {
        seat.lost(this, LossCause.GONE);
      } else {
        backoff.reset();
        if (((Outcome.Answered<Renewal.Answer>) outcome).reply() == Renewal.Answer.WANTED) {
          tenure.othersWait();
        }
        if (leaseMillis > 0) {
          tenure.leaseIsSet();
          tenure.setBy(sentNanos, leaseMillis);
          seat.renewed(this);
        }
        renewAt(sentNanos + term.leaseNanos() / 3);
      }
    } finally {
      monitor.unlock();
    }
  }

  // ---- messages; the event loop, without the monitor

  @Override
  public void granted(InboxMessage.Granted grant) {
    ReentrantLock monitor = seat.monitor();
    monitor.lock();
    try {
      boolean isExpected = state == State.ASKING || state == State.QUEUED;
      if (!isExpected || grant.firstToken() <= lastSeq) {
        return;
      }
      long now = engine.clock().nanoTime();
      long until = askedNanos + Term.validityNanos(grant.millis());
      if (until - now <= 0) {
        if (!inFlight) {
          ask(mayWait); // read too late: is it still ours?
        }
        return;
      }
      releasedPredecessor(true);
      tenure.setBy(askedNanos, grant.millis());
      hold(grant.firstToken(), grant.lastToken(), grant.othersWait());
      if (state == State.HELD) {
        // A fixed lease is confirmed at once; a short section never needs the renewed one.
        long claimNanos = TimeUnit.MILLISECONDS.toNanos(grant.millis());
        renewAt(term.isRenewed() ? now + claimNanos / 6 : now);
      }
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void wanted() {
    ReentrantLock monitor = seat.monitor();
    monitor.lock();
    try {
      tenure.othersWait();
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void lost() {
    ReentrantLock monitor = seat.monitor();
    monitor.lock();
    try {
      if (state != State.ENDED) {
        seat.lost(this, LossCause.FORCED);
      }
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void inboxReopened() {
    ReentrantLock monitor = seat.monitor();
    monitor.lock();
    try {
      if (state == State.QUEUED && !inFlight) {
        ask(mayWait);
      }
    } finally {
      monitor.unlock();
    }
  }

  // ---- time; the watchdog's thread, without the monitor

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    ReentrantLock monitor = seat.monitor();
    monitor.lock();
    try {
      if (dueNanos - now > 0) {
        return;
      }
      if (state == State.HELD) {
        keep(now);
      } else if (state != State.ENDED && !inFlight) {
        ask(mayWait);
      }
    } finally {
      monitor.unlock();
    }
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
}
