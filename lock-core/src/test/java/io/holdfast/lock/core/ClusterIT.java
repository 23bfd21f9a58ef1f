package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.server.RedisServer;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The plain lock on a Redis Cluster, of one node: slots are checked, PUBLISH counts are not used.
 */
class ClusterIT {

  private static RedisServer clusterOfOne() {
    RedisServer server = RedisServer.builder().directive("cluster-enabled", "yes").start();
    takeAllSlots(server);
    return server;
  }

  /** Makes a server that was started in cluster mode a cluster by itself. */
  static void takeAllSlots(RedisServer server) {
    server
        .admin()
        .command(
            Stream.concat(
                    Stream.of("CLUSTER", "ADDSLOTS"),
                    IntStream.range(0, 16384).mapToObj(Integer::toString))
                .toArray(String[]::new));
    eventually()
        .isTrue(
            "the cluster is up",
            () -> server.admin().text("CLUSTER", "INFO").contains("cluster_state:ok"));
  }

  @Test
  void lock_onACluster_isHandedOverAndRenewed() throws Exception {
    Set<String> renewed = ConcurrentHashMap.newKeySet();
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .cluster()
            .lease(Duration.ofSeconds(9))
            .listener(
                new LockListener() {
                  @Override
                  public void renewed(LockEvent event) {
                    renewed.add(event.lockName());
                  }
                })
            .build();
    try (RedisServer server = clusterOfOne()) {
      try (HoldfastClient first = HoldfastClient.connect(settings, server.uri());
          HoldfastClient second = HoldfastClient.connect(settings, server.uri());
          TestThreads threads = TestThreads.open()) {
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < 20; i++) { // in 20 slots, so 20 calls a renewal
          holds.add(first.lock("cluster-" + i).acquire());
        }
        DistributedLock lock = first.lock("cluster-0");
        CompletableFuture<Hold> waiting = threads.call("waiter", second.lock("cluster-0")::acquire);
        eventually().isTrue("one waits", () -> lock.inspect().queueLength() == 1);
        eventually().expect("all are renewed", renewed::size, n -> n == holds.size());

        assertThat(holds).allMatch(Hold::isValid);
        assertThat(server.keys("holdfast:seq*")).as("no hold is thin").isEmpty();
        holds.forEach(Hold::close);
        Hold next = waiting.get(60, TimeUnit.SECONDS);
        assertThat(next.token()).isGreaterThan(holds.get(0).token());
        next.close();
      }
    }
  }

  /** The server would refuse a thin hold of another name, as its keys are in two slots. */
  @Test
  void lock_inTheSlotOfTheCounter_isNotThin() {
    int slot = SlotHash.getSlot("holdfast:seq");
    String name =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> "name-" + i)
            .filter(candidate -> SlotHash.getSlot(candidate) == slot)
            .findFirst()
            .orElseThrow();
    HoldfastSettings settings = HoldfastSettings.builder().cluster().build();
    try (RedisServer server = clusterOfOne();
        HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      assertThat(client.lock(name).tryLock()).isTrue();
      assertThat(server.admin().text("TYPE", "holdfast:lock:{" + name + '}')).isEqualTo("hash");
      client.lock(name).unlock();
    }
  }

  /** As through a proxy, or of a cluster of one master. Keys of several slots are refused there. */
  @Test
  void lock_nodeOfAClusterByAPlainAddress_works() throws Exception {
    try (RedisServer server = clusterOfOne();
        HoldfastClient first = HoldfastClient.connect(server.uri());
        HoldfastClient second = HoldfastClient.connect(server.uri())) {
      assertThat(first.lock("plain").tryLock()).isTrue();
      CompletableFuture<Hold> next = second.lock("plain").acquireAsync();
      eventually().isTrue("one waits", () -> first.lock("plain").inspect().queueLength() == 1);
      first.lock("plain").unlock();
      next.get(60, TimeUnit.SECONDS).close();
      assertThat(server.keys("holdfast:lock:*")).isEmpty();
    }
  }
}
