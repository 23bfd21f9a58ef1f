package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.server.RedisServer;
import java.util.ArrayList;
import java.util.List;

/**
 * A Redis Cluster of masters without replicas, two by default, with the same number of slots each.
 *
 * @param nodes the masters
 */
public record SmallCluster(List<RedisServer> nodes) implements AutoCloseable {

  static final int MASTERS = 2;

  /** Starts both, and waits until they know each other. */
  public static SmallCluster start() {
    return start(MASTERS);
  }

  /** Starts that number of nodes, and waits until they know each other. */
  public static SmallCluster start(int masters) {
    List<RedisServer> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < masters; i++) {
        nodes.add(ClusterNodes.builder().start());
      }
      ClusterNodes.makeMasters(nodes);
      return new SmallCluster(List.copyOf(nodes));
    } catch (RuntimeException | Error e) {
      Closing.closeAll(nodes, e);
      throw e;
    }
  }

  /** Moves the slot of this name, with all its keys, from its master to another one. */
  public void moveSlotOf(String name) {
    beginMoveOf(name).end();
  }

  /** The slot of this name is being moved from its master to another one, and no key yet. */
  public SlotMove beginMoveOf(String name) {
    RedisServer from = nodes.stream().filter(node -> isOn(node, name)).findAny().orElseThrow();
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
