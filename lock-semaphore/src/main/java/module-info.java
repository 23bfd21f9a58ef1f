/** Permits that many share. */
module io.holdfast.lock.semaphore {
  requires transitive io.holdfast.lock.core;
  requires static org.jspecify;

  exports io.holdfast.lock.semaphore;
}
