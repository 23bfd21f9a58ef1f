package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tickets of waiters for a signal were dropped, and come back by a roll call. Leases and claims are
 * so long that nothing else helps in time.
 */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings({"LockNotBeforeTry", "WaitNotInLoop"}) // a failed test ends its clients
class ReturnedSleeperIT {

  private static final String QUEUE = "holdfast:lockq:{returned}";
  private static final String PARKED = "4503599627370496";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final HoldfastSettings LONG =
      HoldfastSettings.builder()
          .lease(Duration.ofMinutes(30))
          .claimLease(Duration.ofMinutes(5))
          .build();

  private static List<String> parked(RedisServer server) {
    return server.admin().texts("ZRANGE", QUEUE, "(" + PARKED, "+inf", "BYSCORE");
  }

  private static CompletableFuture<Boolean> sleep(TestThreads threads, DistributedLock lock) {
    return threads.call(
        "sleeper",
        () -> {
          lock.lock();
          lock.newCondition("c").await();
          lock.unlock();
          return true;
        });
  }

  private static boolean takeTurns(
      DistributedLock lock, AtomicInteger turns, AtomicBoolean isOver) {
    while (!isOver.get()) {
      lock.lock();
      try {
        turns.incrementAndGet();
        // A client that knows of no waiter goes on for a block of 1024 of these.
        stays(Duration.ofMillis(100), "held", lock::isHeldByCurrentThread);
      } finally {
        lock.unlock();
      }
    }
    return true;
  }

  @Test
  @DisplayName("failure 121: a sleeper comes back while its neighbours pass the lock on")
  void sleeper_comesBackWhileItsNeighboursPassTheLockOn_hasItsTurn(
      @FreshServer RedisServer server) {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger turns = new AtomicInteger();
    try (HoldfastClient client = HoldfastClient.connect(LONG, server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("returned");
      CompletableFuture<Boolean> sleeper = sleep(threads, lock);
      eventually().isTrue("it sleeps", () -> parked(server).size() == 1);
      for (int i = 0; i < 3; i++) {
        threads.call("neighbour", () -> takeTurns(lock, turns, isOver));
      }
      try {
        eventually().isTrue("they take turns", () -> turns.get() > 3);
        String id = parked(server).get(0);
        assertThat(server.admin().number("ZREM", QUEUE, id)).isOne();

        // A client with a new inbox calls the roll.
        server.admin().command("CLIENT", "KILL", "TYPE", "pubsub");

        assertThat(sleeper).succeedsWithin(LIMIT);
      } finally {
        isOver.set(true);
      }
    }
  }
}
