package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.List;

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

  /** This befalls the next request of a client behind the proxy. */
  Rule befallsNext(Mishap mishap) {
    return mishap.befalls(proxy.when(Command.script()));
  }

  /** The next request of a client behind the proxy is late: the server gets it when it is told. */
  Rule holdNext() {
    return proxy.when(Command.script()).holdCommand();
  }

  /** Script calls that the server has executed. */
  long scriptCalls() {
    return ContractWorld.scriptCalls(List.of(server));
  }
}
