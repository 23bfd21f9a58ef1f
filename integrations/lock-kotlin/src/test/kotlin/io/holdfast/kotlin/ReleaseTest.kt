package io.holdfast.kotlin

import io.holdfast.lock.DistributedLock
import io.holdfast.lock.Hold
import io.holdfast.lock.testkit.concurrent.Eventually.eventually
import io.holdfast.lock.testkit.local.LocalLocks
import io.holdfast.lock.testkit.process.CapturedLog
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.SECONDS
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.runTest
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

/** What a release can do to its caller. */
class ReleaseTest {

  private companion object {
    const val UNCONFINED = 200
  }

  private val locks = LocalLocks.create()
  private val lock = locks.get("orders")

  @AfterEach fun closeLocks() = locks.close()

  /** A lock that is granted at once, with this release. */
  private fun releasedBy(
    lock: DistributedLock = this.lock,
    release: () -> CompletableFuture<Void>,
  ): AnsweredLock {
    val hold: Hold = FakeHold(lock.acquire(), release)
    return AnsweredLock(lock) { CompletableFuture.completedFuture(hold) }
  }

  @Test
  fun release_fails_leavesTheOutcomeAndLogs() = runTest {
    val answered = releasedBy {
      CompletableFuture.failedFuture(IllegalStateException("the server refused"))
    }
    CapturedLog.begin().use { log ->
      assertThat(answered.withHold { "done" }).isEqualTo("done")

      assertThat(log.lines("WARN", "'orders'", "the server refused")).isEqualTo(1)
    }
  }

  @Test
  fun release_unanswered_leavesTheOutcomeAfterARealTimeAndLogs() = runTest {
    val release = CompletableFuture<Void>()
    val answered = releasedBy { release }
    CapturedLog.begin().use { log ->
      // Where the JDK's thread for time-outs would go on by itself. All of them share it. They are
      // many, as each leaves it by a race.
      val threads =
        List(UNCONFINED) {
          async(Dispatchers.Unconfined) {
            releasedBy(locks.get("stock-$it")) { release }.withHold {}
            Thread.currentThread().name
          }
        }
      assertThat(answered.withHold { "done" }).isEqualTo("done")

      assertThat(release.isDone).`as`("the release itself ended").isFalse()
      assertThat(currentTime).`as`("the virtual time that has passed").isZero()
      assertThat(threads.awaitAll()).noneMatch { it.contains("DelayScheduler") }
      assertThat(log.lines("WARN", "not acknowledged in time")).isEqualTo(1L + UNCONFINED)
    }
  }

  /** What a lock is worth in code that blocks: `runBlocking` on all threads of this dispatcher. */
  @Test
  fun release_threadsOfDefaultAreAllBlocked_doesNotNeedThem() {
    val release = CompletableFuture<Void>()
    val answered = releasedBy { release }
    val threads = Runtime.getRuntime().availableProcessors().coerceAtLeast(2)
    val blocked = CountDownLatch(threads)
    val end = CountDownLatch(1)
    try {
      repeat(threads) {
        CoroutineScope(Dispatchers.Default).launch {
          blocked.countDown()
          end.await()
        }
      }
      blocked.await()
      val result = CompletableFuture.supplyAsync { runBlocking { answered.withHold { "done" } } }
      eventually().isTrue("the section waits for the answer") { release.numberOfDependents > 0 }

      release.complete(null)

      assertThat(result).succeedsWithin(60, SECONDS).isEqualTo("done")
    } finally {
      end.countDown()
    }
  }

  /** A stack that is full has no room for the release, but another stack has. */
  @Test
  fun release_throwsAnError_isDoneByAnotherThreadAndLeavesTheOutcome() = runTest {
    val threads = CopyOnWriteArrayList<Thread>()
    val answered = releasedBy {
      threads += Thread.currentThread()
      if (threads.size == 1) throw StackOverflowError() else done()
    }
    val failure = Failure(42)

    assertThat(thrownBy { answered.withHold { throw failure } }).isSameAs(failure)

    assertThat(threads).hasSize(2).doesNotHaveDuplicates()
  }

  @Test
  fun release_throwsErrorsOnly_leavesTheOutcomeAndLogs() = runTest {
    val answered = releasedBy { throw Fault(42) }
    CapturedLog.begin().use { log ->
      assertThat(answered.withHold { "done" }).isEqualTo("done")

      assertThat(log.lines("WARN", "'orders'", "the release failed", "no order 42")).isEqualTo(1)
    }
  }
}
