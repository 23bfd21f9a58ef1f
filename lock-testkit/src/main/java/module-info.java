/**
 * What tests of distributed locks need: servers to kill, threads to account for, a world to leave
 * clean.
 */
module io.holdfast.lock.testkit {
  requires transitive io.holdfast.lock;
  requires transitive org.junit.jupiter.api;
  requires org.slf4j;
  requires static org.jspecify;
  requires static testcontainers; // optional: only for -Dholdfast.redis=docker

  exports io.holdfast.lock.testkit.concurrent;
  exports io.holdfast.lock.testkit.junit;
  exports io.holdfast.lock.testkit.process;
  exports io.holdfast.lock.testkit.resp;
  exports io.holdfast.lock.testkit.server;

  provides org.junit.jupiter.api.extension.Extension with
      io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
}
