package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.time.MonotonicClock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Holds that were ended as strays not long ago. If the release of one was under way, and comes too
 * late, it was held all the same. Any thread.
 */
final class DisownedHolds {

  /** Far longer than a release is on its way. */
  private static final long REMEMBERED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final MonotonicClock clock;
  private final Map<String, Long> since = new ConcurrentHashMap<>(); // by id
  private volatile long forgottenNanos; // when those of long ago were

  /** None yet. */
  DisownedHolds(MonotonicClock clock) {
    this.clock = clock;
    this.forgottenNanos = clock.nanoTime();
  }

  /** It was ended as a stray. */
  void add(String id) {
    long now = clock.nanoTime();
    if (now - forgottenNanos > REMEMBERED_NANOS) { // not for each of thousands
      forgottenNanos = now;
      since.values().removeIf(then -> now - then > REMEMBERED_NANOS);
    }
    since.put(id, now);
  }

  /** It was not there. */
  void remove(String id) {
    since.remove(id);
  }

  /** Whether what this request is to end was ended so. */
  boolean has(Verbs.ReleaseRequest releaseRequest) {
    return !since.isEmpty() && since.containsKey(releaseRequest.id());
  }
}
