package io.holdfast.kotlin

import io.holdfast.lock.Hold
import io.holdfast.lock.LossCause
import io.holdfast.lock.testkit.local.LocalLocks
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

    assertThat(answered.requests).isEmpty()
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

  @Test
  fun withHold_grantedAfterItWasCancelled_releases() = runTest {
    val hold = FakeHold(lock.acquire())
    val late =
      object : CompletableFuture<Hold>() {
        override fun cancel(mayInterruptIfRunning: Boolean) = complete(hold) // the grant was faster
      }
    val section = launch { awaitGrant<Hold>("orders", { late }, { it.releaseAsync() }) }
    runCurrent()

    section.cancelAndJoin()

    assertThat(hold.isReleased).isTrue()
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

  @Test
  fun withHold_lockLostAndCallerCancelled_endsAsCancelled() = runTest {
    val hold = FakeHold(lock.acquire())
    var thrown: Throwable? = null
    val section = launch { thrown = thrownBy { answered.withHold { awaitCancellation() } } }
    runCurrent()
    request().complete(hold)
    runCurrent()

    section.cancel()
    hold.callbacks.single().accept(LossCause.GONE)
    section.join()

    assertThat(thrown).isInstanceOf(CancellationException::class.java)
    assertThat(section.isCancelled).isTrue()
  }
}
