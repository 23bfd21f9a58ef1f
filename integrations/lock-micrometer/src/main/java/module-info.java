/** Meters and observations of Holdfast's locks for Micrometer. */
module io.holdfast.micrometer {
  requires transitive io.holdfast.lock.core;
  requires transitive micrometer.core;
  requires transitive micrometer.observation;
  requires org.slf4j;
  requires static micrometer.commons;
  requires static org.jspecify;

  exports io.holdfast.micrometer;
}
