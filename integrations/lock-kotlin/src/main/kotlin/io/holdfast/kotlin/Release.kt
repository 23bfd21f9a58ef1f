package io.holdfast.kotlin

import io.holdfast.lock.LeaseLostException
import java.util.concurrent.CompletableFuture
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.future.await
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import org.slf4j.LoggerFactory

/** The end of a grant, whether its coroutine is cancelled or not. */
internal object Release {

  private val log = LoggerFactory.getLogger(Release::class.java)

  /**
   * A server that is away does not keep back what came of the block. The release goes on in the
   * background.
   */
  private val patience = 2.seconds

  /** Releases, and returns the loss if the grant was lost before. */
  suspend fun of(name: String, grant: Grant): LeaseLostException? {
    try {
      val released = grant.releaseAsync()
      if (released.isDone) {
        released.join()
      } else {
        awaitAnswer(released)
      }
    } catch (thrown: Exception) {
      return loss(name, causeOf(thrown) ?: thrown)
    }
    return null
  }

  /** On another dispatcher, as the time of the caller's may be virtual. */
  private suspend fun awaitAnswer(released: CompletableFuture<Void>) =
    withContext(NonCancellable) {
      withContext(Dispatchers.Default) {
        withTimeoutOrNull(patience) {
          released.copy().await() // the time-out cancels the copy, and not the release
        }
      }
    }

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
