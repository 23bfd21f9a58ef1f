package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.work.Place;
import io.holdfast.benchmarks.work.Workers;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a quorum, five servers of our own, and JVMs that work with them. Started when first
 * needed. Whoever makes this closes it. One thread.
 */
final class Nodes implements AutoCloseable {

  static final int COUNT = 5;

  /** About how long they and those who work with them take to start and to end. */
  /** Five servers answer each round, so that there are few rounds in a second. */
  static final Duration WARM_UP = Duration.ofSeconds(15);

  static final Duration SET_UP = Duration.ofSeconds(9);

  private final List<String> jvmOptions;
  private @Nullable Started started;

  private record Started(Masters masters, Workers direct, Workers byProxy) {}

  /**
   * Nothing started yet.
   *
   * @param jvmOptions of all workers
   */
  Nodes(List<String> jvmOptions) {
    this.jvmOptions = List.copyOf(jvmOptions);
  }

  Masters masters() {
    return started().masters();
  }

  List<ServerUse> use() {
    return masters().servers().stream().map(ServerUse::of).toList();
  }

  /** JVMs that are connected to the servers. */
  Workers direct() {
    return started().direct();
  }

  /** Others, that are connected to the servers' proxies. */
  Workers byProxy() {
    return started().byProxy();
  }

  private Started started() {
    Started known = started;
    if (known == null) {
      Masters masters = Masters.start(COUNT);
      List<String> direct = masters.servers().stream().map(RedisServer::uri).toList();
      known =
          new Started(
              masters,
              new Workers(Place.QUORUM, direct, jvmOptions),
              new Workers(Place.QUORUM, masters.uris(), jvmOptions));
      started = known;
    }
    return known;
  }

  @Override
  public void close() throws InterruptedException {
    Started known = started;
    started = null;
    if (known != null) {
      try (Masters masters = known.masters();
          Workers direct = known.direct();
          Workers byProxy = known.byProxy()) {
        return; // that is all
      }
    }
  }
}
