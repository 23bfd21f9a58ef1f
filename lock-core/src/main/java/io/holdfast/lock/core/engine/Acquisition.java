package io.holdfast.lock.core.engine;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.inbox.Recipient;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Term;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
   * SERVED: of one that has its turn under another acquisition, where several may hold at a time.
   * Its ticket goes with that one, or after a slice, as it would keep out who is behind it; a grant
   * of it comes too late, and is given back.
   *
   * How it gets from the left to HELD is the matter of Asking, how it stays there that of Keeping; its
   * end is here.
   */
  private enum State {
    NEW,
    ASKING,
    QUEUED,
    HELD,
    SERVED,
    ENDED
  }

  /** Far enough to mean: somebody else will set a time. */
  private static final long LATER_NANOS = TimeUnit.HOURS.toNanos(1);

  private static final long FOR_EVER = Long.MAX_VALUE / 4;

  /** The answer where the server need not be asked. */
  private static final CompletableFuture<Boolean> NOTHING_THERE =
      CompletableFuture.completedFuture(false);

  private final Engine engine;
  private final Verbs verbs;
  private final Seat seat;
  private final LockKeys keys;
  private final Term term;
  private final Long number; // as the engine's map has it
  private final String id;
  private final int generation;
  private final long claimMillis;
  private final Tenure tenure;
  private final @Nullable RollCall rollCall;
  private final @Nullable String condition; // for whose signal it waits at first
  private final Asking asking;
  private final Keeping keeping;
  private final OwedSignals signals = new OwedSignals();

  private State state = State.NEW;
  // A request went unanswered: it may arrive late. Written under the monitor, read also without.
  private volatile boolean uncertain;
  private String served = ""; // the ids whose turns this one served, each behind a blank
  private List<Acquisition> ghosts = List.of(); // those of them that are SERVED; mostly none
  private @Nullable Acquisition servedBy; // of one that is SERVED

  // Written under the monitor, read by the watchdog without it.
  private volatile long dueNanos;

  /** The only one of its client for this name. Asks for nothing yet. */
  public Acquisition(Engine engine, Verbs verbs, Seat seat, LockKeys keys, Term term) {
    this(engine, verbs, seat, keys, term, null, null, "");
  }

  /** One of several of its client for this name. Asks for nothing yet. */
  public Acquisition(
      Engine engine, Verbs verbs, Seat seat, LockKeys keys, Term term, RollCall rollCall) {
    this(engine, verbs, seat, keys, term, rollCall, null, "");
  }

  /** One that asks for so many permits of what has more. Asks for nothing yet. */
  public static Acquisition ofPermits(
      Engine engine, Verbs verbs, Seat seat, LockKeys keys, Term term, int permits) {
    return new Acquisition(engine, verbs, seat, keys, term, null, null, "p" + permits);
  }

  private Acquisition(
      Engine engine,
      Verbs verbs,
      Seat seat,
      LockKeys keys,
      Term term,
      @Nullable RollCall rollCall,
      @Nullable String condition,
      String mark) {
    this.engine = engine;
    this.verbs = verbs;
    this.seat = seat;
    this.keys = keys;
    this.term = term;
    this.rollCall = rollCall;
    this.condition = condition;
    this.tenure = new Tenure(term);
    this.number = engine.numbers().incrementAndGet();
    this.claimMillis = Math.min(engine.times().claimLease().toMillis(), term.leaseMillis());
    String plainId = engine.clientId() + ':' + number() + ':' + claimMillis + verbs.idMark() + mark;
    this.id = condition == null ? plainId : plainId + ':' + condition;
    this.generation = engine.line().generation();
    this.dueNanos = engine.clock().nanoTime() + LATER_NANOS;
    this.asking = new Asking(this, engine, seat, rollCall);
    this.keeping = new Keeping(this, engine, seat);
  }

  // ---- what the seat asks of it

  /** Asks the server. */
  public void ask(boolean mayWait) {
    if (state == State.NEW) {
      state = State.ASKING;
      engine.acquisitions().put(number, this);
      asking.begin();
    }
    asking.ask(mayWait);
  }

  /**
   * It may hold beside this other one of the same client, whoever waits. To be said before it asks.
   */
  public void holdBeside(Acquisition other) {
    asking.holdBeside(other);
  }

  /** What the scripts of its kind are to know besides. To be said before it asks. */
  public void tell(String detail) {
    asking.tell(detail);
  }

  /** Whether it was to hold beside another one. */
  public boolean isBesideAnother() {
    return asking.isBesideAnother();
  }

  /**
   * Of one that waits for a signal: it waits for the lock from now on.
   *
   * @param told whether it had still been waiting for the signal; not called if it is given the
   *     lock, or ended, before that is known
   */
  public void stopAwaiting(ConditionVerbs conditions, Consumer<Boolean> told) {
    asking.stopAwaiting(conditions, told);
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

  /** For whose signal it waited, or waits; nothing if it asked for the lock at once. */
  public Optional<String> condition() {
    return Optional.ofNullable(condition);
  }

  /** Its id, as it stands at the server. */
  public String id() {
    return id;
  }

  /** The number by which the server ordered it; that of its first token if it did not wait. */
  public long arrival() {
    return asking.arrival().orElse(tenure.firstToken());
  }

  /** When the question was sent by which it got its place. */
  public long askedSinceNanos() {
    return asking.askedSinceNanos();
  }

  /** Makes what is held last at least this long from now, if the server still has it. */
  public CompletableFuture<Void> extend(long millis) {
    return keeping.extend(millis);
  }

  /** A signal of its owner is on its way. */
  public void signalSent() {
    signals.sent(engine.line().generation());
  }

  /** It has arrived. */
  public void signalAcknowledged() {
    signals.acknowledged();
  }

  /**
   * The owner of a ticket next in line has its turn under this acquisition: the ticket goes when
   * this one ends.
   */
  public void serve(Acquisition next) {
    served += ' ' + next.id;
    if (verbs.severalHold()) {
      if (ghosts.isEmpty()) {
        ghosts = new ArrayList<>();
      }
      ghosts.add(next);
      next.state = State.SERVED;
      next.servedBy = this;
      next.due(engine.clock().nanoTime() + engine.times().slice().toNanos());
    } else {
      next.leave();
    }
  }

  /** Takes the tickets out of those that it served, and what they were granted meanwhile. */
  private void giveBackGhosts() {
    if (ghosts.isEmpty()) {
      return;
    }
    String ids = ghosts.stream().map(Acquisition::id).collect(Collectors.joining(" "));
    leaveGhosts();
    // None can come back later: they had nothing on its way when they were served.
    var unused =
        engine
            .releases()
            .release(verbs, keys, new Verbs.Departure(ids, false, false), FOR_EVER, seat.monitor());
  }

  private void leaveGhosts() {
    ghosts.forEach(Acquisition::leave);
    ghosts = List.of();
  }

  /** Whether it is queued, and no request of it can arrive at the server any more. */
  public boolean canBeServed() {
    return state == State.QUEUED && isSettled();
  }

  /** Whether no request of it can arrive at the server any more. */
  public boolean isSettled() {
    return !asking.isInFlight() && !tombstone();
  }

  /** How many permits it asked for; 1 if it asked for all there is. */
  public int permits() {
    return ClientId.permitsOf(id);
  }

  /** Its number among those of its client. */
  public long number() {
    return number;
  }

  // ---- its end

  /** Whether anything of it may be, or may yet come, at the server. */
  public boolean mayBeAtServer() {
    return uncertain
        || asking.predecessor() != null
        || state == State.QUEUED
        || state == State.HELD;
  }

  /**
   * Ends it: release, or withdrawal, in the background.
   *
   * @return whether it was held by the server's word; may fail with the server's exception
   */
  public CompletableFuture<Boolean> end() {
    return end(false);
  }

  /** Ends it without its owner's doing: those are woken to whom the owner may owe a signal. */
  public void endLost() {
    var unused = end(true);
  }

  /**
   * Ends it, in the background, if anything of it can be or come at the server.
   *
   * @return the server's answer; fails with its exception
   */
  public CompletableFuture<?> withdraw() {
    if (mayBeAtServer() || asking.isInFlight()) {
      return end(true); // it may have been signalled, and granted the lock, without knowing
    }
    forget();
    return NOTHING_THERE;
  }

  /** Whether a question of it is on its way. */
  public boolean isAsking() {
    return asking.isInFlight();
  }

  private CompletableFuture<Boolean> end(boolean isLost) {
    boolean wasSent = state != State.NEW;
    boolean tombstone = tombstone();
    long keepNanos = keepNanos();
    leave();
    Predecessor before = asking.predecessor();
    if (before != null) {
      // The request that carries its release is on its way, and its answer counts. This one is for
      // the case that there is none; "not held" then means that the first one did it.
      engine
          .releases()
          .release(
              verbs, keys, before.withTombstone().departure(), before.keepNanos(), seat.monitor())
          .whenComplete((wasHeld, thrown) -> before.settle(thrown));
    }
    return wasSent
        ? engine
            .releases()
            .release(
                verbs,
                keys,
                departure(tombstone, isLost),
                keepNanos,
                seat.monitor(),
                this::mayArriveLate)
        : NOTHING_THERE;
  }

  /** Ends it without a word: the server has nothing of it. */
  public void forget() {
    leave();
  }

  /** Ends it and asks for the next, in one request that releases and queues again. */
  public Succession succeedBy(Seat nextSeat, Term nextTerm) {
    return succeedBy(new Acquisition(engine, verbs, nextSeat, keys, nextTerm), null);
  }

  /** Ends it, and has the next wait for a signal, in one request. */
  public Succession awaitBy(
      Seat nextSeat, RollCall nextRollCall, ConditionVerbs conditions, String nextCondition) {
    Acquisition next =
        new Acquisition(engine, verbs, nextSeat, keys, term, nextRollCall, nextCondition, "");
    return succeedBy(next, conditions);
  }

  private Succession succeedBy(Acquisition next, @Nullable ConditionVerbs conditions) {
    CompletableFuture<Boolean> released = new CompletableFuture<>();
    next.asking.follow(
        new Predecessor(
            departure(tombstone() || asking.isInFlight(), false),
            keepNanos(),
            released,
            conditions));
    leave();
    return new Succession(next, released);
  }

  /**
   * For how long the server may keep what it has of this: a ticket for as long as this client asks
   * for others.
   */
  private long keepNanos() {
    boolean mayHaveTicket = state == State.QUEUED || (state == State.ASKING && asking.mayWait());
    if (mayHaveTicket || !served.isEmpty()) {
      return FOR_EVER;
    }
    return Math.max(term.leaseNanos(), tenure.serverKeepsNanos(engine.clock().nanoTime()));
  }

  private Verbs.Departure departure(boolean tombstone, boolean isLost) {
    boolean mayOwe = signals.mayBeOwed(engine.line().generation());
    return new Verbs.Departure(id.concat(served), tombstone, isLost || mayOwe);
  }

  private boolean tombstone() {
    // What is unanswered, or was sent over an earlier connection, may arrive late; so may what is
    // sent again behind this, with the text of a script that the server had forgotten. A question
    // is not: it comes before this, or not at all.
    return mayArriveLate()
        || asking.mayBeOvertaken()
        || (rollCall != null && rollCall.isNaming(this));
  }

  /** Whether a request of it may arrive behind its release. Any thread, without the monitor. */
  private boolean mayArriveLate() {
    return uncertain || generation != engine.line().generation();
  }

  private void leave() {
    state = State.ENDED;
    engine.acquisitions().remove(number);
    leaveGhosts();
    if (rollCall != null) {
      rollCall.remove(this);
    }
  }

  // ---- for Asking, Keeping and RollCall

  Verbs verbs() {
    return verbs;
  }

  LockKeys keys() {
    return keys;
  }

  Keeping keeping() {
    return keeping;
  }

  long claimMillis() {
    return claimMillis;
  }

  /** Whether it has asked, and neither holds nor has ended. */
  boolean isWaiting() {
    return state == State.ASKING || state == State.QUEUED;
  }

  boolean hasEnded() {
    return state == State.ENDED;
  }

  boolean isUncertain() {
    return uncertain;
  }

  /** A request of it may arrive late. */
  void wentUnanswered() {
    uncertain = true;
  }

  void becomeQueued() {
    state = State.QUEUED;
  }

  void hold(long firstToken, long finalToken, boolean others) {
    state = State.HELD;
    if (rollCall != null) {
      rollCall.remove(this);
    }
    tenure.begin(engine.clock().nanoTime(), firstToken, finalToken, others);
    seat.acquired(this);
  }

  RollCall.Ticket ticket() {
    return new RollCall.Ticket(id, asking.arrival().orElseThrow());
  }

  /** The server was asked about all, and could not say. */
  void rollFailed(ServerFailure failure, boolean wasNamed) {
    uncertain |= wasNamed && failure.kind() == ServerFailure.Kind.UNKNOWN;
    if (state == State.QUEUED) {
      seat.failed(this, failure);
    }
  }

  /** The server was asked about all, after a time in which it could not be. */
  void rollAnswered() {
    if (state == State.QUEUED) {
      seat.queued(this);
    }
  }

  /** The server was asked about all, and said that this is the holder. */
  void rollGranted(InboxMessage.Granted grant) {
    asking.rollGranted(grant);
  }

  /** Any thread, without the monitor. */
  void renewalAnswered(long leaseMillis, long sentNanos, Outcome<Renewal.Answer> outcome) {
    keeping.renewalAnswered(leaseMillis, sentNanos, outcome);
  }

  void due(long nanos) {
    dueNanos = nanos;
    if (state != State.ENDED) {
      engine.watchdog().dueAt(nanos);
    }
  }

  /** Somebody else will set a time. */
  void dueLater() {
    due(engine.clock().nanoTime() + LATER_NANOS);
  }

  void inMonitor(Runnable action) {
    Monitor monitor = seat.monitor();
    monitor.enter();
    try {
      action.run();
    } finally {
      monitor.leave();
    }
  }

  /** Whether it had its turn elsewhere: then what is at the server of it is given back. */
  private boolean wasServed() {
    Acquisition server = servedBy;
    if (state != State.SERVED || server == null) {
      return false;
    }
    server.giveBackGhosts();
    return true;
  }

  // ---- messages; the event loop, without the monitor

  @Override
  public void granted(InboxMessage.Granted grant) {
    inMonitor(
        () -> {
          if (!wasServed()) {
            asking.granted(grant);
          }
        });
  }

  @Override
  public void wanted() {
    inMonitor(keeping::wanted);
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
          if (!wasServed()) {
            asking.inboxReopened();
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
          if (wasServed()) {
            return;
          }
          if (state == State.HELD) {
            keeping.keep(now);
          } else if (isWaiting()) {
            asking.askAgain();
          }
        });
  }
}
