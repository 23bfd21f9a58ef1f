// Methods under a lock, for Spring. It is open, as Spring makes its beans and reads its annotations
// by reflection. (Error
// Prone takes a Javadoc comment on an open module for a misplaced one.)
open module io.holdfast.spring {
  requires transitive io.holdfast.lock.core;
  requires transitive spring.aop;
  requires transitive spring.beans;
  requires transitive spring.context;
  requires spring.core;
  requires spring.expression;
  requires transitive reactor.core; // Lettuce brings it
  requires org.reactivestreams;
  requires org.slf4j;
  requires static io.holdfast.lock.fair;
  requires static io.holdfast.lock.readwrite;
  requires static io.holdfast.lock.redlock;
  requires static spring.tx;
  requires static org.jspecify;

  exports io.holdfast.spring;
}
