package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Alarm;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Monitor;
import java.time.Duration;
import java.util.List;

/**
 * Asks each node what it remembers as soon as there is a new connection to it. Otherwise a client
 * that casts no votes would hear of all restarts at its next vote, and leave out all these nodes at
 * the same time.
 */
final class Lookout {

  private static final long EVERY_NANOS = Duration.ofSeconds(2).toNanos();

  private final Engine engine;
  private final List<Node> nodes;
  private final Monitor monitor = new Monitor();
  private final Alarm alarm;

  private Lookout(Engine engine, List<Node> nodes) {
    this.engine = engine;
    this.nodes = nodes;
    this.alarm = new Alarm(engine, monitor, this::look);
  }

  /** From now on, until the engine stops. */
  static void begin(Engine engine, List<Node> nodes) {
    Lookout lookout = new Lookout(engine, nodes);
    lookout.monitor.run(lookout::setAlarm);
  }

  private void setAlarm() {
    alarm.set(engine.clock().nanoTime() + EVERY_NANOS);
  }

  private void look() {
    setAlarm();
    nodes.forEach(Node::askStandingIfNew);
  }
}
