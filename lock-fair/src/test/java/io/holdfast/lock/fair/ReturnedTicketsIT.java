package io.holdfast.lock.fair;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A failover has lost the acknowledged ends of acquisitions: a holder and tickets of a client that
 * goes on asking are back. No caller would use their grants, and each would keep the lock for its
 * claim lease.
 */
@ExtendWith(RedisServerExtension.class)
class ReturnedTicketsIT {

  private static final String LOCK = "holdfast:fair:{back}";
  private static final String QUEUE = "holdfast:fairq:{back}";

  /** Long beyond the end of the test. */
  private static final String CLAIM = ":600000";

  private static final int TICKETS = 60;

  /** The roll is called each two thirds of a second; nothing is renewed meanwhile. */
  private static final HoldfastSettings OFTEN =
      HoldfastSettings.builder()
          .claimLease(Duration.ofSeconds(2))
          .commandTimeout(Duration.ofMillis(500))
          .lease(Duration.ofMinutes(10))
          .build();

  private RedisServer server;

  @BeforeEach
  void takeServer(@FreshServer RedisServer fresh) {
    server = fresh;
  }

  private void give(String id) {
    server.admin().number("DEL", LOCK);
    server.admin().number("HSET", LOCK, "id", id, "token", "1", "last", "1");
    server.admin().number("PEXPIRE", LOCK, "600000");
  }

  private String onlyTicket() {
    return server.admin().texts("ZRANGE", QUEUE, "(0", "+inf", "BYSCORE").get(0);
  }

  private String holder() {
    return server.admin().text("TYPE", LOCK).equals("string")
        ? server.admin().text("GET", LOCK).split(" ", 2)[0] // a thin hold: id and token
        : server.admin().text("HGET", LOCK, "id");
  }

  private static String clientOf(String ticket) {
    return ticket.substring(0, ticket.indexOf(':'));
  }

  @Test
  @DisplayName(
      "failure 86: the ends of holds are lost in a failover, and their client goes on asking")
  void lock_endsOfThisClientWereLost_isHadAllTheSame() {
    give("somebody~else:1" + CLAIM);
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = new FairLocks(client).get("back");
      CompletableFuture<Hold> waiting = lock.acquireAsync();
      eventually()
          .isTrue("one is queued", () -> server.admin().number("ZCOUNT", QUEUE, "(0", "+inf") == 1);
      String clientId = clientOf(onlyTicket());
      for (int i = 1; i <= TICKETS; i++) { // before the one that waits
        server.admin().number("ZADD", QUEUE, Integer.toString(i), clientId + ":9" + i + CLAIM);
      }
      give(clientId + ":9000" + CLAIM);

      assertThat(waiting).succeedsWithin(Duration.ofMinutes(1)).matches(Hold::isValid);
      waiting.join().close();
      assertThat(lock.tryLock()).isTrue();
      lock.unlock();
    }
  }

  @Test
  @DisplayName("failure 131: ten thousand tickets of served waiters are back")
  void lock_tenThousandTicketsOfThisClientAreBack_areEndedBySomeRequests()
      throws InterruptedException {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      Hold held = new FairLocks(other).get("back").acquire();
      CompletableFuture<Hold> waiting = new FairLocks(client).get("back").acquireAsync();
      eventually()
          .isTrue("one is queued", () -> server.admin().number("ZCOUNT", QUEUE, "(0", "+inf") == 1);
      String clientId = clientOf(onlyTicket());
      List<String> back = new ArrayList<>(List.of("ZADD", QUEUE));
      for (int i = 1; i <= 10_000; i++) {
        back.addAll(List.of(Integer.toString(i), clientId + ":" + (90_000 + i) + CLAIM));
      }
      server.admin().number(back.toArray(String[]::new));
      server.resetStatistics();

      held.close();

      assertThat(waiting).succeedsWithin(Duration.ofMinutes(1)).matches(Hold::isValid);
      assertThat(server.commandCalls().getOrDefault("evalsha", 0L)).isLessThan(60);
      waiting.join().close();
    }
  }

  @Test
  void lock_heldByAnotherOfThisClient_isNotTakenForOne() throws InterruptedException {
    try (HoldfastClient client = HoldfastClient.connect(OFTEN, server.uri())) {
      DistributedLock lock = new FairLocks(client).get("back");
      Hold hold = lock.acquire();
      String holder = holder();
      CompletableFuture<Hold> waiting = lock.acquireAsync();
      server.resetStatistics();
      eventually()
          .isTrue(
              "the roll was called at least three times",
              () -> server.commandCalls().getOrDefault("evalsha", 0L) >= 8);
      assertThat(holder()).isEqualTo(holder);
      assertThat(waiting).isNotDone();
      hold.close();
      waiting.join().close();
    }
  }
}
