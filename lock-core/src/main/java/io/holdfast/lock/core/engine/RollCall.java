package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.inbox.Echo;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.Backoff;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Re-asserts all the tickets that this client has at one lock, by one request for all of them. All
 * methods are called with the monitor held, unless said otherwise.
 */
public final class RollCall implements Watched {

  /*
   * One request names up to 100 tickets (Roster). The server puts back what it had dropped. The
   * answer counts for all tickets that were queued when it was asked for, named or not. It says the
   * last number drawn (seq) and the holder, if that is one of us. An earlier grant to one of us is
   * either that holder, or has a token of at most seq and has run out: it is ignored. A later grant
   * has a token above seq, and is younger than the sending of the question.
   *
   * Where several hold at a time there is no one holder. The server puts nothing back by itself, and says which
   * of those that were named have no ticket: they were granted, dropped or withdrawn, and each asks by itself what
   * became of it. So does one that hears of a grant with a token of at most seq: it may be the first word of it.
   */

  /**
   * A place in the queue.
   *
   * @param id the acquisition
   * @param arrival the number that the server gave it: it is put back there if it was dropped;
   *     nothing if it is only looked for
   */
  public record Ticket(String id, OptionalLong arrival) {}

  /**
   * What is asked.
   *
   * @param keys the lock
   * @param clientId whose tickets
   * @param tickets some of them
   */
  public record RollRequest(LockKeys keys, String clientId, List<Ticket> tickets) {}

  /**
   * What is answered.
   *
   * @param seq the last number drawn
   * @param holderMillisLeft how long the present holder may still be silent
   * @param echo what is said of the echo to our inbox, see {@link Echo}
   * @param missing how many of the tickets had been dropped
   * @param dropped the server's mark of the last ticket of this client that it dropped; 0 if it
   *     knows of none
   * @param holder the holder if it is one of us
   * @param toAsk the numbers of those that are to ask by themselves, where several hold at a time
   */
  public record Answer(
      long seq,
      long holderMillisLeft,
      long echo,
      int missing,
      long dropped,
      Optional<Holder> holder,
      List<Long> toAsk) {

    /** Of what one has at a time. */
    public Answer(
        long seq,
        long holderMillisLeft,
        long echo,
        int missing,
        long dropped,
        Optional<Holder> holder) {
      this(seq, holderMillisLeft, echo, missing, dropped, holder, List.of());
    }
  }

  /**
   * One of us who has the lock.
   *
   * @param id the acquisition
   * @param grant what a message of it would say
   */
  public record Holder(String id, InboxMessage.Granted grant) {}

  /** Sends it. */
  public interface RollVerbs {

    /** Asks. May be repeated. */
    void callRoll(RollRequest request, Consumer<Outcome<Answer>> then);
  }

  private static final long LATER_NANOS = TimeUnit.HOURS.toNanos(1);

  private final Engine engine;
  private final LockVerbs verbs;
  private final LockKeys keys;
  private final Monitor monitor;
  private final Backoff backoff = new Backoff();

  private final Roster roster = new Roster();
  private final OrphanedHolds orphanedHolds;
  private final NamedHolder namedHolder;
  private boolean inFlight;
  private boolean isFailing;
  private boolean isWantedAgain;
  private long shortestClaimMillis;
  private long calledNanos; // when we last spoke up
  private long askedNanos; // of the last that was answered
  private long doubtedNanos; // until then something may have been missed, as somebody has said
  private long lastSeq;

  // Written under the monitor, read by the watchdog without it.
  private volatile long dueNanos;

  /** Nobody waits yet. */
  public RollCall(Engine engine, LockVerbs verbs, LockKeys keys, Monitor monitor) {
    this.engine = engine;
    this.verbs = verbs;
    this.keys = keys;
    this.monitor = monitor;
    this.askedNanos = engine.clock().nanoTime();
    this.doubtedNanos = askedNanos - 1;
    this.dueNanos = askedNanos + LATER_NANOS;
    this.orphanedHolds = new OrphanedHolds(engine, verbs, keys, this::callNow);
    this.namedHolder = new NamedHolder(engine, roster, orphanedHolds, monitor);
  }

  /** When the last answered question was sent. */
  long askedNanos() {
    return askedNanos;
  }

  /** A grant with a token not above this is stale. */
  long lastSeq() {
    return lastSeq;
  }

  /** Whether a question that names it is on its way, and may put it back. */
  boolean isNaming(Acquisition one) {
    return !verbs.severalHold() && roster.isNaming(one);
  }

  /** It has just been told its place in the queue, as it asked at {@code sentNanos}. */
  void add(Acquisition one, long sentNanos, long holderMillisLeft) {
    boolean isFirst = roster.isEmpty();
    shortestClaimMillis =
        isFirst ? one.spec.claimMillis() : Math.min(shortestClaimMillis, one.spec.claimMillis());
    roster.add(one, engine.connectionState().generation());
    long at = againNanos(sentNanos, holderMillisLeft);
    if (isFirst) {
      calledNanos = engine.clock().nanoTime();
      dueNanos = inFlight ? at + LATER_NANOS : at;
      engine.watchdog().watch(this);
    } else if (!inFlight && at - dueNanos < 0) {
      due(at);
    }
  }

  /** It waits no more. */
  void remove(Acquisition one) {
    if (roster.remove(one) && roster.isEmpty()) {
      engine.watchdog().forget(this);
      orphanedHolds.heardOfNone();
    }
  }

  /** Something may have been missed until then: looks for all, and asks at once; once for each. */
  void callAfter(long nanos) {
    if (doubtedNanos - nanos >= 0) {
      return; // as all waiters say it, one after the other
    }
    doubtedNanos = nanos;
    roster.doubt();
    callNow();
  }

  private void callNow() {
    if (inFlight) {
      isWantedAgain = true;
    } else if (!roster.isEmpty()) {
      due(engine.clock().nanoTime());
    }
  }

  private long againNanos(long sentNanos, long holderMillisLeft) {
    return Reassertion.dueNanos(
        engine.clock().nanoTime(), sentNanos, shortestClaimMillis, holderMillisLeft);
  }

  private void due(long nanos) {
    dueNanos = nanos;
    engine.watchdog().dueAt(nanos);
  }

  private void call() {
    long now = engine.clock().nanoTime();
    inFlight = true;
    isWantedAgain = false;
    dueNanos = now + LATER_NANOS;
    if (now - calledNanos > TimeUnit.MILLISECONDS.toNanos(shortestClaimMillis)) {
      roster.doubt();
    }
    calledNanos = now;
    boolean isSent = false;
    try {
      verbs.callRoll(
          new RollRequest(
              keys, engine.clientId(), roster.call(engine.connectionState().generation())),
          outcome -> answered(now, outcome));
      isSent = true;
    } finally {
      if (!isSent) { // for want of memory: no answer may ever come
        inFlight = false;
        roster.failed();
        due(now + backoff.nextNanos());
      }
    }
  }

  /** Any thread, without the monitor. */
  private void answered(long sentNanos, Outcome<Answer> outcome) {
    monitor.run(
        () -> {
          inFlight = false;
          if (outcome instanceof Outcome.Answered<Answer> answer) {
            heard(sentNanos, answer.reply());
          } else {
            failed(((Outcome.Failed<Answer>) outcome).failure());
          }
        });
  }

  private void heard(long sentNanos, Answer answer) {
    askedNanos = sentNanos;
    lastSeq = answer.seq();
    backoff.reset();
    roster.heard(answer.missing(), answer.dropped());
    shortestClaimMillis = roster.shortestClaimMillis(shortestClaimMillis);
    boolean areOldestGone =
        answer.toAsk().size() >= Roster.OLDEST && Echo.listeners(answer.echo()) > 0;
    boolean isUrgent = isWantedAgain || roster.isSweeping() || areOldestGone;
    due(isUrgent ? engine.clock().nanoTime() : againNanos(sentNanos, answer.holderMillisLeft()));
    engine.connectionState().echoed(keys, sentNanos, answer.echo());
    engine.connectionState().ears().attend(keys);
    if (isFailing) {
      isFailing = false;
      roster.all().forEach(one -> one.queueing.rollAnswered());
    }
    answer.holder().ifPresentOrElse(namedHolder::heardOf, orphanedHolds::heardOfNone);
    for (Long number : answer.toAsk()) {
      Acquisition waiting = roster.find(number);
      if (waiting != null) {
        waiting.asking.askIfSilent();
      }
    }
  }

  private void failed(ServerFailure failure) {
    isFailing = true;
    List<Acquisition> wereNamed = roster.failed();
    due(engine.clock().nanoTime() + backoff.nextNanos());
    boolean mayPutBack = !verbs.severalHold();
    for (Acquisition one : roster.all()) {
      one.queueing.rollFailed(failure, mayPutBack && wereNamed.contains(one));
    }
  }

  // ---- time; the watchdog's thread, without the monitor

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    monitor.run(
        () -> {
          if (dueNanos - now <= 0 && !inFlight && !roster.isEmpty()) {
            call();
          }
        });
  }
}
