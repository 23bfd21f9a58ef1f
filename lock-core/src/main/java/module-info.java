/** The engine of Holdfast on Redis and Valkey, and the plain re-entrant lock. */
@SuppressWarnings("module") // what it exports to is built later
module io.holdfast.lock.core {
  requires transitive io.holdfast.lock;
  requires transitive lettuce.core;
  requires io.netty.common;
  // Lettuce is an automatic module and does not pull these in by itself.
  requires io.netty.handler;
  requires io.netty.resolver.dns;
  requires org.slf4j;
  requires static org.jspecify;

  exports io.holdfast.lock.core;
  exports io.holdfast.lock.core.key to
      io.holdfast.lock.cli;
  exports io.holdfast.lock.core.server to
      io.holdfast.lock.cli;
}
