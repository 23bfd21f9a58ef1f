package io.holdfast.kotlin

import io.holdfast.lock.LeaseLostException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit.SECONDS
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlin.coroutines.resume
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.asExecutor
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.future.await
import kotlinx.coroutines.withContext
import org.slf4j.LoggerFactory

/** The end of a grant, whether its coroutine is cancelled or not. */
internal object Release {

  private val log = LoggerFactory.getLogger(Release::class.java)

  /**
   * A server that is away does not keep back what came of the block. The release goes on in the
   * background.
   */
  private const val PATIENCE_SECONDS = 2L

  /** Releases, and returns the loss if the grant was lost before. Never throws. */
  suspend fun of(name: String, grant: Grant): LeaseLostException? {
    try {
      if (!isAnswered(begin(name, grant))) {
        log.warn(
          "Lock '{}': the release is not acknowledged in time; it is retried in the background until" +
            " the lease ends",
          name,
        )
      }
      return null
    } catch (thrown: Throwable) { // must not replace what came of the block
      return loss(name, causeOf(thrown) ?: thrown)
    }
  }

  /** An error comes before anything is released, if this thread's stack has no room for that. */
  private fun begin(name: String, grant: Grant): CompletableFuture<Void> =
    try {
      grant.releaseAsync()
    } catch (thrown: Error) {
      log.warn("Lock '{}': another thread releases it, as this one failed: {}", name, "$thrown")
      CompletableFuture.supplyAsync(grant::releaseAsync).thenCompose { it }
    }

  /**
   * Whether the answer came in time. The time is the JDK's: that of the dispatcher may be virtual,
   * and a time-out on another dispatcher would need a free thread there.
   */
  private suspend fun isAnswered(released: CompletableFuture<Void>): Boolean =
    withContext(NonCancellable) {
      val isAnswered =
        released
          .thenApply { true } // the time-out must not end the release itself
          .completeOnTimeout(false, PATIENCE_SECONDS, SECONDS)
          .await()
      if (!isAnswered && isUnconfined()) {
        leaveThread()
      }
      isAnswered
    }

  /**
   * Goes on in another thread than the JDK's one for all time-outs. `withContext` would stay in it
   * where the other thread is through first.
   */
  private suspend fun leaveThread() =
    suspendCoroutineUninterceptedOrReturn<Unit> { rest ->
      Dispatchers.IO.asExecutor().execute { rest.resume(Unit) }
      COROUTINE_SUSPENDED
    }

  private suspend fun isUnconfined() =
    currentCoroutineContext()[ContinuationInterceptor] == Dispatchers.Unconfined

  private fun loss(name: String, thrown: Throwable): LeaseLostException? {
    if (thrown is LeaseLostException) {
      return thrown
    }
    log.warn(
      "Lock '{}': the release failed, so the lock ends with its lease: {}",
      name,
      thrown.toString(),
    )
    return null
  }
}
