package io.holdfast.kotlin

import io.holdfast.lock.LeaseLostException
import io.holdfast.lock.LossCause
import java.util.concurrent.atomic.AtomicReference
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.cancellation.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.isActive
import kotlinx.coroutines.job
import kotlinx.coroutines.withContext
import org.slf4j.LoggerFactory

/** A block under a grant: run, release, and tell the caller what came of both. For one use. */
internal class Section(
  private val name: String,
  private val grant: Grant,
  private val held: HeldLocks? = null,
) {

  /** The news of a loss; written once, by the thread that tells of it. */
  private val told = AtomicReference<LeaseLostException>()

  /** Nothing may suspend between the grant and this: the release would be missed. */
  suspend fun <T> run(block: suspend CoroutineScope.() -> T): T {
    val outcome = outcomeOf(block)
    val released = Release.of(name, grant)
    return tell(outcome, told.get() ?: released)
  }

  private suspend fun <T> outcomeOf(block: suspend CoroutineScope.() -> T): Result<T> =
    try {
      if (!grant.isValid()) { // the dispatcher was busy for longer than the lease
        throw grant.loss(LossCause.EXPIRED) // unless the release knows better
      }
      Result.success(withContext(held ?: EmptyCoroutineContext) { cancelOnLoss(block) })
    } catch (thrown: Throwable) { // whatever it is: the lock must be released
      Result.failure(thrown)
    }

  private suspend fun <T> CoroutineScope.cancelOnLoss(block: suspend CoroutineScope.() -> T): T {
    val job = coroutineContext.job
    held?.block = job
    grant.onLost { loss ->
      told.set(loss)
      job.cancel(LossCancellation(loss)) // no effect if the block has ended
    }
    return block()
  }

  /**
   * A loss comes first, with what the block threw besides; an error is thrown itself. A
   * cancellation says no more than the loss. But a caller that is cancelled ends as that: a loss
   * would fail its parent.
   */
  private suspend fun <T> tell(outcome: Result<T>, known: LeaseLostException?): T {
    val thrown = outcome.exceptionOrNull()
    val thrownLoss = (thrown as? LeaseLostException)?.takeIf(grant::isLostBy)
    val loss = known ?: thrownLoss ?: return outcome.getOrThrow()
    when {
      thrown is Error -> throw thrown.apply { addSuppressed(loss) }
      thrown == null || thrown is CancellationException || thrownLoss != null -> {
        requireActive(loss)
        throw loss
      }
      else -> throw loss.apply { addSuppressed(thrown) }
    }
  }

  /** The caller's coroutine; the context of the block has ended. */
  private suspend fun requireActive(loss: LeaseLostException) {
    val caller = currentCoroutineContext()
    if (!caller.isActive) {
      log.warn("{}; its section was cancelled", loss.message)
    }
    caller.ensureActive()
  }

  private companion object {
    val log = LoggerFactory.getLogger(Section::class.java)!!
  }
}

/** Ends the block of a lost hold. Its children see it; the caller of the section gets the loss. */
private class LossCancellation(loss: LeaseLostException) : CancellationException(loss.message) {
  init {
    initCause(loss)
  }
}
