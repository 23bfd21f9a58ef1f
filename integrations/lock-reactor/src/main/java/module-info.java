/** Mono and Flux under the locks of Holdfast. */
module io.holdfast.reactor {
  requires transitive io.holdfast.lock;
  requires transitive org.reactivestreams;
  requires transitive reactor.core;
  requires org.slf4j;
  requires static org.jspecify;

  exports io.holdfast.reactor;
}
