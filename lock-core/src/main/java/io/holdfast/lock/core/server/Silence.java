package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Since when requests go unanswered, by server: the nodes of a cluster share one connection, and
 * one of them may hang while the others answer. Any thread.
 */
final class Silence {

  /** A connection is given up when requests go unanswered and nothing was heard for this long. */
  private static final long LONGEST_NANOS = Duration.ofSeconds(4).toNanos();

  private final MonotonicClock clock;
  private final Map<String, Long> sinceNanos = new ConcurrentHashMap<>(); // mostly empty
  private volatile long heardNanos; // from any

  /** Nobody is silent. */
  Silence(MonotonicClock clock) {
    this.clock = clock;
    this.heardNanos = clock.nanoTime();
  }

  /** A server said something; which one is asked for if it matters. */
  void heard(Supplier<String> server) {
    heardNanos = clock.nanoTime();
    if (!sinceNanos.isEmpty()) {
      sinceNanos.remove(server.get());
    }
  }

  /** A new connection. */
  void forget() {
    sinceNanos.clear();
  }

  /** A request to this server, which was sent then, was not answered; whether it hangs. */
  boolean isTooLong(String server, long sentNanos) {
    long heard = heardNanos;
    long since =
        sinceNanos.computeIfAbsent(server, is -> heard - sentNanos > 0 ? heard : sentNanos);
    return clock.nanoTime() - since >= LONGEST_NANOS;
  }
}
