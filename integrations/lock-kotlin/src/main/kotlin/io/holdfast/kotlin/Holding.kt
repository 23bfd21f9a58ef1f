package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.DistributedLock
import io.holdfast.lock.Hold
import io.holdfast.lock.LeaseLostException
import io.holdfast.lock.MultiHold
import io.holdfast.lock.MultiLock
import io.holdfast.lock.Permit
import io.holdfast.lock.PermitPool
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.currentCoroutineContext

/**
 * Runs the block under the lock, with the options of this view. Otherwise as the overload with
 * options.
 */
public suspend fun <T> DistributedLock.withHold(block: suspend CoroutineScope.(Hold) -> T): T =
  under(acquireSuspending(), block)

/**
 * Acquires the lock, runs the block, and releases the lock when the block and all coroutines that
 * it has started have ended, whether they succeed, throw or are cancelled. It suspends, and no
 * thread waits.
 *
 * ```
 * lock.withHold(AcquireOptions.defaults().waitAtMost(5.seconds)) { hold -> payments.charge(order, hold.token()) }
 * ```
 *
 * **Owner.** The hold belongs to this call, and not to a thread: the block may change threads, and
 * two coroutines on one thread exclude each other. So it is not re-entrant. The block, and
 * coroutines that it starts, get an [IllegalStateException] at once if they ask for the same lock,
 * as they could wait for themselves. With a read lock that is so if a writer waits between the two.
 * A request that does not wait is not refused, nor one after the hold has ended.
 *
 * That is found by the context of the coroutine, for lock objects that are equal. It is not found
 * for the other side of a read-write lock, through a [MultiLock] or a decorator of the lock, inside
 * `withContext(NonCancellable)` or `runBlocking`, in a coroutine of another scope that the block
 * awaits, or for a handle of [acquireSuspending]. Such a call waits as its options say, by default
 * for ever. As the block has a context of its own, a `flow` cannot emit from it; a `channelFlow`
 * can send.
 *
 * **Cancellation.** While it waits, cancellation withdraws the request, and a grant that comes at
 * the same moment is released. In the block it is as with `coroutineScope`. The release is not
 * cancellable.
 *
 * **Loss.** If the hold is lost, the block is cancelled at once, with a [LeaseLostException] as the
 * cause, and the caller gets a [LeaseLostException] for it. The caller's coroutine is not
 * cancelled. Code that does not suspend goes on until it does. What the block throws after or
 * besides a loss is suppressed in the [LeaseLostException], except a `CancellationException` and
 * the same loss. An [Error] is thrown itself. A caller that is itself cancelled, and whose block
 * did not fail, gets its `CancellationException`, and the log has the loss.
 *
 * **Release.** Waits for the answer of the server, but no longer than two seconds. After that, or
 * if it fails, the call ends as the block did, and the log tells. The client goes on in the
 * background, and the lock ends with its lease at the latest.
 *
 * **Threads.** The block runs on the dispatcher of the caller, and so does what follows; no other
 * dispatcher is needed. With `Dispatchers.Unconfined` they run on threads of the client that may
 * run the code of users, or on those of `Dispatchers.IO`; never on a thread of the network. The
 * wait of the options, and the two seconds, are real time also in `runTest`.
 *
 * **Memory.** As with `Lock`: what a block did is visible to the next block in the same process.
 *
 * **Cost:** that of `acquireAsync` and `releaseAsync`: one round trip each if the lock is free.
 *
 * **Not guaranteed:** exclusion beyond the lease. Pass [Hold.token] to the resource, and have it
 * refuse lower tokens.
 *
 * @param options the wait counts for the lock, and not for the block. A wait of zero or less does
 *   not wait (`interruptOnLoss` has no effect, as a block has no thread)
 * @return what the block returns
 * @throws io.holdfast.lock.LockTimeoutException if the wait was over; the block was not run
 * @throws io.holdfast.lock.LockServerException if the last request to the server failed or went
 *   unanswered; the block was not run
 * @throws io.holdfast.lock.ClientClosedException if the client is closed; the block was not run
 * @throws LeaseLostException if the hold was lost before it was released; its effects may overlap
 *   with those of another owner. If it was lost before the block could begin, the block was not run
 * @throws IllegalStateException at once, if this coroutine is inside a [withHold] of the same lock,
 *   unless the options do not wait; or if other code has cancelled the request. The block was not
 *   run
 */
public suspend fun <T> DistributedLock.withHold(
  options: AcquireOptions,
  block: suspend CoroutineScope.(Hold) -> T,
): T = under(acquireSuspending(options), block)

private suspend fun <T> DistributedLock.under(
  hold: Hold,
  block: suspend CoroutineScope.(Hold) -> T,
): T {
  val held = HeldLocks(this, hold, currentCoroutineContext()[HeldLocks])
  return Section(name(), GrantOfOne(hold), held).run { block(hold) }
}

/**
 * Acquires permits of the pool, all at once, runs the block, and releases them. All else is as with
 * [DistributedLock.withHold], except that a block that has permits may ask for more of the same
 * pool. It waits as any other caller does, so blocks that do that can wait for each other for ever.
 *
 * @throws IllegalArgumentException if the number is less than one, or more than the pool has
 */
public suspend fun <T> PermitPool.withPermits(
  permits: Int = 1,
  options: AcquireOptions = AcquireOptions.defaults(),
  block: suspend CoroutineScope.(Permit) -> T,
): T {
  val permit = acquireSuspending(permits, options)
  return Section(name(), GrantOfOne(permit)).run { block(permit) }
}

/**
 * Acquires the locks of all names, or none, runs the block, and releases them, the last first. The
 * loss of one is the loss of all. All else is as with [DistributedLock.withHold], except that
 * nothing sees that the block asks for one of the locks again: such a call waits as its options
 * say, by default for ever.
 *
 * @throws LeaseLostException also if one was lost while this call waited for another; the block was
 *   not run
 */
public suspend fun <T> MultiLock.withHolds(
  options: AcquireOptions = AcquireOptions.defaults(),
  block: suspend CoroutineScope.(MultiHold) -> T,
): T {
  val names = names().toString()
  val all = awaitGrant(names, { acquireAsync(options) }, { it.releaseAsync() })
  return Section(names, GrantOfAll(all)).run { block(all) }
}
