package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.RedisServerBuilder;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What is done to nodes of a Redis Cluster, and asked of them. */
final class ClusterNodes {

  static final int SLOTS = 16_384;
  static final Duration LIMIT = Duration.ofMinutes(1);

  private static final int FIELDS_BEFORE_SLOTS = 8; // of a line of CLUSTER NODES

  private ClusterNodes() {}

  /** One that knows no other yet; if it gets a replica, that one is in sync at once. */
  static RedisServerBuilder builder() {
    return RedisServer.builder()
        .directive("cluster-enabled", "yes")
        .directive("repl-diskless-sync", "yes")
        .directive("repl-diskless-sync-delay", "0");
  }

  /** Divides the slots among nodes that have none, and has all know each other. */
  static void makeMasters(List<RedisServer> masters) {
    int number = masters.size();
    for (int i = 0; i < number; i++) {
      RedisServer node = masters.get(i);
      takeSlots(node, SLOTS * i / number, SLOTS * (i + 1) / number);
      node.admin().command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
    }
    masters.stream().skip(1).forEach(node -> meet(masters.get(0), node));
    masters.forEach(node -> awaitReady(node, number));
  }

  private static void takeSlots(RedisServer node, int from, int to) {
    node.admin()
        .command(
            Stream.concat(
                    Stream.of("CLUSTER", "ADDSLOTS"),
                    IntStream.range(from, to).mapToObj(Integer::toString))
                .toArray(String[]::new));
  }

  static void meet(RedisServer one, RedisServer other) {
    one.admin().command("CLUSTER", "MEET", "127.0.0.1", Integer.toString(other.port()));
  }

  /** Waits until it knows which of that many masters has which slots. */
  static void awaitReady(RedisServer node, int masters) {
    awaitReady(node, masters, Patience.within(LIMIT));
  }

  static void awaitReady(RedisServer node, int masters, Patience patience) {
    patience.isTrue(node + " is ready", () -> isReady(node, masters));
  }

  private static boolean isReady(RedisServer node, int masters) {
    String info = node.admin().text("CLUSTER", "INFO");
    return info.contains("cluster_state:ok") && info.contains("cluster_size:" + masters);
  }

  /** Makes one that knows the others a replica, and waits until it is in touch with its master. */
  static void replicate(RedisServer replica, RedisServer master) {
    String id = id(master);
    Eventually.within(LIMIT)
        .isTrue("it knows its master", () -> lineOf(id, replica).startsWith(id + " 127.0.0.1"));
    replica.admin().command("CLUSTER", "REPLICATE", id);
    Eventually.within(LIMIT).isTrue(replica + " follows", () -> isInTouch(replica));
  }

  static boolean isInTouch(RedisServer replica) {
    return "up".equals(replica.info("replication").get("master_link_status"));
  }

  static boolean isReplica(RedisServer node) {
    return "slave".equals(node.info("replication").get("role"));
  }

  static String id(RedisServer node) {
    return node.admin().text("CLUSTER", "MYID");
  }

  /** What one node knows of another, as {@code CLUSTER NODES} says it; empty if nothing. */
  static String lineOf(String id, RedisServer seenBy) {
    return seenBy
        .admin()
        .text("CLUSTER", "NODES")
        .lines()
        .filter(line -> line.startsWith(id))
        .findAny()
        .orElse("");
  }

  /** Whether the keys of this name are in a slot of this master. */
  static boolean isOn(RedisServer node, String name) {
    return hasSlot(lineOf(id(node), node), slotOf(node, name));
  }

  static long slotOf(RedisServer node, String name) {
    return node.admin().number("CLUSTER", "KEYSLOT", name);
  }

  /** Whether this line of {@code CLUSTER NODES} has the slot. */
  static boolean hasSlot(String line, long slot) {
    return Stream.of(line.split(" ", -1))
        .skip(FIELDS_BEFORE_SLOTS)
        .filter(range -> !range.startsWith("[")) // being moved
        .map(range -> range.split("-", -1))
        .anyMatch(
            range ->
                slot >= Long.parseLong(range[0])
                    && slot <= Long.parseLong(range[range.length - 1]));
  }

  /** Whether this line of {@code CLUSTER NODES} is of a master that has slots. */
  static boolean isServing(String line) {
    String[] fields = line.split(" ", -1);
    return fields.length > FIELDS_BEFORE_SLOTS && fields[2].contains("master");
  }
}
