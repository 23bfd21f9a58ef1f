/** Holdfast's locks in Kotlin's coroutines. */
module io.holdfast.kotlin {
  requires transitive io.holdfast.lock;
  requires transitive kotlin.stdlib;
  requires transitive kotlinx.coroutines.core;
  requires org.slf4j;

  exports io.holdfast.kotlin;
}
