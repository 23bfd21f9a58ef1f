package io.holdfast.lock.testkit.topology;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;

import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A Redis Cluster of two masters, each with half of the slots.
 *
 * @param nodes the masters
 */
public record SmallCluster(List<RedisServer> nodes) implements AutoCloseable {

  private static final int SLOTS = 16_384;
  private static final int FIELDS_BEFORE_SLOTS = 8; // of a line of CLUSTER NODES
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** Starts both, and waits until they know each other. */
  public static SmallCluster start() {
    SmallCluster cluster = new SmallCluster(List.of(node(), node()));
    RedisServer first = cluster.nodes().get(0);
    RedisServer second = cluster.nodes().get(1);
    takeSlots(first, 0, SLOTS / 2);
    takeSlots(second, SLOTS / 2, SLOTS);
    first.admin().command("CLUSTER", "SET-CONFIG-EPOCH", "1");
    second.admin().command("CLUSTER", "SET-CONFIG-EPOCH", "2");
    first.admin().command("CLUSTER", "MEET", "127.0.0.1", Integer.toString(second.port()));
    cluster.nodes().forEach(node -> within(LIMIT).isTrue(node + " is ready", () -> isReady(node)));
    return cluster;
  }

  /** One that knows no other yet; if it gets a replica, that one is in sync at once. */
  static RedisServer node() {
    return RedisServer.builder()
        .directive("cluster-enabled", "yes")
        .directive("repl-diskless-sync", "yes")
        .directive("repl-diskless-sync-delay", "0")
        .start();
  }

  private static void takeSlots(RedisServer node, int from, int to) {
    node.admin()
        .command(
            Stream.concat(
                    Stream.of("CLUSTER", "ADDSLOTS"),
                    IntStream.range(from, to).mapToObj(Integer::toString))
                .toArray(String[]::new));
  }

  /** Whether it knows who has which slots. */
  static boolean isReady(RedisServer node) {
    String info = node.admin().text("CLUSTER", "INFO");
    return info.contains("cluster_state:ok") && info.contains("cluster_size:2");
  }

  /** Moves the slot of this name, with all its keys, from the one master to the other. */
  public void moveSlotOf(String name) {
    beginMoveOf(name).end();
  }

  /** The slot of this name is being moved from the one master to the other, and no key yet. */
  public Move beginMoveOf(String name) {
    RedisServer from = isOn(nodes.get(0), name) ? nodes.get(0) : nodes.get(1);
    RedisServer to = from.equals(nodes.get(0)) ? nodes.get(1) : nodes.get(0);
    String slot = Long.toString(from.admin().number("CLUSTER", "KEYSLOT", name));
    to.admin().command("CLUSTER", "SETSLOT", slot, "IMPORTING", id(from));
    from.admin().command("CLUSTER", "SETSLOT", slot, "MIGRATING", id(to));
    return new Move(slot, from, to);
  }

  /**
   * A slot that is being moved.
   *
   * @param slot its number
   * @param from the master that has had it so far
   * @param to the one that will have it
   */
  public record Move(String slot, RedisServer from, RedisServer to) {

    /** Moves one key, if there is one left; says whether there was. */
    public boolean nextKey() {
      List<String> keys = from.admin().texts("CLUSTER", "GETKEYSINSLOT", slot, "1");
      String port = Integer.toString(to.port());
      keys.forEach(key -> from.admin().command("MIGRATE", "127.0.0.1", port, key, "0", "5000"));
      return !keys.isEmpty();
    }

    /** Moves all keys that are left, and then the slot belongs to the new master. */
    public void end() {
      boolean isLeft = true;
      while (isLeft) {
        isLeft = nextKey();
      }
      to.admin().command("CLUSTER", "SETSLOT", slot, "NODE", id(to));
      from.admin().command("CLUSTER", "SETSLOT", slot, "NODE", id(to));
    }
  }

  static String id(RedisServer node) {
    return node.admin().text("CLUSTER", "MYID");
  }

  /** Whether the keys of this name are in a slot of this master. */
  public static boolean isOn(RedisServer node, String name) {
    long slot = node.admin().number("CLUSTER", "KEYSLOT", name);
    return node.admin()
        .text("CLUSTER", "NODES")
        .lines()
        .filter(line -> line.contains("myself"))
        .flatMap(line -> Stream.of(line.split(" ", -1)).skip(FIELDS_BEFORE_SLOTS))
        .filter(range -> !range.startsWith("[")) // being moved
        .map(range -> range.split("-", -1))
        .anyMatch(
            range ->
                slot >= Long.parseLong(range[0])
                    && slot <= Long.parseLong(range[range.length - 1]));
  }

  /** Of one of them. */
  public String uri() {
    return nodes.get(0).uri();
  }

  @Override
  public void close() {
    nodes.forEach(RedisServer::close);
  }
}
