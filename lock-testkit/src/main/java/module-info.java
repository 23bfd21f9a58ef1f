/**
 * What tests of distributed locks need: servers to kill, threads to account for, a world to leave
 * clean.
 */
module io.holdfast.lock.testkit {
  requires transitive io.holdfast.lock;
  requires transitive org.junit.jupiter.api;
  requires io.netty.buffer;
  requires io.netty.common;
  requires io.netty.transport;
  requires org.assertj.core;
  requires org.slf4j;
  requires redis.clients.jedis;
  requires static org.jspecify;
  requires static testcontainers; // optional: only for -Dholdfast.redis=docker

  exports io.holdfast.lock.testkit.check;
  exports io.holdfast.lock.testkit.concurrent;
  exports io.holdfast.lock.testkit.contract;
  exports io.holdfast.lock.testkit.history;
  exports io.holdfast.lock.testkit.junit;
  exports io.holdfast.lock.testkit.local;
  exports io.holdfast.lock.testkit.nemesis;
  exports io.holdfast.lock.testkit.process;
  exports io.holdfast.lock.testkit.proxy;
  exports io.holdfast.lock.testkit.register;
  exports io.holdfast.lock.testkit.resp;
  exports io.holdfast.lock.testkit.server;
  exports io.holdfast.lock.testkit.topology;
  exports io.holdfast.lock.testkit.workload;

  // The suites' tests are package-private, as tests are; JUnit finds them by reflection.
  opens io.holdfast.lock.testkit.contract;

  provides org.junit.jupiter.api.extension.Extension with
      io.holdfast.lock.testkit.junit.StallWatchExtension,
      io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
}
