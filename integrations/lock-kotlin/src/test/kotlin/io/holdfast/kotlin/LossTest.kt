package io.holdfast.kotlin

import io.holdfast.lock.LeaseLostException
import io.holdfast.lock.LossCause
import io.holdfast.lock.testkit.local.LocalLocks
import java.util.concurrent.CompletableFuture
import kotlin.coroutines.cancellation.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

/** A lock is lost while its block runs. */
class LossTest {

  private val locks = LocalLocks.create()
  private val lock = locks.get("orders")

  @AfterEach fun closeLocks() = locks.close()

  /** Takes the lock away, and waits for the news. */
  private suspend fun loseIt(): Throwable? {
    lock.forceUnlock()
    return thrownBy { awaitCancellation() }
  }

  @Test
  fun withHold_lost_cancelsTheBlockAndItsCoroutines() = runTest {
    var seen: Throwable? = null
    val seenByChild = CompletableDeferred<Throwable?>()

    val thrown = thrownBy {
      lock.withHold {
        launch(start = CoroutineStart.UNDISPATCHED) {
          seenByChild.complete(thrownBy { awaitCancellation() })
        }
        seen = loseIt()
        throw seen!!
      }
    }

    assertThat(seen)
      .isInstanceOf(CancellationException::class.java)
      .hasCauseInstanceOf(LeaseLostException::class.java)
    assertThat(seenByChild.await()).isInstanceOf(CancellationException::class.java)
    assertThat(thrown).isInstanceOfSatisfying(LeaseLostException::class.java) {
      assertThat(it.lossCause()).isEqualTo(LossCause.FORCED)
      assertThat(it.lockName()).isEqualTo("orders")
      assertThat(it.suppressed).isEmpty()
    }
  }

  /** The caller handles the loss, and goes on: nothing has cancelled it. */
  @Test
  fun withHold_lost_leavesTheCallerActive() = runTest {
    assertThat(thrownBy { lock.withHold { loseIt()?.let { throw it } } })
      .isInstanceOf(LeaseLostException::class.java)

    assertThat(currentCoroutineContext().isActive).isTrue()
    assertThat(lock.withHold { "again" }).isEqualTo("again")
  }

  @Test
  fun withHold_lostAndTheBlockReturnsAllTheSame_throwsTheLoss() = runTest {
    assertThat(thrownBy { lock.withHold { loseIt() } }).isInstanceOf(LeaseLostException::class.java)
  }

  @Test
  fun withHold_lostAndTheBlockThrows_throwsTheLossWithThatSuppressed() = runTest {
    val failure = Failure(42)

    val thrown = thrownBy {
      lock.withHold {
        loseIt()
        throw failure
      }
    }

    assertThat(thrown).isInstanceOf(LeaseLostException::class.java).hasSuppressedException(failure)
  }

  @Test
  fun withHold_lostAndTheBlockThrowsAnError_throwsTheErrorWithTheLossSuppressed() = runTest {
    val error = Fault(42)

    val thrown = thrownBy {
      lock.withHold {
        loseIt()
        throw error
      }
    }

    assertThat(thrown).isSameAs(error)
    assertThat(error.suppressed).hasOnlyElementsOfType(LeaseLostException::class.java).hasSize(1)
  }

  @Test
  fun withHold_lostAndTheBlockThrowsThatLoss_throwsItOnce() = runTest {
    val told = LeaseLostException("orders", 1, LossCause.GONE)

    val thrown = thrownBy {
      lock.withHold {
        loseIt()
        throw told
      }
    }

    assertThat(thrown).isSameAs(told)
    assertThat(told.suppressed).isEmpty()
  }

  /** A CancellationException of the block's own must not hide the loss, or cancel the caller. */
  @Test
  fun withHold_lostAndTheBlockThrowsAnotherCancellation_throwsTheLoss() = runTest {
    val thrown = thrownBy {
      lock.withHold {
        loseIt()
        throw CancellationException("mine")
      }
    }

    assertThat(thrown).isInstanceOf(LeaseLostException::class.java)
  }

  @Test
  fun withHold_lostBeforeTheBlock_doesNotBeginIt() = runTest {
    val answered = AnsweredLock(lock)
    var hasBegun = false
    val thrown = async { thrownBy { answered.withHold { hasBegun = true } } }
    runCurrent()
    val hold = lock.acquire()
    lock.forceUnlock()

    answered.requests.single().complete(hold)

    assertThat(thrown.await()).isInstanceOf(LeaseLostException::class.java)
    assertThat(hasBegun).isFalse()
  }

  @Test
  fun withHold_releaseFindsTheLoss_throwsIt() = runTest {
    val answered = AnsweredLock(lock)
    lateinit var hold: FakeHold
    hold = FakeHold(lock.acquire()) { CompletableFuture.failedFuture(hold.loss()) }
    val thrown = async { thrownBy { answered.withHold {} } }
    runCurrent()

    answered.requests.single().complete(hold)

    assertThat(thrown.await()).isInstanceOf(LeaseLostException::class.java)
  }

  @Test
  fun withHold_newsOfALossAfterTheEnd_doesNothing() = runTest {
    val answered = AnsweredLock(lock)
    val hold = FakeHold(lock.acquire())
    val result = async {
      val inside = answered.withHold { "done" }
      hold.callbacks.single().accept(LossCause.EXPIRED)
      inside
    }
    runCurrent()

    answered.requests.single().complete(hold)

    assertThat(result.await()).isEqualTo("done")
  }
}
