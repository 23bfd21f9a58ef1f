package io.holdfast.lock.testkit.local;

import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockListener.Why;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One name: who holds the lock, who waits for it in order of arrival, who waits for a signal. A
 * free lock has nobody waiting for it. All methods are called under the space's monitor.
 */
final class LocalQueue {

  /** A lock that nobody holds and that stays taken for a while. */
  private record Kept(LocalClient client, long token, long untilNanos) {}

  private final LocalSpace space;
  private final String name;
  private @Nullable LocalHold holder;
  private @Nullable Kept kept;
  private final Deque<LocalClaim> waiting = new ArrayDeque<>();
  private final Deque<LocalClaim> sleeping = new ArrayDeque<>(); // for a signal, oldest first

  LocalQueue(LocalSpace space, String name) {
    this.space = space;
    this.name = name;
  }

  long now() {
    return space.clock().nanoTime();
  }

  // ---- time

  /** Does what is due: leases and time limits that are over, renewals. */
  void settle() {
    long now = now();
    if (holder != null) {
      Optional<LossCause> loss = holder.renewOrEnd(now);
      loss.ifPresent(this::loseHolder);
    }
    if (kept != null && kept.untilNanos - now <= 0) {
      kept = null;
    }
    for (LocalClaim late : late(sleeping, now)) {
      late.timesOut();
      wants(late);
    }
    for (LocalClaim late : late(waiting, now)) {
      waiting.remove(late);
      late.isRefused(Why.TIMEOUT, describe(late.client()));
    }
    serve();
  }

  private static List<LocalClaim> late(Deque<LocalClaim> claims, long now) {
    return claims.stream().filter(claim -> claim.limit().hasPassed(now)).toList();
  }

  /** When something is due, if anything will be. */
  OptionalLong due() {
    OptionalLong due = holder == null ? OptionalLong.empty() : holder.due();
    if (kept != null) {
      due = earlier(due, OptionalLong.of(kept.untilNanos));
    }
    for (Deque<LocalClaim> claims : List.of(waiting, sleeping)) {
      for (LocalClaim claim : claims) {
        if (!claim.limit().isNever()) {
          due = earlier(due, OptionalLong.of(claim.limit().nanos()));
        }
      }
    }
    return due;
  }

  static OptionalLong earlier(OptionalLong one, OptionalLong other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    return one.getAsLong() - other.getAsLong() <= 0 ? one : other;
  }

  /** Whether nothing needs to be known of this name. */
  boolean isIdle() {
    return holder == null && kept == null && waiting.isEmpty() && sleeping.isEmpty();
  }

  // ---- taking

  /**
   * Grants the lock if it is free and nobody is before this one; otherwise the claim waits, or is
   * refused if it must not.
   */
  void claim(LocalClaim claim) {
    if (!isTaken() && waiting.isEmpty()) {
      grant(claim);
    } else if (claim.limit().hasPassed(now())) {
      claim.isRefused(Why.HELD, describe(claim.client()));
    } else {
      claim.waits(space.nextNumber());
      waiting.add(claim);
    }
  }

  /** Takes back a claim that is not decided yet. Whether it was one. */
  boolean withdraw(LocalClaim claim, Why why) {
    if (!waiting.remove(claim)) {
      return false;
    }
    claim.isRefused(why, "");
    return true;
  }

  private void serve() {
    while (!isTaken() && !waiting.isEmpty()) {
      grant(waiting.remove());
    }
  }

  private void grant(LocalClaim claim) {
    LocalHold hold = new LocalHold(space, claim, name, space.nextNumber(), now());
    holder = hold;
    claim.isGranted(hold);
  }

  // ---- letting go

  /** Its owner has released the lock. */
  void release(LocalHold hold) {
    holder = null;
    hold.isReleased(now());
    serve();
  }

  /** As {@link #release}, but the lock is free later only. */
  void keep(LocalHold hold, Duration time) {
    kept = new Kept(hold.client(), hold.token(), now() + time.toNanos());
    release(hold);
  }

  /** Takes the lock away. Whether it was taken. */
  boolean force() {
    boolean wasTaken = isTaken();
    kept = null;
    if (holder != null) {
      loseHolder(LossCause.FORCED);
    }
    serve();
    return wasTaken;
  }

  /** A signal may have been owed to any of the waiters for one. */
  private void loseHolder(LossCause cause) {
    LocalHold hold = holder;
    holder = null;
    if (hold != null) {
      hold.isLost(cause, now());
    }
    List.copyOf(sleeping).forEach(this::wants);
    serve();
  }

  /** The client is closed: nothing of it stays but a lock that it has left taken. */
  void forget(LocalClient client) {
    List<Object> owed = new ArrayList<>();
    for (LocalClaim claim : of(client, waiting)) {
      waiting.remove(claim);
      claim.signal().ifPresent(owed::add);
      claim.isClosed();
    }
    for (LocalClaim claim : of(client, sleeping)) {
      sleeping.remove(claim);
      claim.isClosed();
    }
    owed.forEach(this::signal);
    if (holder != null && holder.client() == client) {
      loseHolder(LossCause.CLIENT_CLOSED);
    }
  }

  private static List<LocalClaim> of(LocalClient client, Deque<LocalClaim> claims) {
    return claims.stream().filter(claim -> claim.client() == client).toList();
  }

  // ---- conditions

  /** Releases the lock and waits for a signal. */
  void sleep(LocalHold hold, LocalClaim claim) {
    sleeping.add(claim);
    release(hold);
  }

  /** Wakes the oldest waiter for this condition. */
  void signal(Object condition) {
    sleeping.stream()
        .filter(claim -> claim.condition().equals(condition))
        .findFirst()
        .ifPresent(
            claim -> {
              claim.isSignalled();
              wants(claim);
            });
  }

  /** Wakes all waiters for this condition. */
  void signalAll(Object condition) {
    long count = sleeping.stream().filter(claim -> claim.condition().equals(condition)).count();
    for (long i = 0; i < count; i++) {
      signal(condition);
    }
  }

  /** It does not wait for a signal any more, but for the lock. Whether it did wait for a signal. */
  boolean wakes(LocalClaim claim) {
    boolean isAsleep = sleeping.contains(claim);
    if (isAsleep) {
      wants(claim);
    }
    return isAsleep;
  }

  private void wants(LocalClaim claim) {
    sleeping.remove(claim);
    claim.isWoken();
    claim(claim);
  }

  // ---- looking

  boolean isTaken() {
    return holder != null || kept != null;
  }

  LockInspection inspect(LocalClient asking) {
    Optional<LockInspection.Holder> seen = Optional.empty();
    if (holder != null) {
      seen = Optional.of(seen(asking, holder.client(), holder.leftNanos(now()), holder.token()));
    } else if (kept != null) {
      seen = Optional.of(seen(asking, kept.client, kept.untilNanos - now(), kept.token));
    }
    return new LockInspection(name, seen, waiting.size());
  }

  private static LockInspection.Holder seen(
      LocalClient asking, LocalClient client, long leftNanos, long token) {
    Duration left = Duration.ofNanos(Math.max(0, leftNanos));
    return new LockInspection.Holder(client.label(), client == asking, left, token);
  }

  /** Holder, lease and queue, as in "holder other, lease left 2210 ms, 3 waiting". */
  private String describe(LocalClient asking) {
    LockInspection state = inspect(asking);
    String who =
        state
            .holder()
            .map(
                seen ->
                    "holder %s%s, lease left %s ms"
                        .formatted(
                            seen.clientLabel(),
                            seen.ours() ? " (this client)" : "",
                            seen.remaining().toMillis()))
            .orElse("free by now");
    return "%s, %s waiting".formatted(who, state.queueLength());
  }
}
