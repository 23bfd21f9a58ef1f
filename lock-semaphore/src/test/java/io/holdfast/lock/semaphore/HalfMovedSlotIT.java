package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.server.RedisBinary;
import io.holdfast.lock.testkit.topology.SlotMove;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The move of a slot stops half-way: no client can listen in it. */
class HalfMovedSlotIT {

  private static final String NAME = "half";
  private static final int WAITERS = 60;
  private static final HoldfastSettings SETTINGS =
      HoldfastSettings.builder()
          .cluster()
          .lease(Duration.ofMinutes(5))
          .claimLease(Duration.ofSeconds(3))
          .commandTimeout(Duration.ofSeconds(1))
          .build();

  @Test
  @DisplayName("failure 198: the move of a slot stops in the middle while many wait for permits")
  void waitersOfAPool_whileNobodyCanListen_stillCallTheRoll() throws Exception {
    assumeTrue(
        RedisBinary.locate().version().isAtLeast(7, 0), "before Redis 7 nobody listens in slots");
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient one = HoldfastClient.connect(SETTINGS, cluster.uri());
        HoldfastClient other = HoldfastClient.connect(SETTINGS, cluster.uri())) {
      PermitPool pool = new Semaphores(one).pool(NAME, 1);
      Permit permit = pool.acquire();
      List<CompletableFuture<Permit>> waiting = new ArrayList<>();
      waiting.add(new Semaphores(other).pool(NAME, 1).acquireAsync());
      eventually().isTrue("it waits", () -> pool.inspect().queueLength() == 1);
      eventually().isTrue("it listens", () -> listening(cluster) >= 1);
      for (int i = 0; i < WAITERS; i++) {
        waiting.add(new Semaphores(other).pool(NAME, 1).acquireAsync());
      }
      eventually().isTrue("all wait", () -> pool.inspect().queueLength() == WAITERS + 1);
      SlotMove move = cluster.beginMoveOf(NAME);
      move.moveKeys();
      long before = scripts(cluster);
      stays(Duration.ofSeconds(4), "nobody is served", () -> !waiting.get(0).isDone());
      assertThat(scripts(cluster) - before).isLessThan(WAITERS);
      permit.close();
      waiting.get(0).get(20, TimeUnit.SECONDS).close();
      waiting.get(1).get(20, TimeUnit.SECONDS).close(); // in order, although none listens
      move.end();
      for (CompletableFuture<Permit> each : waiting.subList(2, waiting.size())) {
        each.get(20, TimeUnit.SECONDS).close();
      }
    }
  }

  private static int listening(SmallCluster cluster) {
    return cluster.nodes().stream()
        .mapToInt(node -> node.admin().texts("PUBSUB", "SHARDCHANNELS").size())
        .sum();
  }

  private static long scripts(SmallCluster cluster) {
    return cluster.nodes().stream()
        .flatMap(node -> node.admin().text("INFO", "commandstats").lines())
        .filter(line -> line.startsWith("cmdstat_eval"))
        .mapToLong(line -> Long.parseLong(line.replaceFirst(".*:calls=(\\d+),.*", "$1")))
        .sum();
  }
}
