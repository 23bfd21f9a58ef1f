package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.LeaseLostException
import io.holdfast.lock.LossCause
import io.holdfast.lock.MultiLock
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
    var token = 0L
    val seenByChild = CompletableDeferred<Throwable?>()

    val thrown = thrownBy {
      lock.withHold { hold ->
        token = hold.token()
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
      assertThat(it.token()).isEqualTo(token)
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

  /** That the lock is lost is the cause, and not all that there is to tell. */
  @Test
  fun withHold_lostAndTheBlockWrapsTheCancellation_tellsOfBoth() = runTest {
    val failed = thrownBy { lock.withHold { throw HalfDone(loseIt()!!) } }
    assertThat(failed).isInstanceOf(LeaseLostException::class.java)
    assertThat(failed!!.suppressed).singleElement().isInstanceOf(HalfDone::class.java)

    val broken = thrownBy { lock.withHold { throw HalfBroken(loseIt()!!) } }
    assertThat(broken).isInstanceOf(HalfBroken::class.java)
    assertThat(broken!!.suppressed).singleElement().isInstanceOf(LeaseLostException::class.java)
  }

  @Test
  fun withHold_lostAndTheBlockThrowsThatLoss_throwsItOnce() = runTest {
    val thrown = thrownBy {
      lock.withHold {
        loseIt()
        throw LeaseLostException(it.lockName(), it.token(), LossCause.GONE)
      }
    }

    assertThat(thrown).isInstanceOf(LeaseLostException::class.java)
    assertThat(thrown!!.suppressed).isEmpty()
  }

  @Test
  fun withHold_lostAndTheBlockThrowsTheLossOfAnother_tellsOfBoth() = runTest {
    val others =
      listOf(
        LeaseLostException("stock", 1, LossCause.GONE), // another name
        LeaseLostException("orders", 999, LossCause.GONE), // another hold
      )
    for (other in others) {
      val thrown = thrownBy {
        lock.withHold {
          loseIt()
          throw other
        }
      }

      assertThat(thrown).hasSuppressedException(other)
      assertThat(thrown).isInstanceOfSatisfying(LeaseLostException::class.java) {
        assertThat(it.lossCause()).isEqualTo(LossCause.FORCED)
      }
    }
  }

  @Test
  fun withHold_blockThrowsTheLossOfAnother_throwsThat() = runTest {
    val other = LeaseLostException("stock", 1, LossCause.GONE)

    assertThat(thrownBy { lock.withHold { throw other } }).isSameAs(other)
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

    assertThat(thrown.await()).isInstanceOfSatisfying(LeaseLostException::class.java) {
      assertThat(it.lossCause()).isEqualTo(LossCause.FORCED)
      assertThat(it.token()).isEqualTo(hold.token())
      assertThat(it.suppressed).isEmpty()
    }
    assertThat(hasBegun).isFalse()
  }

  /** Nobody has told of it yet, and neither does the release. */
  @Test
  fun withHold_overBeforeTheBlock_throwsThatItHasExpired() = runTest {
    val answered = AnsweredLock(lock)
    val thrown = async { thrownBy { answered.withHold {} } }
    runCurrent()

    answered.requests.single().complete(FakeHold(lock.acquire()).apply { onIsValid = { false } })

    assertThat(thrown.await()).isInstanceOfSatisfying(LeaseLostException::class.java) {
      assertThat(it.lossCause()).isEqualTo(LossCause.EXPIRED)
    }
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
  fun withPermits_lost_cancelsTheBlockAndThrowsTheLoss() = runTest {
    val pool = AnsweredPool()
    val hold = FakeHold(lock.acquire())
    val thrown = async { thrownBy { pool.withPermits { awaitCancellation() } } }
    runCurrent()
    pool.requests.single().complete(FakePermit(hold))
    runCurrent()

    hold.callbacks.single().accept(LossCause.GONE)

    assertThat(thrown.await()).isInstanceOfSatisfying(LeaseLostException::class.java) {
      assertThat(it.lossCause()).isEqualTo(LossCause.GONE)
      assertThat(it.token()).isEqualTo(hold.token())
    }
    assertThat(hold.isReleased).isTrue()
  }

  /** The cause that the release finds, and that of the first hold that is over. */
  @Test
  fun withHolds_oneLostBeforeTheBlock_throwsItsLossOnce() = runTest {
    val all = locks.all(listOf("a", "b"))
    val granted = all.acquire()
    val late =
      object : MultiLock by all {
        override fun acquireAsync(options: AcquireOptions) =
          CompletableFuture.completedFuture(granted)
      }
    locks.get("b").forceUnlock()

    assertThat(thrownBy { late.withHolds { error("must not run") } }).isInstanceOfSatisfying(
      LeaseLostException::class.java
    ) {
      assertThat(it.lockName()).isEqualTo("b")
      assertThat(it.lossCause()).isEqualTo(LossCause.FORCED)
      assertThat(it.suppressed).isEmpty()
    }
    assertThat(locks.get("a").isLocked).isFalse()
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
