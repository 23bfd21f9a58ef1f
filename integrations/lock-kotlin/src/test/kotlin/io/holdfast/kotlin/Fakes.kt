package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.DistributedLock
import io.holdfast.lock.Hold
import io.holdfast.lock.LeaseLostException
import io.holdfast.lock.LossCause
import io.holdfast.lock.testkit.concurrent.Eventually.eventually
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** A lock whose requests the test answers. */
class AnsweredLock(lock: DistributedLock) : DistributedLock by lock {

  val requests = mutableListOf<CompletableFuture<Hold>>()

  override fun acquireAsync(): CompletableFuture<Hold> =
    CompletableFuture<Hold>().also { requests += it }

  override fun acquireAsync(options: AcquireOptions): CompletableFuture<Hold> = acquireAsync()
}

/** A hold that does at its release, and tells of a loss, when and how the test says. */
class FakeHold(hold: Hold, private val release: () -> CompletableFuture<Void> = ::done) :
  Hold by hold {

  var isReleased = false
    private set

  var onIsValid: () -> Boolean = { true }
  val callbacks = mutableListOf<Consumer<LossCause>>()

  override fun isValid() = onIsValid()

  override fun onLost(callback: Consumer<LossCause>) {
    callbacks += callback
  }

  override fun releaseAsync(): CompletableFuture<Void> {
    isReleased = true
    return release()
  }

  fun loss() = LeaseLostException(lockName(), token(), LossCause.GONE)
}

fun done(): CompletableFuture<Void> = CompletableFuture.completedFuture(null)

/** What it throws; null if nothing. */
suspend fun thrownBy(block: suspend () -> Unit): Throwable? =
  try {
    block()
    null
  } catch (thrown: Throwable) {
    thrown
  }

fun DistributedLock.awaitWaiting(count: Int = 1) {
  eventually().isTrue("$count wait for ${name()}") { inspect().queueLength() == count }
}

fun DistributedLock.awaitFree() {
  eventually().isTrue("${name()} is free") {
    inspect().holder().isEmpty && inspect().queueLength() == 0
  }
}

/** What a block throws. Coroutines cannot copy it, as they do with exceptions of the JDK. */
class Failure(val order: Int) : Exception("no order $order")

class Fault(val order: Int) : Error("no order $order")
