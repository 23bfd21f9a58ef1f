package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.DistributedLock
import io.holdfast.lock.Hold
import io.holdfast.lock.LockTimeoutException
import io.holdfast.lock.Permit
import io.holdfast.lock.PermitPool

/**
 * Acquires a handle, with the options of this view. Otherwise as the overload with options.
 *
 * @throws IllegalStateException at once, if this coroutine is inside a [withHold] of the same lock,
 *   also if the options of the view do not wait
 * @see acquireSuspending
 */
public suspend fun DistributedLock.acquireSuspending(): Hold {
  HeldLocks.requireNotHeld(this)
  return awaitGrant(name(), { acquireAsync() }, { it.releaseAsync() })
}

/**
 * Acquires a handle, and suspends until it has one. No thread waits. The caller has to release the
 * handle on all paths, also if it is cancelled; [withHold] does that. `close()` blocks its thread
 * for a round trip, `releaseAsync()` does not.
 *
 * If the coroutine is cancelled while it waits, the request is withdrawn. If the grant came at the
 * same moment, it is released. So either this function returns the hold, or nothing is held.
 *
 * That ends where this function returns: `withContext`, `withTimeout` and `async` drop their result
 * if they are cancelled, and a hold that is their result then stays held. Bound the wait by
 * [waitAtMost] instead of `withTimeout`, return no hold out of these blocks, or use [withHold].
 *
 * The caller resumes on its dispatcher. With `Dispatchers.Unconfined` it resumes on the callback
 * executor of the client; it never resumes on a thread of the network. The wait of the options is
 * real time, and not the virtual time of a test dispatcher.
 *
 * **Cost:** as `acquireAsync`.
 *
 * @throws io.holdfast.lock.LockTimeoutException if the wait that the options allow is over. A wait
 *   of zero or less does not wait
 * @throws io.holdfast.lock.LockServerException if the last request to the server failed or went
 *   unanswered
 * @throws io.holdfast.lock.ClientClosedException if the client is closed
 * @throws IllegalStateException at once, if this coroutine is inside a [withHold] of the same lock,
 *   and so could wait for itself, unless the options do not wait; or if other code has cancelled
 *   the request
 */
public suspend fun DistributedLock.acquireSuspending(options: AcquireOptions): Hold {
  if (options.waits()) {
    HeldLocks.requireNotHeld(this)
  }
  return awaitGrant(name(), { acquireAsync(options) }, { it.releaseAsync() })
}

private fun AcquireOptions.waits() = maxWait().map { !it.isZero && !it.isNegative }.orElse(true)

/**
 * As [acquireSuspending], but returns null if the wait that the options allow is over.
 *
 * @return the hold; null means that another held the lock until the end. An unreachable server is
 *   an exception
 * @throws io.holdfast.lock.LockServerException as [acquireSuspending]
 * @throws io.holdfast.lock.ClientClosedException as [acquireSuspending]
 * @throws IllegalStateException as [acquireSuspending]. Options that do not wait are not refused:
 *   inside a [withHold] of the same lock the result is null
 */
public suspend fun DistributedLock.tryAcquireSuspending(options: AcquireOptions): Hold? =
  try {
    acquireSuspending(options)
  } catch (_: LockTimeoutException) {
    null
  }

/**
 * Acquires permits of the pool, all at once, and suspends until it has them. The caller has to
 * close them, on all paths; [withPermits] does that. Cancellation, dispatchers, time and exceptions
 * are as with [DistributedLock.acquireSuspending]. A coroutine that has permits may ask for more.
 * It waits as any other does.
 *
 * @throws IllegalArgumentException if the number is less than one, or more than the pool has
 */
public suspend fun PermitPool.acquireSuspending(
  permits: Int = 1,
  options: AcquireOptions = AcquireOptions.defaults(),
): Permit = awaitGrant(name(), { acquireAsync(permits, options) }, { it.releaseAsync() })
