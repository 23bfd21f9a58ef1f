package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.LockTimeoutException
import io.holdfast.lock.testkit.local.LocalLocks
import kotlin.coroutines.cancellation.CancellationException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.channelFlow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

/** Sections inside each other. */
class NestedTest {

  private val locks = LocalLocks.create()
  private val lock = locks.get("orders")

  @AfterEach fun closeLocks() = locks.close()

  private fun assertRefused(thrown: Throwable?) {
    assertThat(thrown)
      .isExactlyInstanceOf(IllegalStateException::class.java)
      .hasMessageContaining("'orders'", "re-entrant")
  }

  @Test
  fun withHold_inItsOwnBlock_isRefusedAtOnce() = runTest {
    lock.withHold {
      assertRefused(thrownBy { lock.withHold {} })
      assertRefused(thrownBy { lock.withHold(within(1.minutes)) {} })
      assertRefused(thrownBy { locks.get("orders").withHold {} })
      assertRefused(thrownBy { lock.acquireSuspending() })
      assertRefused(thrownBy { lock.tryAcquireSuspending(within(1.minutes)) })
      assertRefused(thrownBy { lock.tryAcquireSuspending(AcquireOptions.defaults()) })
    }
  }

  private fun within(wait: Duration) = AcquireOptions.defaults().waitAtMost(wait)

  /** It cannot wait for itself. */
  @Test
  fun tryAcquireSuspending_inItsOwnBlockWithoutWaiting_returnsNull() = runTest {
    lock.withHold {
      for (wait in listOf((-1).seconds, Duration.ZERO)) {
        assertThat(lock.tryAcquireSuspending(within(wait))).isNull()
        assertThat(thrownBy { lock.withHold(within(wait)) {} })
          .isInstanceOf(LockTimeoutException::class.java)
      }
    }
  }

  @Test
  fun withHold_inItsOwnBlockAfterItsHoldWasClosed_holdsAgain() = runTest {
    val again =
      lock.withHold { hold ->
        hold.close()
        lock.withHold { "again" }
      }

    assertThat(again).isEqualTo("again")
  }

  /** A cancelled coroutine that cleans up has made no mistake. */
  @Test
  fun withHold_inItsOwnBlockWhenThatIsCancelled_endsAsCancelled() = runTest {
    var thrown: Throwable? = null
    val begun = CompletableDeferred<Unit>()
    val section = launch {
      lock.withHold {
        begun.complete(Unit)
        try {
          awaitCancellation()
        } finally {
          thrown = thrownBy { lock.withHold {} }
        }
      }
    }
    begun.await()

    section.cancelAndJoin()

    assertThat(thrown).isInstanceOf(CancellationException::class.java)
  }

  @Test
  fun withHold_inACoroutineOfItsOwnBlock_isRefusedAtOnce() = runTest {
    lock.withHold {
      supervisorScope { async { assertRefused(thrownBy { lock.withHold {} }) }.await() }
    }
  }

  @Test
  fun withHold_inTheBlockOfAnotherInItsOwnBlock_isRefusedAtOnce() = runTest {
    lock.withHold { locks.get("stock").withHold { assertRefused(thrownBy { lock.withHold {} }) } }
  }

  @Test
  fun withHold_inTheBlockOfAnother_holdsBoth() = runTest {
    lock.withHold { locks.get("stock").withHold { assertThat(lock.isLocked).isTrue() } }
  }

  @Test
  fun withHold_afterItsOwnBlock_holdsAgain() = runTest {
    lock.withHold {}
    assertThat(lock.withHold { "again" }).isEqualTo("again")
  }

  /** The section does not wait for it, so it may wait for the section. */
  @Test
  fun withHold_inACoroutineThatInheritsOnlyTheContext_waits() = runTest {
    val scopes = Job()
    val detached =
      lock.withHold {
        val scope = CoroutineScope(currentCoroutineContext() + scopes)
        scope
          .async { lock.withHold { "later" } }
          .also {
            this@runTest.runCurrent()
            lock.awaitWaiting()
          }
      }

    assertThat(detached.await()).isEqualTo("later")
    scopes.cancel()
  }

  /** Another client stands for another process, which does not know of the section. */
  @Test
  fun withHold_byAnotherClientInItsBlock_isNotRefused() = runTest {
    lock.withHold {
      val elsewhere = locks.client("elsewhere").get("orders")
      assertThat(thrownBy { elsewhere.withHold(AcquireOptions.defaults().withoutWaiting()) {} })
        .isInstanceOf(LockTimeoutException::class.java)
    }
  }

  /** Coroutines refuse emissions from another context. */
  @Test
  fun withHold_inAFlow_emitsByChannelFlowOnly() = runTest {
    assertThat(channelFlow { lock.withHold { hold -> send(hold.lockName()) } }.toList())
      .containsExactly("orders")

    assertThat(thrownBy { flow { lock.withHold { hold -> emit(hold.lockName()) } }.toList() })
      .isInstanceOf(IllegalStateException::class.java)
      .hasMessageContaining("Flow invariant is violated")
    assertThat(lock.isLocked).isFalse()
  }
}
