/** The locks of Holdfast as a lock registry of Spring Integration. */
module io.holdfast.spring.integration {
  requires transitive io.holdfast.lock;
  requires transitive spring.integration.core;
  requires transitive spring.context;
  requires spring.tx;
  requires static org.jspecify;

  exports io.holdfast.spring.integration;
}
