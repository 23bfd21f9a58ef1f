package io.holdfast.lock.readwrite;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Hold;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tickets of thousands of dead waiters, and behind them a live one. */
@ExtendWith(RedisServerExtension.class)
class PassedOverReadersIT {

  private static final String QUEUE = "holdfast:rwq:{deaf}";

  private static final HoldfastSettings LONG_CLAIM =
      HoldfastSettings.builder().claimLease(Duration.ofMinutes(5)).build();

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true"})
  @DisplayName("failure 80: thousands of tickets are passed over, and one behind them is not")
  void tryLock_oneWaitsBehindThousands_doesNotOvertakeIt(
      boolean writerWaits, boolean writerTries, @FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(LONG_CLAIM, server.uri());
        HoldfastClient other = HoldfastClient.connect(LONG_CLAIM, server.uri())) {
      DistributedReadWriteLock pair = new ReadWriteLocks(client).get("deaf");
      DistributedReadWriteLock others = new ReadWriteLocks(other).get("deaf");
      Hold hold = pair.writeLock().acquireAsync().join();
      CompletableFuture<Hold> waiting =
          (writerWaits ? others.writeLock() : others.readLock()).acquireAsync();
      eventually().isTrue("it is queued", () -> others.getQueueLength() == 1);
      ThousandsOfTickets.before(server, QUEUE);
      hold.close();

      DistributedLock trying = writerTries ? pair.writeLock() : pair.readLock();
      int tries = 0;
      while (!waiting.isDone()) {
        assertThat(trying.tryLock()).as("try %d", ++tries).isFalse();
      }
      assertThat(tries).isPositive();
      waiting.join().close();
    }
  }

  @Test
  @DisplayName("failure 80: thousands of tickets are passed over while others read")
  void tryRead_whileOthersReadAndAWriterWaitsBehindThousands_doesNotOvertakeIt(
      @FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(LONG_CLAIM, server.uri());
        HoldfastClient other = HoldfastClient.connect(LONG_CLAIM, server.uri());
        HoldfastClient third = HoldfastClient.connect(LONG_CLAIM, server.uri())) {
      Hold reader = new ReadWriteLocks(client).get("deaf").readLock().acquireAsync().join();
      DistributedReadWriteLock others = new ReadWriteLocks(other).get("deaf");
      CompletableFuture<Hold> writing = others.writeLock().acquireAsync();
      eventually().isTrue("it is queued", () -> others.getQueueLength() == 1);
      ThousandsOfTickets.before(server, QUEUE);

      DistributedLock trying = new ReadWriteLocks(third).get("deaf").readLock();
      for (int i = 1; i <= 4; i++) {
        assertThat(trying.tryLock()).as("try %d", i).isFalse();
      }
      reader.close();
      writing.join().close();
    }
  }
}
