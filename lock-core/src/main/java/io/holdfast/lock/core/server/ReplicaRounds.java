package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.api.StatefulConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One short {@code WAIT} after the other for each place, each for all callers that have come by
 * then: what they ask about was executed before it was sent. Short, as it keeps those of other
 * places, and the questions, waiting. Any thread; never blocks.
 */
final class ReplicaRounds {

  private static final long LONGEST_MILLIS = 20;

  private final MonotonicClock clock;
  private final Waiting waiting;
  private final ReentrantLock lock = new ReentrantLock(); // held for a few steps
  private final Set<Place> underWay = new HashSet<>(); // guarded by the lock
  private final Map<Place, List<Member>> next = new HashMap<>(); // guarded by the lock

  /** Has a server wait for that many replicas, for that time; says how many have it. */
  interface Waiting {
    CompletionStage<Long> begin(Place place, long millis);
  }

  /**
   * What one {@code WAIT} is for.
   *
   * @param node over which it goes, and all went that it waits for
   */
  record Place(StatefulConnection<String, String> node, int replicas) {}

  /** One that waits until then. */
  private record Member(long untilNanos, CompletableFuture<Long> result) {}

  /** None under way. */
  ReplicaRounds(MonotonicClock clock, Waiting waiting) {
    this.clock = clock;
    this.waiting = waiting;
  }

  /**
   * Joins the next round of that place.
   *
   * @return how many replicas have what was executed before this call; fewer than asked for if the
   *     time is over
   */
  CompletableFuture<Long> join(Place place, long untilNanos) {
    Member member = new Member(untilNanos, new CompletableFuture<>());
    boolean isFirst;
    lock.lock();
    try {
      next.computeIfAbsent(place, absent -> new ArrayList<>()).add(member);
      isFirst = underWay.add(place);
    } finally {
      lock.unlock();
    }
    if (isFirst) {
      goOn(place);
    }
    return member.result();
  }

  private void goOn(Place place) {
    List<Member> members;
    lock.lock();
    try {
      members = next.remove(place);
      if (members == null) {
        underWay.remove(place);
        return;
      }
    } finally {
      lock.unlock();
    }
    CompletionStage<Long> answer;
    try {
      answer = waiting.begin(place, millis(members));
    } catch (RuntimeException | Error e) { // or all later callers would wait for this one
      answer = CompletableFuture.failedFuture(e);
    }
    answer.whenComplete((count, thrown) -> answered(place, members, count, thrown));
  }

  private long millis(List<Member> members) {
    long now = clock.nanoTime();
    long longest = members.stream().mapToLong(one -> one.untilNanos() - now).max().orElse(0);
    return Math.max(1, Math.min(TimeUnit.NANOSECONDS.toMillis(longest), LONGEST_MILLIS));
  }

  private void answered(
      Place place, List<Member> members, @Nullable Long count, @Nullable Throwable thrown) {
    List<Member> over = new ArrayList<>(members);
    if (thrown == null && count != null && count < place.replicas()) {
      long now = clock.nanoTime();
      over.removeIf(member -> member.untilNanos() - now > 0);
      List<Member> rest = new ArrayList<>(members);
      rest.removeAll(over);
      again(place, rest);
    }
    goOn(place);
    for (Member member : over) {
      if (thrown == null) {
        member.result().complete(count);
      } else {
        member.result().completeExceptionally(thrown);
      }
    }
  }

  private void again(Place place, List<Member> rest) {
    if (!rest.isEmpty()) {
      lock.lock();
      try {
        next.computeIfAbsent(place, absent -> new ArrayList<>()).addAll(rest);
      } finally {
        lock.unlock();
      }
    }
  }
}
