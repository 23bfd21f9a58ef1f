package consumer

import io.holdfast.kotlin.withHold
import io.holdfast.lock.testkit.local.LocalLocks
import kotlinx.coroutines.runBlocking

/** Prints the token of a hold; no server is needed. */
fun main() = runBlocking {
  LocalLocks.create().use { locks -> locks.get("order:42").withHold { hold -> println("token ${hold.token()}") } }
}
