/** The locks of Holdfast as a lock registry of Spring Integration, and its leaders. */
module io.holdfast.spring.integration {
  requires transitive io.holdfast.leader;
  requires transitive io.holdfast.lock;
  requires transitive spring.integration.core;
  requires transitive spring.context;
  requires spring.beans;
  requires spring.tx;
  requires static org.jspecify;

  exports io.holdfast.spring.integration;
}
