package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Alarm;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Monitor;
import java.time.Duration;
import java.util.List;

/**
 * Asks each node what it remembers as soon as there is a new connection to it, and now and then.
 * Otherwise a client that casts no votes would hear of all restarts at its next vote, and leave out
 * all these nodes at the same time; and the nodes could not tell that their quorum is in use.
 */
final class Lookout {

  private static final long EVERY_NANOS = Duration.ofSeconds(2).toNanos();

  private final Engine engine;
  private final List<QuorumNode> nodes;
  private final Peers peers;
  private final long everyNanos;
  private final Monitor monitor = new Monitor();
  private final Alarm alarm;

  private Lookout(Engine engine, List<QuorumNode> nodes, Peers peers, Duration maxLease) {
    this.engine = engine;
    this.nodes = nodes;
    this.peers = peers;
    this.everyNanos = Math.min(EVERY_NANOS, maxLease.toNanos() / 8);
    this.alarm = new Alarm(engine, monitor, this::look);
  }

  /** From now on, until the engine stops. */
  static void begin(Engine engine, List<QuorumNode> nodes, Peers peers, Duration maxLease) {
    Lookout lookout = new Lookout(engine, nodes, peers, maxLease);
    lookout.monitor.run(lookout::setAlarm);
  }

  private void setAlarm() {
    alarm.set(engine.clock().nanoTime() + everyNanos);
  }

  private void look() {
    setAlarm();
    nodes.forEach(QuorumNode::lookAfter);
    peers.gather(engine.clock().nanoTime());
    monitor.afterwards(peers::settle);
  }
}
