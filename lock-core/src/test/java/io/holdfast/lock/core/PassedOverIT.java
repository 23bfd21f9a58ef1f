package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.ThousandsOfTickets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tickets of clients that were heard recently, and whose inboxes have no subscriber any more. */
@ExtendWith(RedisServerExtension.class)
class PassedOverIT {

  private static final int TICKETS = 600;
  private static final int MORE_THAN_A_WALK = 12_000;

  /** No client asks again by the clock within this time. */
  private static final HoldfastSettings LONG_CLAIM =
      HoldfastSettings.builder().claimLease(Duration.ofMinutes(5)).build();

  private static final String QUEUE = "holdfast:lockq:{deaf}";

  /** Tickets beyond it wait for a signal. */
  private static final String PARKED = "4503599627370496";

  /** Puts them before all others. */
  private static void queue(RedisServer server, int tickets, int clients) {
    queue(server, tickets, clients, 1, "");
  }

  /** Puts them so that the first has this number. */
  private static void queue(
      RedisServer server, int tickets, int clients, long first, String condition) {
    String now = server.admin().texts("TIME").get(0) + "000000";
    List<String> command = new ArrayList<>(List.of("ZADD", QUEUE, "-1", "#seq"));
    for (int client = 0; client < clients; client++) {
      command.addAll(List.of("-" + now, "gone" + client));
    }
    for (int i = 0; i < tickets; i++) {
      command.addAll(
          List.of(
              Long.toString(first + i), "gone%d:%d:300000%s".formatted(i % clients, i, condition)));
    }
    server.admin().number(command.toArray(String[]::new));
  }

  /** As many processes that died while one thread each waited, or one in which all did. */
  @ParameterizedTest
  @ValueSource(ints = {1, TICKETS})
  @DisplayName("failure 80: hundreds of tickets are passed over")
  void lock_hundredsOfTicketsArePassedOver_isHadAtOnce(int clients, @FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock("deaf");
      lock.lock(); // the scripts are known now
      lock.unlock();
      queue(server, TICKETS, clients);
      server.resetStatistics();

      lock.lock(Duration.ofMinutes(5));

      assertThat(server.admin().number("ZCARD", QUEUE))
          .as("they are kept")
          .isGreaterThanOrEqualTo(TICKETS);
      assertThat(scripts(server)).isLessThanOrEqualTo(5);
      assertThat(server.commandCalls().getOrDefault("publish", 0L)).isLessThanOrEqualTo(5);
      lock.unlock();
      assertThat(scripts(server)).isLessThanOrEqualTo(6);
      assertThat(lock.tryLock()).isTrue();
      lock.unlock();
    }
  }

  @Test
  @Tag("timing")
  @DisplayName("failure 80: hundreds of tickets are passed over, in no time")
  void lock_hundredsOfTicketsArePassedOver_takesLessThan50Millis(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock("deaf");
      lock.lock();
      lock.unlock();
      queue(server, TICKETS, TICKETS);
      long before = System.nanoTime();
      lock.lock();
      long took = System.nanoTime() - before;
      lock.unlock();
      assertThat(took).isLessThan(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  /** More than one script looks at: they are dropped, and the waiters behind them ask again. */
  @Test
  @DisplayName("failure 80: thousands of tickets are passed over, without polling")
  void lock_thousandsOfTicketsArePassedOver_isHadByTheSecondQuestion(
      @FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(LONG_CLAIM, server.uri())) {
      DistributedLock lock = client.lock("deaf");
      lock.lock();
      lock.unlock();
      queue(server, MORE_THAN_A_WALK, 1);
      server.resetStatistics();

      assertThat(lock.tryLock(1, TimeUnit.MINUTES)).isTrue();

      assertThat(scripts(server)).isLessThanOrEqualTo(5);
      lock.unlock();
    }
  }

  /** A waiter behind them may live. */
  @Test
  @DisplayName("failure 80: thousands of tickets are passed over, and one behind them is not")
  void tryLock_oneWaitsBehindThousands_doesNotOvertakeIt(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(LONG_CLAIM, server.uri());
        HoldfastClient other = HoldfastClient.connect(LONG_CLAIM, server.uri())) {
      Hold hold = client.lock("deaf").acquire();
      CompletableFuture<Hold> waiting = other.lock("deaf").acquireAsync();
      eventually()
          .isTrue("it is queued", () -> server.admin().number("ZCOUNT", QUEUE, "(0", "+inf") == 1);
      ThousandsOfTickets.before(server, QUEUE);

      hold.close();

      int tries = 0;
      while (!waiting.isDone()) {
        assertThat(client.lock("deaf").tryLock()).as("try %d", ++tries).isFalse();
      }
      assertThat(tries).isPositive();
      waiting.join().close();
      assertThat(client.lock("deaf").tryLock(1, TimeUnit.MINUTES)).isTrue();
      client.lock("deaf").unlock();
    }
  }

  /** For a while it cannot be notified of its turn, and so is skipped and dropped with them. */
  @Test
  void lock_oneThatLivesIsDroppedWithThousands_isBackAtItsPlace(@FreshServer RedisServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient deaf = HoldfastClient.connect(LONG_CLAIM, proxy.uri());
        HoldfastClient client = HoldfastClient.connect(LONG_CLAIM, server.uri())) {
      Hold hold = client.lock("deaf").acquire();
      CompletableFuture<Hold> first = deaf.lock("deaf").acquireAsync();
      eventually().isTrue("it is queued", () -> tickets(server).size() == 1);
      String ticket = tickets(server).get(0);
      long place = server.admin().number("ZSCORE", QUEUE, ticket);
      try (ActiveFault away = proxy.refuseConnections()) {
        proxy.cut(Connections.inbox(), Cut.RST);
        String inbox = "holdfast:inbox:" + ticket.substring(0, ticket.indexOf(':'));
        eventually()
            .isTrue(
                "nobody listens",
                () -> server.admin().texts("PUBSUB", "NUMSUB", inbox).get(1).equals("0"));
        queue(server, MORE_THAN_A_WALK, 1, place + 1, "");
        hold.close();
        assertThat(tickets(server)).as("dropped").doesNotContain(ticket);
      }
      eventually()
          .isTrue(
              "it is back, or has its turn",
              () -> first.isDone() || tickets(server).get(0).equals(ticket));
      assertThat(first).succeedsWithin(Duration.ofMinutes(1)).matches(Hold::isValid);
      first.join().close();
    }
  }

  /** They had been signalled, and will not come to take the lock. */
  @Test
  @SuppressWarnings("WaitNotInLoop") // what wakes is what is looked at
  void await_thousandsThatWereSignalledAreDropped_isWokenInTheirPlace(
      @FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(LONG_CLAIM, server.uri());
        HoldfastClient other = HoldfastClient.connect(LONG_CLAIM, server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("deaf");
      CompletableFuture<Boolean> sleeper =
          threads.call(
              "sleeper",
              () -> {
                lock.lock();
                lock.newCondition("c").await();
                lock.unlock();
                return true;
              });
      eventually().isTrue("it sleeps", () -> tickets(server, PARKED, "+inf").size() == 1);
      Hold hold = other.lock("deaf").acquire();
      queue(server, MORE_THAN_A_WALK, 1, 1, ":=c");
      hold.close();
      assertThat(sleeper).succeedsWithin(Duration.ofMinutes(1));
    }
  }

  private static List<String> tickets(RedisServer server) {
    return tickets(server, "0", PARKED);
  }

  private static List<String> tickets(RedisServer server, String above, String below) {
    return server.admin().texts("ZRANGE", QUEUE, "(" + above, below, "BYSCORE");
  }

  private static long scripts(RedisServer server) {
    return server.commandCalls().getOrDefault("evalsha", 0L)
        + server.commandCalls().getOrDefault("eval", 0L);
  }
}
