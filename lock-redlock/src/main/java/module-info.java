/** A lock that a majority of independent servers has granted. */
module io.holdfast.lock.redlock {
  requires transitive io.holdfast.lock.core;
  requires org.slf4j;
  requires static org.jspecify;

  exports io.holdfast.lock.redlock;
}
