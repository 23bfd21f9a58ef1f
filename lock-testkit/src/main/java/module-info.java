/**
 * What tests of distributed locks need: servers to kill, threads to account for, a world to leave
 * clean.
 */
module io.holdfast.lock.testkit {
  requires transitive io.holdfast.lock;
  requires io.netty.buffer;
  requires io.netty.common;
  requires io.netty.transport;
  requires java.management;
  requires org.slf4j;
  requires redis.clients.jedis;
  requires static org.jspecify;
  requires static org.junit.jupiter.api; // optional: only for the extensions
  requires static testcontainers; // optional: only for -Dholdfast.redis=docker

  exports io.holdfast.lock.testkit.concurrent;
  exports io.holdfast.lock.testkit.junit;
  exports io.holdfast.lock.testkit.local;
  exports io.holdfast.lock.testkit.process;
  exports io.holdfast.lock.testkit.proxy;
  exports io.holdfast.lock.testkit.resp;
  exports io.holdfast.lock.testkit.server;
  exports io.holdfast.lock.testkit.topology;

  provides org.junit.jupiter.api.extension.Extension with
      io.holdfast.lock.testkit.junit.StallWatchExtension,
      io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
}
