package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.engine.StrayVerbs.Disowning;
import io.holdfast.lock.core.engine.StrayVerbs.Others;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.Backoff;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends all acquisitions of this client that the server has of one lock and nobody here, one request
 * after the other.
 */
final class Sweep implements Watched {

  /*
   * A ticket goes as soon as the server has told of it: if its withdrawal is on its way, nobody asks
   * what became of that. The owner of a hold asks: one is ended when two looks have found it, the
   * second of them sent when the first was answered. A release that was on its way at first has
   * mostly been executed before the second; for one that has not, it is remembered who ended the
   * hold (Releases.disowned). What was granted is ended at once.
   */

  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  private static final int NAMED_AT_ONCE = 1000;

  /** How often it is sent again; after that the claims of the remaining ones run out. */
  private static final int MOST_FAILURES = 12;

  private final Strays strays;
  private final LockKeys keys;
  private final StrayVerbs verbs;
  private final LongPredicate isGuest;

  // Guarded by the monitor of the strays, within which nothing is sent and no gate is entered.
  private final Set<String> holding = new LinkedHashSet<>(); // to be ended
  private final Set<String> waiting = new LinkedHashSet<>(); // likewise
  private final Set<String> suspects = new HashSet<>(); // hold, as the look before found
  private boolean isSecondLook;
  private String from = StrayVerbs.NOWHERE;
  private boolean isAtWork;
  private int ended;
  private int failures;

  private volatile long dueNanos; // after a failure; written by the thread that hears of it

  Sweep(Strays strays, LockKeys keys, StrayVerbs verbs, LongPredicate isGuest) {
    this.strays = strays;
    this.keys = keys;
    this.verbs = verbs;
    this.isGuest = isGuest;
  }

  /** One more that holds; whether the caller has to send, as nothing is on its way. Guarded. */
  boolean add(String id) {
    holding.add(id);
    boolean isIdle = !isAtWork;
    isAtWork = true;
    return isIdle;
  }

  /** Sends the next request. */
  void send() {
    Disowning next = null;
    try {
      next = next();
      next.holding().forEach(strays::ends);
      send(next);
    } catch (RuntimeException | Error e) { // for want of memory, or of stack: by another thread
      LOG.debug("{}: stray acquisitions cannot be ended now", keys.title(), e);
      again(next);
    }
  }

  private void send(Disowning next) {
    verbs.disown(next, outcome -> answered(next, outcome));
  }

  private Disowning next() {
    strays.monitor().enter();
    try {
      return new Disowning(keys, strays.clientId(), take(holding), take(waiting), from);
    } finally {
      strays.monitor().leave();
    }
  }

  private static List<String> take(Set<String> from) {
    List<String> some = from.stream().limit(NAMED_AT_ONCE).toList();
    some.forEach(from::remove);
    return some;
  }

  private void answered(Disowning asked, Outcome<Others> outcome) {
    if (outcome instanceof Outcome.Answered<Others> answer) {
      if (answer.reply().wereThere() == 0 && !isRepeat()) {
        asked.holding().forEach(strays::endedBefore);
      }
      if (heard(answer.reply())) {
        send();
      }
      return;
    }
    ServerFailure failure = ((Outcome.Failed<Others>) outcome).failure();
    if (failure.kind() == ServerFailure.Kind.REFUSED) {
      LOG.debug("{}: stray acquisitions were not ended", keys.title(), failure.cause());
      strays.monitor().run(() -> strays.forget(keys, this));
    } else {
      again(asked);
    }
  }

  /** Whether an earlier one went unanswered, and may have ended what this one did not find. */
  private boolean isRepeat() {
    strays.monitor().enter();
    try {
      return failures > 0;
    } finally {
      strays.monitor().leave();
    }
  }

  /** Whether there is more to do. */
  private boolean heard(Others others) {
    List<String> wait = strays.unknown(others.waiting(), isGuest);
    List<String> hold =
        strays.unknown(others.holding(), isGuest).stream()
            .filter(id -> !strays.isEnding(id, keys))
            .toList();
    strays.monitor().enter();
    try {
      failures = 0;
      ended += others.wereThere();
      from = others.next();
      waiting.addAll(wait);
      if (isSecondLook) {
        hold.stream().filter(suspects::contains).forEach(holding::add);
      } else {
        suspects.addAll(hold);
      }
      if (goesOn()) {
        return true;
      }
      strays.forget(keys, this);
    } finally {
      strays.monitor().leave();
    }
    tell();
    return false;
  }

  private boolean goesOn() {
    if (!holding.isEmpty() || !waiting.isEmpty() || !from.isEmpty()) {
      return true;
    }
    if (isSecondLook || suspects.isEmpty()) {
      return false;
    }
    isSecondLook = true;
    from = StrayVerbs.BEGINNING;
    return true;
  }

  private void tell() {
    if (ended > 0) {
      LOG.info(
          "{}: the server still had {} acquisitions that this client had ended before; they are ended again",
          keys.title(),
          ended);
    }
  }

  // ---- after a failure

  private void again(@Nullable Disowning asked) {
    strays.monitor().enter();
    try {
      if (asked != null) {
        holding.addAll(asked.holding());
        waiting.addAll(asked.waiting());
      }
      if (failures >= MOST_FAILURES) {
        strays.forget(keys, this);
        return;
      }
      dueNanos = Backoff.againNanos(strays.now(), failures++);
    } finally {
      strays.monitor().leave();
    }
    strays.watchdog().watch(this);
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    strays.watchdog().forget(this);
    send();
  }
}
