package io.holdfast.lock.core.node;

import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Asks over connections that have been idle whether the server is still there. Firewalls and
 * proxies drop idle connections, some of them in silence: without this the next request would find
 * out by its time-out. Runs on the watchdog's thread.
 */
public final class Pulse implements Watched {

  /** Shorter than firewalls and proxies bear by default; a ping costs an idle client little. */
  static final Duration IDLE = Duration.ofSeconds(15);

  /** However often pings go unanswered: one asks no more than a few times a second. */
  private static final Duration LEAST = Duration.ofMillis(250);

  private final Node node;
  private final Watchdog watchdog;
  private final MonotonicClock clock;
  private final AtomicLong dueNanos;
  private volatile long lastNanos; // when it was asked

  private Pulse(Node node, Watchdog watchdog, MonotonicClock clock) {
    this.node = node;
    this.watchdog = watchdog;
    this.clock = clock;
    this.lastNanos = clock.nanoTime();
    this.dueNanos = new AtomicLong(clock.nanoTime() + IDLE.toNanos());
  }

  /** Has the connections of this node looked at, for as long as the watchdog runs. */
  public static void watch(Node node, Watchdog watchdog, MonotonicClock clock) {
    watchdog.watch(new Pulse(node, watchdog, clock));
  }

  @Override
  public long dueNanos() {
    return dueNanos.get();
  }

  @Override
  public void onDue(long now) {
    lastNanos = now;
    long latest = now + IDLE.toNanos();
    dueNanos.set(latest); // whatever fails
    long ofRequests = node.link().pingIfIdle(IDLE, this::atOnce);
    long ofMessages = node.inbox().pingIfIdle(IDLE);
    dueNanos.compareAndSet(latest, ofRequests - ofMessages < 0 ? ofRequests : ofMessages);
  }

  /** A ping went unanswered: one more decides whether the connection is given up. */
  private void atOnce() {
    long now = clock.nanoTime();
    long least = lastNanos + LEAST.toNanos();
    long due = least - now > 0 ? least : now;
    dueNanos.set(due);
    watchdog.dueAt(due);
  }
}
