/** Permits that many share. */
module io.holdfast.lock.semaphore {
  requires transitive io.holdfast.lock.core;
  requires org.slf4j;
  requires static org.jspecify;

  exports io.holdfast.lock.semaphore;
}
