package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.ThousandsOfTickets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tickets of thousands of dead waiters, and behind them a live one. */
@ExtendWith(RedisServerExtension.class)
class PassedOverPermitsIT {

  private static final HoldfastSettings LONG_CLAIM =
      HoldfastSettings.builder().claimLease(Duration.ofMinutes(5)).build();

  @Test
  @DisplayName("failure 80: thousands of tickets are passed over, and one behind them is not")
  void tryAcquire_ofAPoolWhereOneWaitsBehindThousands_doesNotOvertakeIt(
      @FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(LONG_CLAIM, server.uri());
        HoldfastClient other = HoldfastClient.connect(LONG_CLAIM, server.uri())) {
      PermitPool pool = new Semaphores(client).pool("deaf", 1);
      Permit permit = pool.acquire();
      CompletableFuture<Permit> waiting = new Semaphores(other).pool("deaf", 1).acquireAsync();
      eventually().isTrue("it is queued", () -> pool.inspect().queueLength() == 1);
      ThousandsOfTickets.before(server, "holdfast:poolq:{deaf}");
      permit.close();

      int tries = 0;
      while (!waiting.isDone()) {
        assertThat(pool.tryAcquire()).as("try %d", ++tries).isEmpty();
      }
      assertThat(tries).isPositive();
      waiting.join().close();
    }
  }

  @Test
  @DisplayName("failure 80: thousands of tickets are passed over, and one behind them is not")
  void tryAcquire_ofAFairSemaphoreWhereOneWaitsBehindThousands_doesNotOvertakeIt(
      @FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(LONG_CLAIM, server.uri());
        HoldfastClient other = HoldfastClient.connect(LONG_CLAIM, server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("deaf", 1, true);
      semaphore.acquire();
      CompletableFuture<Void> waiting = new Semaphores(other).get("deaf", 1, true).acquireAsync();
      eventually().isTrue("it is queued", () -> semaphore.getQueueLength() == 1);
      ThousandsOfTickets.before(server, "holdfast:semq:{deaf}");
      semaphore.release();

      int tries = 0;
      while (!waiting.isDone()) {
        assertThat(semaphore.tryAcquire(1, Duration.ZERO)).as("try %d", ++tries).isFalse();
      }
      assertThat(tries).isPositive();
    }
  }
}
