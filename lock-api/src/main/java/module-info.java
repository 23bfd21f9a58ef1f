/** The interfaces, values and exceptions of Holdfast. It has no dependency and knows no server. */
module io.holdfast.lock {
  requires static org.jspecify;

  exports io.holdfast.lock;
}
