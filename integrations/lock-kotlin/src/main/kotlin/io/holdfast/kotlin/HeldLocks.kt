package io.holdfast.kotlin

import io.holdfast.lock.DistributedLock
import io.holdfast.lock.Hold
import kotlin.coroutines.AbstractCoroutineContextElement
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.Job
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive

/**
 * The locks that the sections around a coroutine hold; a list of them is linked by [outer].
 * Coroutines that the block starts inherit it.
 */
internal class HeldLocks(
  private val lock: DistributedLock,
  private val hold: Hold,
  private val outer: HeldLocks?,
) : AbstractCoroutineContextElement(HeldLocks) {

  /** The job of the block; null until it begins. */
  @Volatile var block: Job? = null

  companion object Key : CoroutineContext.Key<HeldLocks> {

    /**
     * A section ends when the coroutines in its block have ended. So one of these that waited for
     * the lock of the section would wait for ever; with a read lock only if a writer waits between
     * the two. A coroutine that only inherited the context, with a job of its own, may wait.
     */
    suspend fun requireNotHeld(lock: DistributedLock) {
      val context = currentCoroutineContext()
      context.ensureActive() // a cancelled coroutine has done nothing wrong
      var held = context[HeldLocks]
      while (held != null) {
        if (held.lock == lock && held.hold.isValid && held.block.isOrHas(context[Job])) {
          throw IllegalStateException(
            "Lock '${lock.name()}': requested inside the block of a withHold that holds it, so it" +
              " could wait for itself; withHold is not re-entrant"
          )
        }
        held = held.outer
      }
    }

    private fun Job?.isOrHas(job: Job?): Boolean =
      this != null && (this === job || children.any { it.isOrHas(job) })
  }
}
