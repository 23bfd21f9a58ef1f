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
import io.holdfast.lock.testkit.server.ThousandsOfTickets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A waiter that leaves the queue is found by its id: no script walks the tickets before and behind
 * it.
 */
@ExtendWith(RedisServerExtension.class)
class LeavingIT {

  private static final String QUEUE = "holdfast:fairq:{left}";

  /** Of scripts; whoever looks at this test sends others. */
  private static final Set<String> COMMANDS =
      Set.of("evalsha", "eval", "zrem", "zadd", "zscore", "zmscore", "zrange", "hget", "publish");

  private static final HoldfastSettings ASKS_RARELY =
      HoldfastSettings.builder()
          .lease(Duration.ofMinutes(10))
          .claimLease(Duration.ofMinutes(5))
          .build();

  @Test
  void waiter_leavesAmongThousands_costsTheCommandsOfLeavingAmongNone(
      @FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(ASKS_RARELY, server.uri())) {
      DistributedLock lock = new FairLocks(client).get("left");
      try (Hold hold = lock.acquireAsync().join()) {
        assertThat(hold.isValid()).isTrue();
        Map<String, Long> unused = commandsOfLeaving(lock, server); // sends the text of a script
        Map<String, Long> amongNone = commandsOfLeaving(lock, server);
        ThousandsOfTickets.before(server, QUEUE);
        assertThat(commandsOfLeaving(lock, server)).isEqualTo(amongNone);
      }
    }
  }

  private static Map<String, Long> commandsOfLeaving(DistributedLock lock, RedisServer server) {
    long before = queued(server);
    CompletableFuture<Hold> waiting = lock.acquireAsync();
    eventually().isTrue("it is queued", () -> queued(server) == before + 1);
    server.resetStatistics();
    assertThat(waiting.cancel(false)).isTrue();
    eventually().isTrue("it has left", () -> queued(server) == before);
    Map<String, Long> calls = new TreeMap<>(server.commandCalls());
    calls.keySet().retainAll(COMMANDS);
    assertThat(calls).containsKey("zrem");
    return calls;
  }

  private static long queued(RedisServer server) {
    return server.admin().number("ZCOUNT", QUEUE, "(0", "+inf");
  }
}
