package io.holdfast.lock.testkit.proxy;

import java.time.Duration;
import java.util.Set;

/** A fault that lasts, and for which connections it is. Compared by identity where it matters. */
sealed interface Disturbance {

  Connections connections();

  default boolean concerns(Link link) {
    return connections().include(link.number(), link.hasSubscribed());
  }

  /** Bytes come later. */
  record Delay(Connections connections, Direction direction, Duration least, Duration jitter)
      implements Disturbance {}

  /** Bytes come one after the other. */
  record Throttle(Connections connections, Direction direction, long bytesPerSecond)
      implements Disturbance {}

  /** Nothing is read and nothing is passed on. */
  record Blackhole(Connections connections, Set<Direction> directions) implements Disturbance {}

  /** Replies are thrown away. */
  record LostReplies(Connections connections) implements Disturbance {}

  /** Published messages are thrown away. */
  record LostMessages(Connections connections) implements Disturbance {}

  /** Nobody listens. */
  record Refusal(Connections connections) implements Disturbance {}

  /** The connection ends behind the n-th byte from now. */
  final class ByteLimit implements Disturbance {

    private final Connections connections;
    private final Direction direction;
    private final long limit;
    private final Cut cut;
    private final Rule rule;
    private long passed; // over all its connections

    ByteLimit(Connections connections, Direction direction, long limit, Cut cut, Rule rule) {
      this.connections = connections;
      this.direction = direction;
      this.limit = limit;
      this.cut = cut;
      this.rule = rule;
    }

    @Override
    public Connections connections() {
      return connections;
    }

    Direction direction() {
      return direction;
    }

    Cut cut() {
      return cut;
    }

    Rule rule() {
      return rule;
    }

    /** How many of that number of bytes may still pass. */
    int pass(int bytes) {
      int may = (int) Math.min(bytes, limit - passed);
      passed += may;
      return may;
    }

    boolean isReached() {
      return passed == limit;
    }
  }
}
