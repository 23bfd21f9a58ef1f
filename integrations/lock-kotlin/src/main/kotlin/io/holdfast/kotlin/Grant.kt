package io.holdfast.kotlin

import io.holdfast.lock.Hold
import io.holdfast.lock.LeaseLostException
import io.holdfast.lock.LossCause
import io.holdfast.lock.MultiHold
import java.util.concurrent.CompletableFuture

/** What a section holds, of one name or of several. */
internal interface Grant {

  fun isValid(): Boolean

  /** Runs the callback if it is lost. */
  fun onLost(callback: (LeaseLostException) -> Unit)

  /** The loss of it. */
  fun loss(cause: LossCause): LeaseLostException

  /** Whether that is a loss of it, and not of another lock. */
  fun isLostBy(loss: LeaseLostException): Boolean

  fun releaseAsync(): CompletableFuture<Void>
}

internal class GrantOfOne(private val hold: Hold) : Grant {

  override fun isValid() = hold.isValid

  override fun onLost(callback: (LeaseLostException) -> Unit) = hold.onLost { callback(loss(it)) }

  override fun loss(cause: LossCause) = LeaseLostException(hold.lockName(), hold.token(), cause)

  override fun isLostBy(loss: LeaseLostException) = loss.isOf(hold)

  override fun releaseAsync(): CompletableFuture<Void> = hold.releaseAsync()
}

internal class GrantOfAll(private val all: MultiHold) : Grant {

  override fun isValid() = all.isValid

  override fun onLost(callback: (LeaseLostException) -> Unit) = all.onLost { callback(loss(it)) }

  /** Of the first that is not valid any more. */
  override fun loss(cause: LossCause): LeaseLostException {
    val holds = all.holds().values
    val lost = holds.firstOrNull { !it.isValid } ?: holds.first()
    return LeaseLostException(lost.lockName(), lost.token(), cause)
  }

  override fun isLostBy(loss: LeaseLostException) = all.holds().values.any { loss.isOf(it) }

  override fun releaseAsync(): CompletableFuture<Void> = all.releaseAsync()
}

private fun LeaseLostException.isOf(hold: Hold) =
  lockName() == hold.lockName() && token() == hold.token()
