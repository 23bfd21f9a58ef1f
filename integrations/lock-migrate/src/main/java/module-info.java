/** An old lock and a Holdfast lock as one. */
module io.holdfast.migrate {
  requires transitive io.holdfast.lock;
  requires static org.jspecify;

  exports io.holdfast.migrate;
}
