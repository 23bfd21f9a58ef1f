package io.holdfast.lock.redlock;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which server is behind which node: one that is behind two must not vote twice. Any thread. */
final class NodeIdentities {

  private final Map<String, Peer> byProcess = new ConcurrentHashMap<>();

  /** This process is behind that node. */
  synchronized void seen(Peer node, String process) {
    if (node.equals(byProcess.get(process))) {
      return; // nobody is to find it missing
    }
    byProcess.values().removeIf(node::equals); // of an earlier process
    byProcess.putIfAbsent(process, node);
  }

  /** Whether this process was first seen behind another node. */
  boolean isAnotherOf(Peer node, String process) {
    return !process.isEmpty() && byProcess.getOrDefault(process, node) != node;
  }
}
