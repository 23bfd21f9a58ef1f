/** Leader elections on the locks of Holdfast. */
module io.holdfast.leader {
  requires transitive io.holdfast.lock;
  requires org.slf4j;
  requires static org.jspecify;

  exports io.holdfast.leader;
}
