package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether sharded pub/sub can be used: that takes Redis 7 and some rights. Where it is missing the
 * inbox of the client has to do, and some minutes later it is tried again. Any thread; never
 * blocks.
 */
final class ShardedSupport {

  private static final Logger LOG = LoggerFactory.getLogger(ShardedSupport.class);

  /** Before it is tried again whether the servers and the user can do it. */
  private static final long MISSING_NANOS = Duration.ofMinutes(10).toNanos();

  private final Connector connector;
  private final MonotonicClock clock;
  private final Runnable whenMissing;
  private volatile long missingUntilNanos;
  private volatile boolean isMissing;
  private final AtomicBoolean isTold = new AtomicBoolean();

  /**
   * Nothing is known to be missing.
   *
   * @param whenMissing run each time that something is found missing
   */
  ShardedSupport(Connector connector, MonotonicClock clock, Runnable whenMissing) {
    this.connector = connector;
    this.clock = clock;
    this.whenMissing = whenMissing;
    this.missingUntilNanos = clock.nanoTime();
  }

  /** Whether the inbox of the client has to do for now. */
  boolean isMissing() {
    return isMissing;
  }

  /** The server or the user lacks what is needed, for a while. */
  void missing(String reason) {
    missingUntilNanos = clock.nanoTime() + MISSING_NANOS;
    isMissing = true;
    whenMissing.run();
    if (isTold.compareAndSet(false, true)) {
      LOG.warn(
          "{}: messages to waiters go to every node, because the client cannot use sharded pub/sub ({}). It needs Redis 7 or later, and the rights +ssubscribe +sunsubscribe +spublish. Logged once",
          connector.describe(),
          reason);
    }
  }

  /**
   * A subscription failed: notes it if that says that something is missing.
   *
   * @return whether it does
   */
  boolean noteIfMissing(Throwable failure) {
    String reason = FailureReason.of(ServerFailure.reported(failure));
    boolean isOfThat = tellsOfLack(reason);
    if (isOfThat) {
      missing(reason);
    }
    return isOfThat;
  }

  /** Whether a server refuses with these words what it, or the user, cannot do at all. */
  static boolean tellsOfLack(String reason) {
    String lower = reason.toLowerCase(Locale.ROOT);
    return lower.contains("unknown command") || lower.contains("noperm");
  }

  /** The watchdog looks: after its time it may be tried again. */
  void sweep(long now) {
    isMissing = isMissing && now - missingUntilNanos < 0;
  }
}
