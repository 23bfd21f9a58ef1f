/** A lock provider for ShedLock, on Holdfast's locks. */
module io.holdfast.shedlock {
  requires transitive io.holdfast.lock;
  requires transitive net.javacrumbs.shedlock.core;
  requires org.slf4j;
  requires static org.jspecify;

  exports io.holdfast.shedlock;
}
