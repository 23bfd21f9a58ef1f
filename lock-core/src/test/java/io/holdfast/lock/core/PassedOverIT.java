package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tickets of clients that were just heard, and at whose inboxes nobody listens any more. */
@ExtendWith(RedisServerExtension.class)
class PassedOverIT {

  private static final int TICKETS = 600;

  private static final String QUEUE = "holdfast:lockq:{deaf}";

  /** Puts them before everybody. */
  private static void queue(RedisServer server, int tickets, int clients) {
    String now = server.admin().texts("TIME").get(0) + "000000";
    List<String> command = new ArrayList<>(List.of("ZADD", QUEUE));
    for (int client = 0; client < clients; client++) {
      command.addAll(List.of("-" + now, "gone" + client));
    }
    for (int i = 0; i < tickets; i++) {
      command.addAll(
          List.of(Integer.toString(i + 1), "gone%d:%d:300000".formatted(i % clients, i)));
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

  /** More than one script looks at: who comes behind them asks again when that may be of use. */
  @Test
  @DisplayName("failure 80: thousands of tickets are passed over, without polling")
  void lock_thousandsOfTicketsArePassedOver_asksRarely(@FreshServer RedisServer server)
      throws Exception {
    HoldfastSettings settings =
        HoldfastSettings.builder().claimLease(Duration.ofMinutes(1)).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      DistributedLock lock = client.lock("deaf");
      lock.lock();
      lock.unlock();
      queue(server, 10 * TICKETS, 1);
      server.resetStatistics();

      assertThat(lock.tryLock(2, TimeUnit.SECONDS)).isFalse();

      assertThat(scripts(server)).isLessThanOrEqualTo(5);
    }
  }

  private static long scripts(RedisServer server) {
    return server.commandCalls().getOrDefault("evalsha", 0L)
        + server.commandCalls().getOrDefault("eval", 0L);
  }
}
