package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that come and go slow nothing down, and leave nothing behind. */
@ExtendWith(RedisServerExtension.class)
class ManyClientsIT {

  private static final String LEDGER = "holdfast:semq:{ab}";
  private static final int CLIENTS = 30;

  /** What a test asks of the server itself. */
  private static final Set<String> OWN = Set.of("info", "config", "config|resetstat", "ping");

  private final HoldfastSettings quick =
      HoldfastSettings.builder().commandTimeout(Duration.ofMillis(300)).build();

  private static long commandsOfARelease(RedisServer server, DistributedSemaphore semaphore) {
    semaphore.release(); // it acknowledges the earlier answers
    server.resetStatistics();
    semaphore.release();
    return server.commandCalls().entrySet().stream()
        .filter(command -> !OWN.contains(command.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  @Test
  @DisplayName("failure 113: a release costs the same after many clients that drained and closed")
  void release_afterClientsThatDrainedAndClosed_hasAsManyCommands(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 4);
      long before = commandsOfARelease(server, semaphore);
      for (int i = 0; i < CLIENTS; i++) {
        try (HoldfastClient other = HoldfastClient.connect(server.uri())) {
          assertThat(new Semaphores(other).get("ab", 4).drainPermits()).isNotNegative();
        }
      }
      assertThat(commandsOfARelease(server, semaphore)).isEqualTo(before);
      assertThat(server.admin().number("HLEN", "holdfast:sem:{ab}")).isEqualTo(3);
      assertThat(server.admin().number("ZCARD", LEDGER)).isLessThan(5);
    }
  }

  @Test
  @DisplayName("failure 113: a release costs the same after many clients that drained and died")
  void release_afterClientsThatDrainedAndDied_hasAsManyCommands(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 4);
      long before = commandsOfARelease(server, semaphore);
      for (int i = 0; i < CLIENTS; i++) {
        try (FaultProxy proxy = FaultProxy.to(server);
            HoldfastClient other = HoldfastClient.connect(quick, proxy.uri())) {
          DistributedSemaphore there = new Semaphores(other).get("ab", 4);
          there.release();
          there.drainPermits();
          drainsAndDies(there, proxy);
        }
      }
      assertThat(commandsOfARelease(server, semaphore)).isEqualTo(before);
      assertThat(server.admin().number("HLEN", "holdfast:sem:{ab}")).isEqualTo(3);
      List<String> marks = server.admin().texts("ZRANGE", LEDGER, "-inf", "(0", "BYSCORE");
      assertThat(marks).as("kept for a day").hasSizeGreaterThan(CLIENTS);
      long minute = Duration.ofMinutes(11).toSeconds() * 1_000_000;
      long now = Long.parseLong(server.admin().texts("TIME").get(0)) * 1_000_000;
      marks.stream()
          .filter(mark -> !mark.equals("#seq"))
          .forEach(mark -> server.admin().number("ZADD", LEDGER, "-" + (now - minute), mark));
      semaphore.release(); // a day later
      assertThat(server.admin().number("ZCARD", LEDGER)).isLessThan(5);
    }
  }

  /** Its last word is a drain to which it hears no answer. */
  private static void drainsAndDies(DistributedSemaphore there, FaultProxy proxy) {
    ActiveFault mute = proxy.dropReplies(Connections.all());
    Assertions.assertThatThrownBy(there::drainPermits).isInstanceOf(LockServerException.class);
    ActiveFault away = proxy.refuseConnections(); // for good
    proxy.cut(Connections.all(), Cut.RST);
    assertThat(List.of(mute, away)).isNotEmpty();
  }

  @Test
  @DisplayName("failure 113: a client that took and gave, and is closed, leaves nothing")
  void close_afterTakingAndGiving_leavesNothingInTheLedger(@FreshServer RedisServer server)
      throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
        DistributedSemaphore semaphore = new Semaphores(client).get("ab", 4);
        DistributedCountDownLatch latch = new Semaphores(client).latch("ab", 99);
        semaphore.acquire();
        semaphore.release();
        latch.countDown();
      }
    }
    eventually()
        .expect("handed in", () -> server.admin().number("ZCARD", LEDGER), size -> size == 1);
    eventually()
        .expect(
            "handed in",
            () -> server.admin().number("ZCARD", "holdfast:latchq:{ab}"),
            size -> size == 1);
  }
}
