package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.server.RedisServer;
import java.util.List;

/**
 * A Redis Cluster of two masters, each with half of the slots.
 *
 * @param nodes the masters
 */
public record SmallCluster(List<RedisServer> nodes) implements AutoCloseable {

  static final int MASTERS = 2;

  /** Starts both, and waits until they know each other. */
  public static SmallCluster start() {
    RedisServer first = ClusterNodes.builder().start();
    SmallCluster cluster = new SmallCluster(List.of(first, ClusterNodes.builder().start()));
    ClusterNodes.makeMasters(cluster.nodes());
    return cluster;
  }

  /** Moves the slot of this name, with all its keys, from the one master to the other. */
  public void moveSlotOf(String name) {
    beginMoveOf(name).end();
  }

  /** The slot of this name is being moved from the one master to the other, and no key yet. */
  public SlotMove beginMoveOf(String name) {
    RedisServer from = isOn(nodes.get(0), name) ? nodes.get(0) : nodes.get(1);
    RedisServer to = from.equals(nodes.get(0)) ? nodes.get(1) : nodes.get(0);
    return SlotMove.begin(name, from, to);
  }

  /** Whether the keys of this name are in a slot of this master. */
  public static boolean isOn(RedisServer node, String name) {
    return ClusterNodes.isOn(node, name);
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
