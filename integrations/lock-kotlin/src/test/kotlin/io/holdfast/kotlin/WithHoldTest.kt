package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.ClientClosedException
import io.holdfast.lock.LeaseLostException
import io.holdfast.lock.LockTimeoutException
import io.holdfast.lock.testkit.local.LocalLocks
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executors
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.launch
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

class WithHoldTest {

  private val locks = LocalLocks.create()
  private val lock = locks.get("orders")
  private val elsewhere = locks.client("elsewhere").get("orders")

  @AfterEach fun closeLocks() = locks.close()

  @Test
  fun withHold_free_runsTheBlockUnderTheLockAndReleases() = runTest {
    val tokens =
      List(2) { lock.withHold { hold -> hold.token().also { assertThat(lock.isLocked).isTrue() } } }

    assertThat(tokens[1]).isGreaterThan(tokens[0])
    assertThat(lock.isLocked).isFalse()
  }

  @Test
  fun withHold_heldByAnother_suspendsUntilItIsFree() = runTest {
    val another = elsewhere.acquire()
    val result = async { lock.withHold { "mine" } }
    runCurrent()
    lock.awaitWaiting()
    assertThat(result.isCompleted).isFalse()

    another.close()

    assertThat(result.await()).isEqualTo("mine")
  }

  @Test
  fun withHold_waitIsOver_throwsLockTimeoutExceptionAndSkipsTheBlock() = runTest {
    elsewhere.acquire().use {
      for (wait in listOf((-1).seconds, Duration.ZERO)) {
        val options = AcquireOptions.defaults().waitAtMost(wait)
        assertThat(thrownBy { lock.withHold(options) { error("must not run") } })
          .isInstanceOf(LockTimeoutException::class.java)
          .hasMessageContaining("orders")
        assertThat(lock.tryAcquireSuspending(options)).isNull()
      }
    }
    lock.awaitFree()
  }

  @Test
  fun withHold_viewHasOptions_usesThemUnlessOthersAreGiven() = runTest {
    val impatient = locks.get("orders", AcquireOptions.defaults().withoutWaiting())
    val another = elsewhere.acquire()

    assertThat(thrownBy { impatient.withHold {} }).isInstanceOf(LockTimeoutException::class.java)

    val patient = async { impatient.withHold(AcquireOptions.defaults()) { "mine" } }
    runCurrent()
    lock.awaitWaiting()
    another.close()
    assertThat(patient.await()).isEqualTo("mine")
  }

  @Test
  fun withHold_blockThrows_releasesAndThrowsThat() = runTest {
    val failure = Failure(42)

    assertThat(thrownBy { lock.withHold { throw failure } }).isSameAs(failure)

    assertThat(lock.isLocked).isFalse()
  }

  @Test
  fun withHold_blockStartsCoroutines_releasesWhenTheyHaveEnded() = runTest {
    val begun = CompletableDeferred<Unit>()
    val end = CompletableDeferred<Unit>()
    val section = launch {
      lock.withHold {
        launch {
          begun.complete(Unit)
          end.await()
        }
      }
    }
    begun.await()
    runCurrent()
    assertThat(lock.isLocked).isTrue()

    end.complete(Unit)
    section.join()

    assertThat(lock.isLocked).isFalse()
  }

  @Test
  fun withHold_callerHasADispatcher_runsOnItBeforeAndAfter() = runTest {
    Executors.newSingleThreadExecutor().asCoroutineDispatcher().use { dispatcher ->
      withContext(dispatcher) {
        val thread = Thread.currentThread()
        val inside = lock.withHold { Thread.currentThread() }
        assertThat(listOf(inside, Thread.currentThread())).containsOnly(thread)
      }
    }
  }

  @Test
  fun withHold_holdClosedInTheBlock_returnsWhatTheBlockReturns() = runTest {
    val result =
      lock.withHold { hold ->
        hold.close()
        "closed"
      }

    assertThat(result).isEqualTo("closed")
  }

  @Test
  fun withHold_clientIsClosed_throwsClientClosedException() = runTest {
    locks.close()

    assertThat(thrownBy { lock.withHold {} }).isInstanceOf(ClientClosedException::class.java)
  }

  /** If it threw a CancellationException, the coroutine would end in silence. */
  @Test
  fun withHold_requestIsCancelledByAnother_throwsIllegalStateException() = runTest {
    val answered = AnsweredLock(lock)
    val thrown = async { thrownBy { answered.withHold {} } }
    runCurrent()

    answered.requests.single().cancel(false)

    assertThat(thrown.await())
      .isExactlyInstanceOf(IllegalStateException::class.java)
      .hasMessageContaining("orders")
  }

  @Test
  fun withPermits_always_asksWithTheOptionsGiven() = runTest {
    val options = AcquireOptions.defaults().waitAtMost(5.seconds)
    val pool = AnsweredPool { CompletableFuture.failedFuture(LockTimeoutException("none is free")) }

    assertThat(thrownBy { pool.withPermits(1, options) { error("must not run") } })
      .isInstanceOf(LockTimeoutException::class.java)
    assertThat(thrownBy { pool.acquireSuspending(1, options) })
      .isInstanceOf(LockTimeoutException::class.java)

    assertThat(pool.requests.options).containsExactly(options, options)
  }

  @Test
  fun withHolds_severalNames_holdsAllAndReleasesAll() = runTest {
    val both = locks.all(listOf("b", "a"))

    val tokens =
      both.withHolds { all ->
        all.tokens().keys.onEach { assertThat(locks.get(it).isLocked).isTrue() }
      }

    assertThat(tokens).containsExactly("a", "b")
    assertThat(listOf("a", "b").map { locks.get(it).isLocked }).containsOnly(false)
  }

  @Test
  fun withHolds_waitIsOver_throwsLockTimeoutExceptionAndHoldsNone() = runTest {
    locks.client("elsewhere").get("b").acquire().use {
      val options = AcquireOptions.defaults().withoutWaiting()

      assertThat(
          thrownBy { locks.all(listOf("a", "b")).withHolds(options) { error("must not run") } }
        )
        .isInstanceOf(LockTimeoutException::class.java)
        .hasMessageContaining("b")

      locks.get("a").awaitFree()
    }
  }

  @Test
  fun withHolds_oneIsLost_cancelsTheBlockAndThrowsItsLoss() = runTest {
    val thrown = thrownBy {
      locks.all(listOf("a", "b")).withHolds {
        locks.get("b").forceUnlock()
        awaitCancellation()
      }
    }

    assertThat(thrown).isInstanceOfSatisfying(LeaseLostException::class.java) {
      assertThat(it.lockName()).isEqualTo("b")
    }
    assertThat(locks.get("a").isLocked).isFalse()
  }
}
