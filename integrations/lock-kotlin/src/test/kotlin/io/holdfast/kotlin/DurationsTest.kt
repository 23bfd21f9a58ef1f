package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.Lease
import io.holdfast.lock.testkit.local.LocalLocks
import java.util.Optional
import kotlin.time.Duration
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.async
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class DurationsTest {

  @Test
  fun durations_ofKotlin_areThoseOfJava() {
    assertThat(AcquireOptions.defaults().waitAtMost(5.seconds).maxWait())
      .isEqualTo(Optional.of(java.time.Duration.ofSeconds(5)))
    assertThat(renewedLease(5.seconds).atMost(2.minutes))
      .isEqualTo(
        Lease.renewed(java.time.Duration.ofSeconds(5)).atMost(java.time.Duration.ofMinutes(2))
      )
    assertThat(fixedLease(5.seconds)).isEqualTo(Lease.fixed(java.time.Duration.ofSeconds(5)))
  }

  @Test
  fun waitAtMost_infinite_waitsWithoutBound() = runTest {
    val infinite = AcquireOptions.defaults().waitAtMost(Duration.INFINITE)
    LocalLocks.create().use { locks ->
      val another = locks.client("elsewhere").get("orders").acquire()
      val result = async { locks.get("orders").withHold(infinite) { "mine" } }
      runCurrent()
      locks.get("orders").awaitWaiting()

      another.close()

      assertThat(result.await()).isEqualTo("mine")
    }
  }
}
