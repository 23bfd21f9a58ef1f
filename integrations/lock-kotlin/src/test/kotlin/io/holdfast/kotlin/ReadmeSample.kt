package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.Locks
import kotlin.time.Duration.Companion.seconds

/** Compiles what the README shows; [ReadmeTest] compares the two. */
internal class ReadmeSample(private val locks: Locks, private val payments: Payments) {

  class Order(val id: Int)

  class Receipt(val token: Long)

  fun interface Payments {
    suspend fun charge(order: Order, token: Long): Receipt
  }

  // README begins
  suspend fun charge(order: Order): Receipt {
    val patient = AcquireOptions.defaults().waitAtMost(5.seconds)
    return locks.get("order:${order.id}").withHold(patient) { hold ->
      payments.charge(order, hold.token()) // suspends; no thread waits
    }
  }
  // README ends
}
