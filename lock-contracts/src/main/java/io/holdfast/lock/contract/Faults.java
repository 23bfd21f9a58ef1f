package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;

/**
 * What a suite of faults has: a server of the test's own, and a proxy between it and the client
 * that takes the resource.
 *
 * @param world the suite
 * @param resource what is taken and given back
 */
record Faults(ContractWorld world, RedisServer server, FaultProxy proxy, Resource resource) {

  /** Sets a parameter of the server. */
  void config(String parameter, String value) {
    server.admin().text("CONFIG", "SET", parameter, value);
  }

  /** Makes the server a replica of one that is not there. */
  void becomeReplica() {
    server.admin().text("REPLICAOF", "127.0.0.1", "1");
  }

  /** Makes the server a master again. */
  void becomeMaster() {
    server.admin().text("REPLICAOF", "NO", "ONE");
  }
}
