package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.work.Place;
import io.holdfast.benchmarks.work.Workers;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Clusters of our own, of so many masters as somebody asks for, and JVMs that work with them.
 * Started when first needed. Whoever makes this closes it. One thread.
 */
final class Clusters implements AutoCloseable {

  /** About how long a large one and those who work with it take to start and to end. */
  static final Duration SET_UP = Duration.ofSeconds(12);

  /** So long nothing is done, to see what a cluster uses by itself. */
  private static final long IDLE_MILLIS = 2000;

  private final List<String> jvmOptions;
  private final Map<Integer, Started> started = new TreeMap<>();

  /**
   * A cluster that runs.
   *
   * @param nodes of it
   * @param workers that are connected to it
   * @param idleCpu what part of a processor its nodes use together while nobody asks anything: they
   *     tell each other that they live
   */
  record Started(SmallCluster nodes, Workers workers, double idleCpu) {

    /** What the nodes have done, and the messages that they have sent to each other. */
    Use use() {
      List<ServerUse> all = nodes.nodes().stream().map(ServerUse::of).toList();
      return new Use(
          all, nodes.nodes().stream().mapToLong(Started::sentBy).sum(), System.nanoTime());
    }

    private static long sentBy(RedisServer node) {
      return node.admin()
          .text("CLUSTER", "INFO")
          .lines()
          .filter(line -> line.matches("cluster_stats_messages_publish(shard)?_sent:\\d+\\s*"))
          .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
          .sum();
    }
  }

  /**
   * What a cluster has done since it started.
   *
   * @param nodes each of them
   * @param busMessages published messages that nodes have sent to each other
   * @param atNanos when this was
   */
  record Use(List<ServerUse> nodes, long busMessages, long atNanos) {

    /** What each has done since then. */
    List<ServerUse> since(Use then) {
      return IntStream.range(0, nodes.size())
          .mapToObj(i -> nodes.get(i).since(then.nodes.get(i)))
          .toList();
    }

    double cpuSeconds() {
      return nodes.stream().mapToDouble(ServerUse::cpuSeconds).sum();
    }
  }

  /**
   * Nothing started yet.
   *
   * @param jvmOptions of all workers
   */
  Clusters(List<String> jvmOptions) {
    this.jvmOptions = List.copyOf(jvmOptions);
  }

  /** One of so many masters. */
  Started of(int masters) throws InterruptedException {
    Started known = started.get(masters);
    if (known == null) {
      SmallCluster nodes = SmallCluster.start(masters);
      Workers workers = new Workers(Place.CLUSTER, List.of(nodes.uri()), jvmOptions);
      Started fresh = new Started(nodes, workers, 0);
      Use before = fresh.use();
      Thread.sleep(IDLE_MILLIS);
      Use after = fresh.use();
      double seconds = (after.atNanos() - before.atNanos()) / 1e9;
      known = new Started(nodes, workers, (after.cpuSeconds() - before.cpuSeconds()) / seconds);
      started.put(masters, known);
    }
    return known;
  }

  @Override
  public void close() throws InterruptedException {
    List<Started> all = List.copyOf(started.values());
    started.clear();
    for (Started one : all) {
      try (SmallCluster nodes = one.nodes();
          Workers workers = one.workers()) {
        continue; // that is all
      }
    }
  }
}
