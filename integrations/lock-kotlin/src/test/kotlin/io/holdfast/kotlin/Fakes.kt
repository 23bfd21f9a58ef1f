package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.DistributedLock
import io.holdfast.lock.Hold
import io.holdfast.lock.LeaseLostException
import io.holdfast.lock.LossCause
import io.holdfast.lock.Permit
import io.holdfast.lock.PermitPool
import io.holdfast.lock.testkit.concurrent.Eventually.eventually
import java.lang.reflect.Proxy
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Requests that the test answers, and what they asked for; null for the options of the view. */
class Requests<H : Hold>(private val make: () -> CompletableFuture<H>) {

  private val asked = mutableListOf<Pair<AcquireOptions?, CompletableFuture<H>>>()
  val options
    get() = asked.map { it.first }

  val isEmpty
    get() = asked.isEmpty()

  fun ask(options: AcquireOptions?): CompletableFuture<H> = make().also { asked += options to it }

  fun single() = asked.single().second
}

/** A lock whose requests the test answers. */
class AnsweredLock(
  lock: DistributedLock,
  request: () -> CompletableFuture<Hold> = ::CompletableFuture,
) : DistributedLock by lock {

  val requests = Requests(request)

  override fun acquireAsync(): CompletableFuture<Hold> = requests.ask(null)

  override fun acquireAsync(options: AcquireOptions): CompletableFuture<Hold> =
    requests.ask(options)
}

/** A pool whose requests the test answers. It has no other methods. */
class AnsweredPool(request: () -> CompletableFuture<Permit> = ::CompletableFuture) :
  PermitPool by unsupported() {

  val requests = Requests(request)

  override fun name() = "slots"

  override fun acquireAsync(permits: Int, options: AcquireOptions): CompletableFuture<Permit> =
    requests.ask(options)
}

private fun unsupported(): PermitPool =
  Proxy.newProxyInstance(PermitPool::class.java.classLoader, arrayOf(PermitPool::class.java)) {
    _,
    method,
    _ ->
    throw UnsupportedOperationException(method.name)
  } as PermitPool

class FakePermit(hold: Hold) : Permit, Hold by hold {
  override fun permits() = 1
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

class HalfDone(cause: Throwable, val order: Int = 42) :
  Exception("order $order is half done", cause)

class HalfBroken(cause: Throwable, val order: Int = 42) : Error("order $order is half done", cause)
