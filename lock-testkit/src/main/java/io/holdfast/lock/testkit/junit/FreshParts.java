package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisBinary;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.RedisServerBuilder;
import io.holdfast.lock.testkit.server.ServerClock;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.testkit.topology.Masters;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/**
 * What {@link FreshServer} asks for. Kept in the store of the test or class that asked first, which
 * closes it: the youngest first.
 */
record FreshParts(FreshServer wish, Store store) {

  static boolean know(Class<?> type) {
    return type == RedisServer.class
        || type == FaultProxy.class
        || type == MasterWithReplica.class
        || type == Masters.class;
  }

  Object of(Class<?> type) {
    if (type == FaultProxy.class) {
      return proxy();
    }
    if (type == MasterWithReplica.class) {
      return pair();
    }
    if (type == Masters.class) {
      return masters();
    }
    return server();
  }

  private RedisServer server() {
    return store.computeIfAbsent(
        key("server"), key -> refined(RedisServer.builder()).start(), RedisServer.class);
  }

  private FaultProxy proxy() {
    RedisServer server = server(); // first: it is to be closed after its proxy
    return store.computeIfAbsent(key("proxy"), key -> FaultProxy.to(server), FaultProxy.class);
  }

  private MasterWithReplica pair() {
    return store.computeIfAbsent(
        key("pair"), key -> MasterWithReplica.start(this::refined), MasterWithReplica.class);
  }

  private Masters masters() {
    return store.computeIfAbsent(
        key("masters"),
        key -> Masters.start(wish.masters(), index -> refined(RedisServer.builder())),
        Masters.class);
  }

  private RedisServerBuilder refined(RedisServerBuilder builder) {
    return wish.clock() && (!wish.clockIsOptional() || canHaveClock())
        ? builder.clock(clock())
        : builder.mayHaveServed();
  }

  private static boolean canHaveClock() {
    return ServerClock.whyNot(RedisBinary.locate()).isEmpty();
  }

  private ServerClock clock() {
    return store.computeIfAbsent(key("clock"), key -> ServerClock.create(), ServerClock.class);
  }

  private String key(String part) {
    return "fresh " + part + ":" + wish.value();
  }
}
