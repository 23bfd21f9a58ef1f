/** A lock in strict order of arrival. */
module io.holdfast.lock.fair {
  requires transitive io.holdfast.lock.core;
  requires static org.jspecify;

  exports io.holdfast.lock.fair;
}
