package io.holdfast.kotlin

import io.holdfast.lock.DistributedLock
import io.holdfast.lock.Hold
import io.holdfast.lock.LeaseLostException
import io.holdfast.lock.LossCause
import io.holdfast.lock.core.HoldfastClient
import io.holdfast.lock.core.HoldfastSettings
import io.holdfast.lock.semaphore.Semaphores
import io.holdfast.lock.testkit.junit.RedisServerExtension
import io.holdfast.lock.testkit.server.TestServer
import java.time.Duration
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith

@ExtendWith(RedisServerExtension::class)
class WithHoldIT {

  private lateinit var client: HoldfastClient
  private lateinit var elsewhere: HoldfastClient

  @BeforeEach
  fun connect(server: TestServer) {
    // So long that only a release, or a message, can end a hold.
    val settings = HoldfastSettings.builder().lease(Duration.ofMinutes(10)).build()
    client = HoldfastClient.connect(settings, server.uri())
    elsewhere = HoldfastClient.connect(settings, server.uri())
  }

  @AfterEach
  fun close() {
    client.close()
    elsewhere.close()
  }

  /** Nothing else orders them: each suspends between reading and writing the counter. */
  @Test
  fun withHold_tenThousandCoroutinesOnOneThread_excludeEachOther() {
    val lock = client.lock("counter")
    val tokens = mutableListOf<Long>()
    var counter = 0
    var inside = 0
    var mostInside = 0
    Executors.newSingleThreadExecutor().asCoroutineDispatcher().use { oneThread ->
      runBlocking(oneThread) {
        repeat(10_000) {
          launch {
            lock.withHold { hold ->
              mostInside = maxOf(mostInside, ++inside)
              tokens += hold.token()
              val before = counter
              yield()
              counter = before + 1
              inside--
            }
          }
        }
      }
    }

    assertThat(counter).isEqualTo(10_000)
    assertThat(mostInside).isEqualTo(1)
    assertThat(tokens).isSorted().doesNotHaveDuplicates()
    lock.awaitFree()
  }

  @Test
  fun withHold_takenAwayByAnotherClient_cancelsTheBlockAtOnce() =
    runBlocking<Unit> {
      val told = AtomicReference<Throwable>()

      val thrown = thrownBy {
        client.lock("orders").withHold {
          // The loss may be told before forceUnlock() returns.
          thrownBy {
              withContext(Dispatchers.IO) { elsewhere.lock("orders").forceUnlock() }
              awaitCancellation()
            }
            .also { told.set(it) }
        }
      }

      assertThat(told.get()).hasCauseInstanceOf(LeaseLostException::class.java)
      assertThat(thrown).isInstanceOfSatisfying(LeaseLostException::class.java) {
        assertThat(it.lossCause()).isEqualTo(LossCause.FORCED)
      }
      assertThat(currentCoroutineContext().isActive).isTrue()
      assertThat(elsewhere.lock("orders").isLocked).isFalse()
    }

  @Test
  fun withHold_serverForgetsTheLock_throwsTheLoss(server: TestServer) =
    runBlocking<Unit> {
      val thrown = thrownBy {
        client.lock("orders").withHold { server.admin().command("FLUSHALL") }
      }

      assertThat(thrown).isInstanceOfSatisfying(LeaseLostException::class.java) {
        assertThat(it.lossCause()).isEqualTo(LossCause.GONE)
      }
    }

  @Test
  fun withHold_cancelledWhileWaiting_leavesNoWaiterAtTheServer() =
    runBlocking<Unit> {
      val lock = client.lock("orders")
      elsewhere.lock("orders").acquire().use { another ->
        val waiting = launch(Dispatchers.Default) { lock.withHold { error("must not run") } }
        elsewhere.lock("orders").awaitWaiting()

        waiting.cancelAndJoin()

        elsewhere.lock("orders").awaitWaiting(0)
        assertThat(lock.tokenAfter(another)).isGreaterThan(another.token())
      }
      lock.awaitFree()
    }

  private suspend fun DistributedLock.tokenAfter(another: Hold): Long = coroutineScope {
    val token = async(Dispatchers.Default) { withHold { it.token() } }
    elsewhere.lock("orders").awaitWaiting()
    another.close()
    token.await()
  }

  @Test
  fun withHold_inItsOwnBlock_isRefusedAtOnce() =
    runBlocking<Unit> {
      client.lock("orders").withHold {
        assertThat(thrownBy { client.lock("orders").withHold {} })
          .isExactlyInstanceOf(IllegalStateException::class.java)
          .hasMessageContaining("'orders'")
      }
    }

  /** On a thread of the network, a call that waits for the server throws. */
  @Test
  fun withHold_unconfined_runsTheBlockAndWhatFollowsOffTheNetworkThreads() =
    runBlocking<Unit>(Dispatchers.Unconfined) {
      val lock = client.lock("orders")

      lock.withHold { assertThat(lock.inspect().holder()).isPresent() }

      assertThat(lock.inspect().holder()).isEmpty()
    }

  @Test
  fun withPermits_poolIsFull_waitsAndReleases() =
    runBlocking<Unit> {
      val pool = Semaphores(client).pool("slots", 2)
      var inside = 0
      var mostInside = 0

      coroutineScope {
        repeat(6) {
          launch {
            pool.withPermits {
              mostInside = maxOf(mostInside, ++inside)
              yield()
              inside--
            }
          }
        }
      }

      assertThat(mostInside).isLessThanOrEqualTo(2)
      assertThat(pool.withPermits(2) { it.permits() }).isEqualTo(2)
    }
}
