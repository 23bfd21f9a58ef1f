package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.Backoff;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Re-asserts all the tickets that this client has at one lock, by one request for all of them. All
 * methods are called with the monitor held, unless said otherwise.
 */
public final class RollCall implements Watched {

  /*
   * One request names up to 100 tickets: the 50 oldest, as those at the head are what the server
   * drops, and others in rotation. The server puts back what it had dropped. If there was any, all are
   * named, the oldest first, one request after the other.
   *
   * The answer counts for all who were queued when it was asked for, named or not. It says the last
   * number drawn (seq) and the holder, if that is one of us. An earlier grant to one of us is either
   * that holder, or has a token of at most seq and has run out: it is ignored. A later grant has a
   * token above seq, and is younger than the sending of the question.
   */

  /**
   * A place in the queue.
   *
   * @param id the acquisition
   * @param arrival the number that the server gave it
   */
  public record Ticket(String id, long arrival) {}

  /**
   * What is asked.
   *
   * @param keys the lock
   * @param clientId whose tickets
   * @param tickets some of them
   */
  public record Question(LockKeys keys, String clientId, List<Ticket> tickets) {}

  /**
   * What is answered.
   *
   * @param seq the last number drawn
   * @param holderMillisLeft how long the present holder may still be silent
   * @param listeners how many listen at our inbox
   * @param putBack how many had been dropped
   * @param holder the holder if it is one of us
   */
  public record Answer(
      long seq,
      long holderMillisLeft,
      long listeners,
      int putBack,
      Optional<InboxMessage.Granted> holder) {}

  /** Sends it. */
  public interface RollVerbs {

    /** Asks. May be repeated. */
    void callRoll(Question question, Consumer<Outcome<Answer>> then);
  }

  private static final int NAMED_AT_ONCE = 100;
  private static final int OLDEST = 50;
  private static final long LATER_NANOS = TimeUnit.HOURS.toNanos(1);

  private final Engine engine;
  private final RollVerbs verbs;
  private final LockKeys keys;
  private final Monitor monitor;
  private final Backoff backoff = new Backoff();

  private final NavigableMap<Long, Acquisition> waiting = new TreeMap<>(); // the oldest first
  private List<Acquisition> named = List.of(); // by the question in flight
  private boolean inFlight;
  private boolean isFailing;
  private boolean isWantedAgain;
  private boolean isSweeping; // through all, as some were dropped
  private long lastNamed; // who comes behind it is next in rotation
  private long shortestClaimMillis;
  private long calledNanos; // when we last spoke up
  private long askedNanos;
  private long lastSeq;

  // Written under the monitor, read by the watchdog without it.
  private volatile long dueNanos;

  /** Nobody waits yet. */
  public RollCall(Engine engine, RollVerbs verbs, LockKeys keys, Monitor monitor) {
    this.engine = engine;
    this.verbs = verbs;
    this.keys = keys;
    this.monitor = monitor;
    this.askedNanos = engine.clock().nanoTime();
    this.dueNanos = askedNanos + LATER_NANOS;
  }

  /** When the last answered question was sent. */
  long askedNanos() {
    return askedNanos;
  }

  /** A grant with a token not above this is stale. */
  long lastSeq() {
    return lastSeq;
  }

  /** Whether a question that names it is on its way. */
  boolean isNaming(Acquisition one) {
    return named.contains(one);
  }

  /** It has just been told its place in the queue, as it asked at {@code sentNanos}. */
  void add(Acquisition one, long sentNanos, long holderMillisLeft) {
    boolean isFirst = waiting.isEmpty();
    shortestClaimMillis =
        isFirst ? one.claimMillis() : Math.min(shortestClaimMillis, one.claimMillis());
    waiting.put(one.number(), one);
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
    if (waiting.remove(one.number()) != null && waiting.isEmpty()) {
      engine.watchdog().forget(this);
    }
  }

  /** Something may have been missed. */
  void callAtOnce() {
    sweep();
    if (inFlight) {
      isWantedAgain = true;
    } else if (!waiting.isEmpty()) {
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
    long sentNanos = engine.clock().nanoTime();
    inFlight = true;
    isWantedAgain = false;
    dueNanos = sentNanos + LATER_NANOS;
    boolean wasSilent =
        sentNanos - calledNanos > TimeUnit.MILLISECONDS.toNanos(shortestClaimMillis);
    if (wasSilent && !isSweeping) {
      sweep();
    }
    calledNanos = sentNanos;
    named = nextToBeNamed();
    verbs.callRoll(
        new Question(keys, engine.clientId(), named.stream().map(Acquisition::ticket).toList()),
        outcome -> answered(sentNanos, outcome));
  }

  /** Some may have been dropped: all are to be named, the oldest first. */
  private void sweep() {
    if (waiting.size() > NAMED_AT_ONCE) {
      isSweeping = true;
      lastNamed = 0;
    }
  }

  private List<Acquisition> nextToBeNamed() {
    List<Acquisition> next = new ArrayList<>(Math.min(NAMED_AT_ONCE, waiting.size()));
    if (!isSweeping) {
      name(waiting, OLDEST, next);
      lastNamed = Math.max(lastNamed, next.get(next.size() - 1).number());
    }
    name(waiting.tailMap(lastNamed, false), NAMED_AT_ONCE, next);
    lastNamed = next.isEmpty() ? lastNamed : next.get(next.size() - 1).number();
    if (waiting.higherKey(lastNamed) == null) { // all were named: from the beginning
      isSweeping = false;
      lastNamed = 0;
    }
    return next;
  }

  private static void name(NavigableMap<Long, Acquisition> from, int upTo, List<Acquisition> next) {
    for (Acquisition one : from.values()) {
      if (next.size() >= upTo) {
        return;
      }
      next.add(one);
    }
  }

  /** Any thread, without the monitor. */
  private void answered(long sentNanos, Outcome<Answer> outcome) {
    monitor.enter();
    try {
      List<Acquisition> wereNamed = named;
      named = List.of();
      inFlight = false;
      if (outcome instanceof Outcome.Answered<Answer> answer) {
        heard(sentNanos, answer.reply());
      } else {
        failed(((Outcome.Failed<Answer>) outcome).failure(), wereNamed);
      }
    } finally {
      monitor.leave();
    }
  }

  private void heard(long sentNanos, Answer answer) {
    askedNanos = sentNanos;
    lastSeq = answer.seq();
    backoff.reset();
    if (answer.putBack() > 0 && !isSweeping) {
      sweep();
    }
    shortestClaimMillis =
        waiting.values().stream()
            .mapToLong(Acquisition::claimMillis)
            .min()
            .orElse(shortestClaimMillis);
    boolean isUrgent = isWantedAgain || isSweeping;
    due(isUrgent ? engine.clock().nanoTime() : againNanos(sentNanos, answer.holderMillisLeft()));
    engine.line().echoed(sentNanos, answer.listeners());
    if (isFailing) {
      isFailing = false;
      List.copyOf(waiting.values()).forEach(Acquisition::rollAnswered);
    }
    answer
        .holder()
        .ifPresent(
            grant -> {
              Acquisition holder = waiting.get(grant.number());
              if (holder != null) {
                holder.rollGranted(grant);
              }
            });
  }

  private void failed(ServerFailure failure, List<Acquisition> wereNamed) {
    isFailing = true;
    sweep();
    due(engine.clock().nanoTime() + backoff.nextNanos());
    for (Acquisition one : List.copyOf(waiting.values())) {
      one.rollFailed(failure, wereNamed.contains(one));
    }
  }

  // ---- time; the watchdog's thread, without the monitor

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    monitor.enter();
    try {
      if (dueNanos - now <= 0 && !inFlight && !waiting.isEmpty()) {
        call();
      }
    } finally {
      monitor.leave();
    }
  }
}
