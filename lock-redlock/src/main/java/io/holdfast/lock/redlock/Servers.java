package io.holdfast.lock.redlock;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which server is behind which node: one that is behind two must not vote twice. */
final class Servers {

  private final Map<String, Node> byIdentity = new ConcurrentHashMap<>();

  /** This server is behind that node. */
  void seen(Node node, String identity) {
    byIdentity.values().removeIf(node::equals); // of an earlier process
    byIdentity.putIfAbsent(identity, node);
  }

  /** Whether this server was first seen behind another node. */
  boolean isAnotherOf(Node node, String identity) {
    return !identity.isEmpty() && byIdentity.getOrDefault(identity, node) != node;
  }
}
