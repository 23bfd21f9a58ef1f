package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One question asks for all waiters for permits, and no other question would detect the fault. */
@ExtendWith(RedisServerExtension.class)
class RollOfManyIT {

  private static final int WAITERS = 3;

  private static HoldfastClient connect(RedisServer server) {
    return HoldfastClient.connect(
        HoldfastSettings.builder()
            .claimLease(Duration.ofSeconds(5))
            .lease(Duration.ofMinutes(10))
            .build(),
        server.uri());
  }

  private static List<CompletableFuture<Permit>> waiters(PermitPool pool) {
    List<CompletableFuture<Permit>> waiters =
        IntStream.range(0, WAITERS).mapToObj(i -> pool.acquireAsync()).toList();
    eventually().isTrue("all wait", () -> pool.inspect().queueLength() == WAITERS);
    return waiters;
  }

  private static void areServed(List<CompletableFuture<Permit>> waiters) throws Exception {
    for (CompletableFuture<Permit> next : waiters) {
      next.get(40, SECONDS).close();
    }
  }

  /** The clients keep their connections for requests, and get no others. */
  private static void closeInboxes(RedisServer server) {
    server.admin().text("CONFIG", "SET", "maxclients", "1");
    eventually()
        .isTrue(
            "no inbox is open",
            () -> {
              server.admin().number("CLIENT", "KILL", "TYPE", "pubsub");
              return server.admin().texts("PUBSUB", "CHANNELS").isEmpty();
            });
  }

  private static void letInboxesOpen(RedisServer server) {
    server.admin().text("CONFIG", "SET", "maxclients", "10000");
  }

  @Test
  @DisplayName("failure 134: a pool is reset while its waiters cannot be notified")
  void waitersOfAPool_thatIsResetWhileNobodyHears_areServed(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient holder = connect(server);
        HoldfastClient client = connect(server)) {
      PermitPool others = new Semaphores(holder).pool("ab", 1);
      others.acquire();
      List<CompletableFuture<Permit>> waiters = waiters(new Semaphores(client).pool("ab", 1));

      closeInboxes(server);
      others.reset();
      letInboxesOpen(server);

      areServed(waiters);
    }
  }

  @Test
  @DisplayName("failure 134: a permit is released while the inbox of the waiters is away")
  void waitersOfAPool_whoseInboxStaysAway_haveThePermitByTheirOwnQuestions(
      @FreshServer RedisServer server) throws Exception {
    try (HoldfastClient holder = connect(server);
        HoldfastClient client = connect(server)) {
      Permit held = new Semaphores(holder).pool("ab", 1).acquire();
      List<CompletableFuture<Permit>> waiters = waiters(new Semaphores(client).pool("ab", 1));

      closeInboxes(server);
      held.close();

      areServed(waiters);
      assertThat(server.admin().texts("PUBSUB", "CHANNELS")).isEmpty();
      letInboxesOpen(server);
    }
  }

  @Test
  @DisplayName("failure 134: a server loses a semaphore, and not its queue")
  void waitersOfAFairSemaphore_whoseCountAloneIsLost_allFail(@FreshServer RedisServer server) {
    try (HoldfastClient client = connect(server)) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 0, true);
      List<CompletableFuture<Void>> waiters =
          IntStream.range(0, WAITERS).mapToObj(i -> semaphore.acquireAsync()).toList();
      eventually().isTrue("all wait", () -> semaphore.getQueueLength() == WAITERS);

      assertThat(server.admin().number("DEL", "holdfast:sem:{ab}")).isEqualTo(1);

      for (CompletableFuture<Void> next : waiters) {
        assertThatThrownBy(() -> next.get(40, SECONDS)).hasCauseInstanceOf(DeletedException.class);
      }
    }
  }
}
