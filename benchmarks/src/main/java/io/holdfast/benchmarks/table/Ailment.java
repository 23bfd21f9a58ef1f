package io.holdfast.benchmarks.table;

import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;

/** What may become of a node. */
enum Ailment {
  /** Killed: connections are refused. It comes back without data. */
  DEAD("dead") {
    @Override
    Runnable befall(Masters nodes, int index) {
      RedisServer server = nodes.server(index);
      server.kill();
      return server::restartEmpty;
    }
  },
  /** Whatever it is asked comes so much later; for those who go by its proxy. */
  SLOW("slowed by 200 ms") {
    private static final Duration LATE = Duration.ofMillis(200);

    @Override
    Runnable befall(Masters nodes, int index) {
      return nodes.proxy(index).delay(Connections.all(), Direction.TO_SERVER, LATE, LATE)::heal;
    }
  },
  /** It stands still: connections stay open, nothing is answered. */
  FROZEN("frozen") {
    @Override
    Runnable befall(Masters nodes, int index) {
      RedisServer server = nodes.server(index);
      server.freeze();
      return server::thaw;
    }
  };

  private final String text;

  Ailment(String text) {
    this.text = text;
  }

  /** For people. */
  String text() {
    return text;
  }

  /** Begins, at the node with this index; what is returned ends it. */
  abstract Runnable befall(Masters nodes, int index);
}
