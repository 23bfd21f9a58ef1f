package io.holdfast.kotlin

import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionException
import kotlin.coroutines.cancellation.CancellationException
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * Waits for what the request asks for. A cancelled coroutine withdraws it, and gives back a grant
 * that arrives for it, also one that has arrived and was not yet seen.
 */
internal suspend fun <H : Any> awaitGrant(
  what: String,
  request: () -> CompletableFuture<out H>,
  giveBack: (H) -> Unit,
): H {
  currentCoroutineContext().ensureActive() // else a request would be sent and withdrawn
  val asked = request()
  return suspendCancellableCoroutine { waiting ->
    waiting.invokeOnCancellation { asked.cancel(false) }
    asked.whenComplete { granted, thrown ->
      if (granted != null) {
        waiting.resume(granted) { _, unseen, _ -> giveBack(unseen) }
      } else {
        waiting.resumeWithException(refusal(what, thrown))
      }
    }
  }
}

/**
 * The coroutine is not cancelled if somebody else has cancelled its request, and must not look as
 * if it were.
 */
private fun refusal(what: String, thrown: Throwable?): Throwable =
  when (val cause = causeOf(thrown)) {
    null ->
      IllegalStateException("Lock '$what': the request ended without a grant and without a reason")
    is CancellationException ->
      IllegalStateException("Lock '$what': the request was cancelled by another", cause)
    else -> cause
  }

/** What a dependent future has wrapped. */
internal fun causeOf(thrown: Throwable?): Throwable? =
  if (thrown is CompletionException) thrown.cause ?: thrown else thrown
