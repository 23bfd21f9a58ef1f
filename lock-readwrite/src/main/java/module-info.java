/** A lock that many read under, or one writes. */
module io.holdfast.lock.readwrite {
  requires transitive io.holdfast.lock.core;
  requires static org.jspecify;

  exports io.holdfast.lock.readwrite;
}
