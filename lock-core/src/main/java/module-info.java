/** The engine of Holdfast on Redis and Valkey, and the plain re-entrant lock. */
@SuppressWarnings("module") // what it exports to is built later
module io.holdfast.lock.core {
  requires transitive io.holdfast.lock;
  requires transitive lettuce.core;
  requires io.netty.common;
  // Lettuce is an automatic module and does not pull these in by itself.
  requires io.netty.handler;
  requires io.netty.resolver;
  requires io.netty.resolver.dns;
  requires io.netty.transport;
  requires jdk.net; // Lettuce 7.5 fails without it
  requires org.reactivestreams;
  requires reactor.core;
  requires org.slf4j;
  requires static jdk.jfr; // where it is missing nothing is recorded
  requires static org.jspecify;

  exports io.holdfast.lock.core;
  exports io.holdfast.lock.core.gate to
      io.holdfast.lock.redlock,
      io.holdfast.lock.cli,
      io.holdfast.lock.fair,
      io.holdfast.lock.readwrite,
      io.holdfast.lock.semaphore;
  exports io.holdfast.lock.core.deadlock to
      io.holdfast.lock.cli,
      io.holdfast.lock.redlock;
  exports io.holdfast.lock.core.lock to
      io.holdfast.lock.readwrite,
      io.holdfast.lock.redlock;
  exports io.holdfast.lock.core.kind to
      io.holdfast.lock.redlock,
      io.holdfast.lock.fair,
      io.holdfast.lock.readwrite,
      io.holdfast.lock.semaphore;
  exports io.holdfast.lock.core.verbs to
      io.holdfast.lock.readwrite,
      io.holdfast.lock.redlock,
      io.holdfast.lock.semaphore;
  exports io.holdfast.lock.core.script to
      io.holdfast.lock.redlock,
      io.holdfast.lock.readwrite,
      io.holdfast.lock.semaphore;
  exports io.holdfast.lock.core.key to
      io.holdfast.lock.cli,
      io.holdfast.lock.fair,
      io.holdfast.lock.readwrite,
      io.holdfast.lock.redlock,
      io.holdfast.lock.semaphore;
  exports io.holdfast.lock.core.server to
      io.holdfast.lock.cli,
      io.holdfast.lock.redlock,
      io.holdfast.lock.semaphore;
  exports io.holdfast.lock.core.engine to
      io.holdfast.lock.fair,
      io.holdfast.lock.readwrite,
      io.holdfast.lock.redlock,
      io.holdfast.lock.semaphore;
  exports io.holdfast.lock.core.node to
      io.holdfast.lock.redlock;
  exports io.holdfast.lock.core.inbox to
      io.holdfast.lock.redlock;
  exports io.holdfast.lock.core.lease to
      io.holdfast.lock.readwrite,
      io.holdfast.lock.redlock,
      io.holdfast.lock.semaphore;
  exports io.holdfast.lock.core.time to
      io.holdfast.lock.redlock;
}
