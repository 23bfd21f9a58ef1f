package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which acquisitions of one kind stay at the server for a while after their last owner here has let
 * go, because their client takes the same lock again and again. Any thread.
 */
final class Linger {

  /** So that clients that try now and then, and do not wait, are not refused each time. */
  private static final long ALONE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final RecentNames released = new RecentNames();
  private final RecentNames wanted = new RecentNames();
  private final long nanos;

  private Linger(long nanos) {
    this.nanos = nanos;
  }

  /** For that long at most; null if none stay. */
  static @Nullable Linger of(Duration time) {
    return time.isZero() ? null : new Linger(time.toNanos());
  }

  /** For how long an acquisition stays without an owner. */
  long nanos() {
    return nanos;
  }

  /** The last owner of the client has let go. */
  void released(LockKeys keys, long now) {
    released.happens(keys, now);
  }

  /** Another client has it, or wants it. */
  void wanted(LockKeys keys, long now) {
    wanted.happens(keys, now);
  }

  /** Whether no other client had or wanted it for a while, as far as is known. */
  boolean isAlone(LockKeys keys, long now) {
    return !wanted.isRecent(keys, now, ALONE_NANOS);
  }

  /** Whether what is asked for now may stay: the client is alone, and had it a moment ago. */
  boolean mayStay(LockKeys keys, LeaseTerms terms, long now) {
    return terms.mayPassOn() && released.isRecent(keys, now, nanos) && isAlone(keys, now);
  }
}
