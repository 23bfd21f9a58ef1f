/** The engine of Holdfast on Redis and Valkey, and the plain re-entrant lock. */
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
}
