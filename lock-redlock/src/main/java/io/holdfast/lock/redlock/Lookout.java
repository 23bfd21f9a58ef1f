package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.lease.Watched;
import java.time.Duration;
import java.util.List;

/**
 * Asks each node what it remembers as soon as there is a new connection to it. Otherwise a client
 * that casts no votes would hear of all restarts at its next vote, and leave out all these nodes at
 * the same time.
 */
final class Lookout implements Watched {

  private static final long EVERY_NANOS = Duration.ofSeconds(2).toNanos();

  private final List<Node> nodes;
  private volatile long dueNanos; // written by the watchdog's thread

  private Lookout(List<Node> nodes, long now) {
    this.nodes = nodes;
    this.dueNanos = now + EVERY_NANOS;
  }

  /** From now on, until the engine stops. */
  static void begin(Engine engine, List<Node> nodes) {
    engine.watchdog().watch(new Lookout(nodes, engine.clock().nanoTime()));
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    dueNanos = now + EVERY_NANOS;
    nodes.forEach(Node::askStandingIfNew);
  }
}
