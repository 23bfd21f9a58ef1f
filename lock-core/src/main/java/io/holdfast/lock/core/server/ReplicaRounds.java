package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One {@code WAIT} after the other for each place, each for all that have come since the one before
 * began: what they ask about was executed before it was sent. Any thread; never blocks.
 */
final class ReplicaRounds {

  private final MonotonicClock clock;
  private final long longestMillis;
  private final Waiting waiting;
  private final ReentrantLock lock = new ReentrantLock(); // held for a few steps
  private final Set<Place> underWay = new HashSet<>(); // guarded by the lock
  private final Map<Place, Round> next = new HashMap<>(); // guarded by the lock

  /** Has a server wait for that many replicas, for so long; says how many have it. */
  interface Waiting {
    CompletionStage<Long> begin(Place place, long millis);
  }

  /**
   * What one {@code WAIT} is for.
   *
   * @param slot in a cluster, where each slot may have another master; otherwise 0
   * @param key one of that slot
   */
  record Place(int slot, String key, int replicas) {

    static Place of(String key, boolean isCluster, int replicas) {
      return new Place(isCluster ? SlotHash.getSlot(key) : 0, key, replicas);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Place its && its.slot == slot && its.replicas == replicas;
    }

    @Override
    public int hashCode() {
      return 31 * slot + replicas;
    }
  }

  /** Guarded by the lock until it begins. */
  private static final class Round {
    private final CompletableFuture<Long> result = new CompletableFuture<>();
    private long untilNanos;

    Round(long untilNanos) {
      this.untilNanos = untilNanos;
    }
  }

  /**
   * None under way.
   *
   * @param longest of one {@code WAIT}: it is an answer, too, and later than that counts as none
   */
  ReplicaRounds(MonotonicClock clock, Duration longest, Waiting waiting) {
    this.clock = clock;
    this.longestMillis = Math.max(1, longest.toMillis());
    this.waiting = waiting;
  }

  /**
   * Joins the next round of that place.
   *
   * @return how many replicas have what was executed before this call; fewer than asked for if the
   *     time is over
   */
  CompletableFuture<Long> join(Place place, long untilNanos) {
    CompletableFuture<Long> result;
    lock.lock();
    try {
      Round round = next.computeIfAbsent(place, absent -> new Round(untilNanos));
      if (untilNanos - round.untilNanos > 0) {
        round.untilNanos = untilNanos;
      }
      result = round.result;
    } finally {
      lock.unlock();
    }
    beginNext(place);
    return result;
  }

  private void beginNext(Place place) {
    Round round = null;
    lock.lock();
    try {
      if (!underWay.contains(place)) {
        round = next.remove(place);
      }
      if (round != null) {
        underWay.add(place);
      }
    } finally {
      lock.unlock();
    }
    if (round != null) {
      goOn(place, round);
    }
  }

  private void goOn(Place place, Round round) {
    long left = TimeUnit.NANOSECONDS.toMillis(round.untilNanos - clock.nanoTime());
    CompletionStage<Long> answer;
    try {
      answer = waiting.begin(place, Math.max(1, Math.min(left, longestMillis)));
    } catch (RuntimeException | Error e) { // or all who come later would wait for this one
      answer = CompletableFuture.failedFuture(e);
    }
    answer.whenComplete(
        (count, thrown) -> {
          boolean isEnough = thrown != null || count >= place.replicas();
          if (isEnough || round.untilNanos - clock.nanoTime() <= 0) {
            end(place, round, count, thrown);
          } else {
            goOn(place, round);
          }
        });
  }

  private void end(Place place, Round round, @Nullable Long count, @Nullable Throwable thrown) {
    lock.lock();
    try {
      underWay.remove(place);
    } finally {
      lock.unlock();
    }
    beginNext(place);
    if (thrown == null) {
      round.result.complete(count);
    } else {
      round.result.completeExceptionally(thrown);
    }
  }
}
