package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.Hold
import io.holdfast.lock.LossCause
import io.holdfast.lock.MultiLock
import io.holdfast.lock.testkit.local.LocalLocks
import io.holdfast.lock.testkit.process.CapturedLog
import java.util.concurrent.CompletableFuture
import kotlin.coroutines.cancellation.CancellationException
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.Job
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.test.TestScope
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withTimeout
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

/** A coroutine is cancelled at each point at which a section can be. */
class CancelTest {

  private val locks = LocalLocks.create()
  private val lock = locks.get("orders")
  private val answered = AnsweredLock(lock)
  private var hasBegun = false

  @AfterEach fun closeLocks() = locks.close()

  private fun TestScope.section(block: suspend (Hold) -> Unit = {}): Job {
    val section = launch {
      answered.withHold {
        hasBegun = true
        block(it)
      }
    }
    runCurrent()
    return section
  }

  private fun request(): CompletableFuture<Hold> = answered.requests.single()

  @Test
  fun withHold_cancelledBefore_sendsNoRequest() = runTest {
    val section = launch {
      thrownBy { awaitCancellation() }
      answered.withHold {}
    }
    runCurrent()

    section.cancelAndJoin()

    assertThat(answered.requests.isEmpty).isTrue()
  }

  @Test
  fun withHold_cancelledWhileWaiting_withdrawsTheRequest() = runTest {
    locks.client("elsewhere").get("orders").acquire().use {
      val section = launch { lock.withHold { hasBegun = true } }
      runCurrent()
      lock.awaitWaiting()

      section.cancelAndJoin()

      assertThat(lock.inspect().queueLength()).isZero()
    }
    assertThat(hasBegun).isFalse()
    lock.awaitFree()
  }

  @Test
  fun withHold_cancelledWhenGrantedAndNotResumed_releases() = runTest {
    val hold = FakeHold(lock.acquire())
    val section = section()

    request().complete(hold) // the coroutine is dispatched now, and has not run
    section.cancelAndJoin()

    assertThat(hold.isReleased).isTrue()
    assertThat(hasBegun).isFalse()
  }

  @ParameterizedTest
  @ValueSource(booleans = [true, false])
  fun withHold_grantedAfterItWasCancelled_releases(hasOptions: Boolean) = runTest {
    val hold = FakeHold(lock.acquire())
    val late = AnsweredLock(lock) { LateGrant(hold) }
    val section = launch {
      if (hasOptions) late.withHold(AcquireOptions.defaults()) { hasBegun = true }
      else late.withHold { hasBegun = true }
    }
    runCurrent()

    section.cancelAndJoin()

    assertThat(hold.isReleased).isTrue()
    assertThat(hasBegun).isFalse()
  }

  @Test
  fun withPermits_grantedAfterItWasCancelled_releases() = runTest {
    val hold = FakeHold(lock.acquire())
    val late = AnsweredPool { LateGrant(FakePermit(hold)) }
    val section = launch { late.withPermits { hasBegun = true } }
    runCurrent()

    section.cancelAndJoin()

    assertThat(hold.isReleased).isTrue()
    assertThat(hasBegun).isFalse()
  }

  @Test
  fun withHolds_grantedAfterItWasCancelled_releases() = runTest {
    val all = locks.all(listOf("a", "b"))
    val late =
      object : MultiLock by all {
        override fun acquireAsync(options: AcquireOptions) = LateGrant(all.acquire())
      }
    val section = launch { late.withHolds { hasBegun = true } }
    runCurrent()

    section.cancelAndJoin()

    assertThat(listOf("a", "b").map { locks.get(it).isLocked }).containsOnly(false)
    assertThat(hasBegun).isFalse()
  }

  /** The grant is faster than its withdrawal. */
  private class LateGrant<H : Any>(private val grant: H) : CompletableFuture<H>() {
    override fun cancel(mayInterruptIfRunning: Boolean) = complete(grant)
  }

  @Test
  fun withHolds_cancelledWhileWaiting_withdrawsTheRequestAndReleasesTheOthers() = runTest {
    locks.client("elsewhere").get("b").acquire().use {
      val section = launch { locks.all(listOf("a", "b")).withHolds { hasBegun = true } }
      runCurrent()
      locks.get("b").awaitWaiting()

      section.cancelAndJoin()

      assertThat(locks.get("b").inspect().queueLength()).isZero()
      locks.get("a").awaitFree()
    }
    assertThat(hasBegun).isFalse()
  }

  @Test
  fun withHold_cancelledBetweenTheGrantAndTheBlock_releasesWithoutTheBlock() = runTest {
    val section = section()
    val hold = FakeHold(lock.acquire())
    hold.onIsValid = {
      section.cancel() // the last call before the block
      true
    }

    request().complete(hold)
    section.join()

    assertThat(hold.isReleased).isTrue()
    assertThat(hasBegun).isFalse()
  }

  @Test
  fun withHold_cancelledInTheBlock_releasesWhenTheBlockHasEnded() = runTest {
    val hold = FakeHold(lock.acquire())
    var wasHeldAtTheEnd = false
    val section = section {
      try {
        awaitCancellation()
      } finally {
        wasHeldAtTheEnd = !hold.isReleased
      }
    }
    request().complete(hold)
    runCurrent()
    assertThat(hasBegun).isTrue()

    section.cancelAndJoin()

    assertThat(wasHeldAtTheEnd).isTrue()
    assertThat(hold.isReleased).isTrue()
  }

  @Test
  fun withHold_cancelledDuringTheRelease_waitsForItsAnswer() = runTest {
    val release = CompletableFuture<Void>()
    val hold = FakeHold(lock.acquire()) { release }
    val section = section()
    request().complete(hold)
    runCurrent()
    assertThat(hold.isReleased).isTrue()

    section.cancel()
    runCurrent()
    assertThat(section.isCompleted).isFalse()

    release.complete(null)
    section.join()
  }

  @Test
  fun withHold_withTimeoutAround_releasesAndThrowsTheTimeOut() = runTest {
    val hold = FakeHold(lock.acquire())
    val thrown = async {
      thrownBy { withTimeout(1.minutes) { answered.withHold { awaitCancellation() } } }
    }
    runCurrent()
    request().complete(hold)

    assertThat(thrown.await()).isInstanceOf(TimeoutCancellationException::class.java)
    assertThat(hold.isReleased).isTrue()
  }

  @Test
  fun withHold_withTimeoutInTheBlock_releasesAndThrowsTheTimeOut() = runTest {
    val hold = FakeHold(lock.acquire())
    val thrown = async {
      thrownBy { answered.withHold { withTimeout(1.minutes) { awaitCancellation() } } }
    }
    runCurrent()
    request().complete(hold)

    assertThat(thrown.await()).isInstanceOf(TimeoutCancellationException::class.java)
    assertThat(hold.isReleased).isTrue()
  }

  @Test
  fun acquireSuspending_cancelledWhenGrantedAndNotResumed_releases() = runTest {
    val hold = FakeHold(lock.acquire())
    val acquiring = launch { answered.acquireSuspending() }
    runCurrent()

    request().complete(hold)
    acquiring.cancelAndJoin()

    assertThat(hold.isReleased).isTrue()
  }

  /** A loss, as any failure, would fail the parent of a coroutine that was only cancelled. */
  @ParameterizedTest
  @ValueSource(booleans = [true, false])
  fun withHold_lockLostAndCallerCancelled_endsAsCancelledAndLogsTheLoss(isLossFirst: Boolean) =
    runTest {
      val hold = FakeHold(lock.acquire())
      val cancelled =
        lossOf(hold) { section ->
          val steps =
            listOf({ hold.callbacks.single().accept(LossCause.GONE) }, { section.cancel() })
          (if (isLossFirst) steps else steps.reversed()).forEach { it() }
        }

      assertThat(cancelled.thrown).isInstanceOf(CancellationException::class.java)
      assertThat(cancelled.thrown).hasNoCause()
      assertThat(cancelled.lines).isEqualTo(1)
    }

  @Test
  fun withHold_cancelledDuringTheReleaseThatFindsALoss_endsAsCancelledAndLogsTheLoss() = runTest {
    val release = CompletableFuture<Void>()
    val hold = FakeHold(lock.acquire()) { release }
    val cancelled =
      lossOf(hold, {}) { section ->
        section.cancel()
        release.completeExceptionally(hold.loss())
      }

    assertThat(cancelled.thrown).isInstanceOf(CancellationException::class.java)
    assertThat(cancelled.lines).isEqualTo(1)
  }

  @Test
  fun withHold_cancelledAndLostBeforeTheBlock_endsAsCancelledAndLogsTheLoss() = runTest {
    val hold = FakeHold(lock.acquire())
    lateinit var section: Job
    hold.onIsValid = {
      section.cancel()
      false
    }
    val cancelled = lossOf(hold, beforeTheGrant = { section = it }) {}

    assertThat(cancelled.thrown).isInstanceOf(CancellationException::class.java)
    assertThat(cancelled.lines).isEqualTo(1)
    assertThat(hold.isReleased).isTrue()
  }

  private class Cancelled(val thrown: Throwable?, val lines: Long)

  /** What a section ends with, and how often the log has a loss. */
  private suspend fun TestScope.lossOf(
    hold: Hold,
    block: suspend (Hold) -> Unit = { awaitCancellation() },
    beforeTheGrant: (Job) -> Unit = {},
    whenGranted: (Job) -> Unit,
  ): Cancelled =
    CapturedLog.begin().use { log ->
      var thrown: Throwable? = null
      val section = launch { thrown = thrownBy { answered.withHold(block = { block(it) }) } }
      beforeTheGrant(section)
      runCurrent()
      request().complete(hold)
      runCurrent()
      whenGranted(section)
      section.join()
      assertThat(section.isCancelled).isTrue()
      Cancelled(thrown, log.lines("WARN", "'orders'", "was lost", "cancelled"))
    }
}
