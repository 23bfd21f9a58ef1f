package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.inbox.Unclaimed;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.time.MonotonicClock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongPredicate;

/**
 * Acquisitions of this client that the server has and nobody here: they have ended, and a server
 * that lost its latest writes has them back. Any thread.
 */
public final class Strays implements Unclaimed {

  /*
   * The server goes on granting to such: their client lives, so none of them looks dead. Each would
   * keep the lock for its claim lease, one after the other.
   *
   * The first that is found has all of its name looked for (Sweep). An id is known here before it is
   * sent, and never used again. So one that the server has told of, and that is not known when that
   * is read, has ended for good.
   */

  /**
   * The locks of one kind.
   *
   * @param keysOf the lock that has this first key, if it is one of the kind
   * @param verbs its requests
   * @param isGuest whether a guest, which is not an acquisition, has asked under this number
   */
  public record Kin(
      Function<String, Optional<LockKeys>> keysOf, StrayVerbs verbs, LongPredicate isGuest) {}

  private final String clientId;
  private final Map<Long, Acquisition> acquisitions;
  private final Releases releases;
  private final Watchdog watchdog;
  private final MonotonicClock clock;
  private final Map<String, Kin> kinds = new ConcurrentHashMap<>();
  private final Monitor monitor = new Monitor(); // of the sweeps, too
  private final Map<LockKeys, Sweep> sweeps = new HashMap<>(); // guarded by it

  /** None yet. */
  public Strays(
      String clientId,
      Map<Long, Acquisition> acquisitions,
      Releases releases,
      Watchdog watchdog,
      MonotonicClock clock) {
    this.clientId = clientId;
    this.acquisitions = acquisitions;
    this.releases = releases;
    this.watchdog = watchdog;
    this.clock = clock;
  }

  /** Strays of this kind can be ended from now on. */
  public void of(String kind, Kin kin) {
    kinds.put(kind, kin);
  }

  /** The server has granted something to one that nobody has. On the network event loop. */
  @Override
  public void granted(String id, String lockKey) {
    if (!ClientId.isOf(id, clientId)) {
      return; // anybody may publish
    }
    for (Kin kin : kinds.values()) {
      Optional<LockKeys> keys = kin.keysOf().apply(lockKey);
      if (keys.isPresent()) {
        // Not from here: Netty would send it before a withdrawal that may be on its way.
        watchdog.execute(() -> found(keys.get(), kin.verbs(), kin.isGuest(), id));
        return;
      }
    }
  }

  /** The same, of a lock whose waiters all are acquisitions. */
  void found(LockKeys keys, StrayVerbs verbs, String id) {
    found(keys, verbs, number -> false, id);
  }

  private void found(LockKeys keys, StrayVerbs verbs, LongPredicate isGuest, String id) {
    Sweep sweep;
    boolean isIdle;
    monitor.enter();
    try {
      sweep = sweeps.computeIfAbsent(keys, absent -> new Sweep(this, keys, verbs, isGuest));
      isIdle = sweep.add(id);
    } finally {
      monitor.leave();
    }
    if (isIdle) {
      sweep.send();
    }
  }

  /** It has nothing to do any more, or is given up: what is left ends with its claim, or lease. */
  void forget(LockKeys keys, Sweep sweep) {
    sweeps.remove(keys, sweep);
  }

  /** It is about to be ended. */
  void ends(String id) {
    releases.disowned(id);
  }

  /** It was not there to be ended. */
  void endedBefore(String id) {
    releases.notDisowned(id);
  }

  // ---- for the sweeps

  Monitor monitor() {
    return monitor;
  }

  String clientId() {
    return clientId;
  }

  Watchdog watchdog() {
    return watchdog;
  }

  long now() {
    return clock.nanoTime();
  }

  // ---- what is known here

  /** Those that nobody here has. */
  List<String> unknown(List<String> ids, LongPredicate isGuest) {
    return ids.stream().filter(id -> !isHere(InboxMessage.numberOf(id), isGuest)).toList();
  }

  private boolean isHere(long number, LongPredicate isGuest) {
    return acquisitions.containsKey(number) || isGuest.test(number);
  }

  /** Whether its end is on its way by itself, or by a question for the next. */
  boolean isEnding(String id, LockKeys keys) {
    return releases.isRepeating(id)
        || acquisitions.values().stream()
            .anyMatch(one -> one.spec.keys().equals(keys) && one.isToEnd(id));
  }
}
