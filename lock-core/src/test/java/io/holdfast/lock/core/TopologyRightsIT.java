package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SentinelGroup;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** In a cluster and behind Sentinels: users with no more rights than docs/protocol.md says. */
@ExtendWith(RedisServerExtension.class)
class TopologyRightsIT {

  private static final HoldfastSettings CLUSTER = HoldfastSettings.builder().cluster().build();

  private List<String> ofServer = List.of();
  private List<String> ofCluster = List.of();
  private List<String> ofSentinel = List.of();

  @BeforeEach
  void read() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "protocol.md"));
    ofServer = words(page, "ACL SETUSER locker on");
    ofCluster = words(page, "ACL SETUSER locker +cluster");
    ofSentinel = words(page, "ACL SETUSER watcher");
  }

  private static List<String> words(String page, String begin) {
    int at = page.indexOf(begin);
    assertThat(at).as(begin).isNotNegative();
    return Arrays.stream(page.substring(at, page.indexOf("```", at)).strip().split("\\s+", -1))
        .map(word -> word.startsWith(">") ? ">secret" : word)
        .toList();
  }

  private static void allow(RedisServer server, List<String> words) {
    server.admin().command(words.toArray(String[]::new));
  }

  private static void allow(SmallCluster cluster, List<String> words) {
    cluster.nodes().forEach(node -> allow(node, words));
  }

  private static HoldfastClient connect(SmallCluster cluster) {
    return HoldfastClient.connect(
        CLUSTER, cluster.uri().replace("redis://", "redis://locker:secret@"));
  }

  /** Runs between the request for the lock and its release. */
  private static void handOver(
      HoldfastClient from, HoldfastClient to, String name, Runnable meanwhile)
      throws InterruptedException {
    DistributedLock lock = from.lock(name);
    Hold hold = lock.acquire();
    CompletableFuture<Hold> waiting = to.lock(name).acquireAsync();
    eventually().isTrue("queued", () -> lock.inspect().queueLength() == 1);
    meanwhile.run();
    hold.close();
    assertThat(waiting).succeedsWithin(Duration.ofMinutes(1));
    waiting.join().close();
  }

  /** The keys of the name are at the new node, and the slot still belongs to the old one. */
  private static void leaveInMidMove(SmallCluster cluster, String name) {
    cluster.beginMoveOf(name).moveKeys();
  }

  @Test
  void documentedRights_areEnoughInACluster() throws Exception {
    try (SmallCluster cluster = SmallCluster.start()) {
      allow(cluster, ofServer);
      allow(cluster, ofCluster);
      try (HoldfastClient one = connect(cluster);
          HoldfastClient other = connect(cluster)) {
        for (int i = 0; i < 8; i++) { // names on both masters
          handOver(one, other, "rights-" + i, () -> {});
        }
        handOver(one, other, "moving", () -> leaveInMidMove(cluster, "moving"));
      }
    }
  }

  @Test
  void inspect_mayNotFollowAMovingSlot_throws() throws Exception {
    try (SmallCluster cluster = SmallCluster.start()) {
      allow(cluster, ofServer);
      allow(cluster, ofCluster);
      try (HoldfastClient one = connect(cluster);
          HoldfastClient other = connect(cluster)) {
        Runnable withoutTheRight =
            () -> {
              leaveInMidMove(cluster, "moving");
              allow(cluster, List.of("ACL", "SETUSER", "locker", "-asking"));
              assertThatThrownBy(() -> one.lock("moving").inspect())
                  .isInstanceOf(LockServerException.class)
                  .hasMessageContaining(
                      "MOVED"); // the new node was not asked to answer all the same
              allow(cluster, List.of("ACL", "SETUSER", "locker", "+asking"));
              assertThat(one.lock("moving").inspect().queueLength()).isOne();
            };
        handOver(one, other, "moving", withoutTheRight);
      }
    }
  }

  @Test
  void connect_mayNotReadTheTopology_isRefusedByItsName() {
    try (SmallCluster cluster = SmallCluster.start()) {
      allow(cluster, ofServer);
      assertThatThrownBy(() -> connect(cluster).close())
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("the 'cluster") // and from Redis 7 on which of its subcommands
          .hasMessageNotContaining("secret");
    }
  }

  @Test
  void documentedRights_areEnoughBehindSentinels() throws Exception {
    try (SentinelGroup group = SentinelGroup.start()) {
      group.servers().forEach(server -> allow(server, ofServer));
      group.sentinels().forEach(sentinel -> allow(sentinel, ofSentinel));
      String uri =
          group
              .uri()
              .replace("://", "://locker:secret@")
              .replace("#", "?sentinelUser=watcher&sentinelPassword=secret#");
      try (HoldfastClient one = HoldfastClient.connect(uri);
          HoldfastClient other = HoldfastClient.connect(uri)) {
        handOver(one, other, "rights", () -> {});
        for (RedisServer sentinel : group.sentinels()) {
          eventually().isTrue("both listen", () -> areListening(sentinel));
        }
      }
    }
  }

  @Test
  @DisplayName("failure 181: a client that may not listen to the Sentinels")
  void connect_mayNotListenToTheSentinels_isToldInTheLog() throws Exception {
    try (SentinelGroup group = SentinelGroup.start()) {
      for (RedisServer sentinel : group.sentinels()) {
        allow(sentinel, ofSentinel);
        allow(sentinel, List.of("ACL", "SETUSER", "watcher", "-subscribe"));
      }
      String uri = group.uri().replace("#", "?sentinelUser=watcher&sentinelPassword=secret#");
      try (JvmProcess client = JvmProcess.start(Staying.class, uri)) {
        client.awaitLine("step: locked");
        for (RedisServer sentinel : group.sentinels()) {
          eventually().isTrue("said of " + sentinel, () -> warnings(client, sentinel).size() == 1);
          assertThat(warnings(client, sentinel)).singleElement(STRING).contains("NOPERM");
          eventually().isTrue("no connection is left over", () -> connections(sentinel).isEmpty());
        }
      }
    }
  }

  private static List<String> warnings(JvmProcess client, RedisServer sentinel) {
    return client.output().stream()
        .filter(line -> line.contains("WARN"))
        .filter(line -> line.contains("127.0.0.1:%d: ".formatted(sentinel.port())))
        .toList();
  }

  private static List<String> connections(RedisServer sentinel) {
    return sentinel.clients().stream().filter(line -> line.contains(" user=watcher ")).toList();
  }

  /** Another JVM, as its log is read: locks and unlocks, and stays connected. */
  static final class Staying {

    private Staying() {}

    public static void main(String[] uri) throws Exception {
      try (HoldfastClient client = HoldfastClient.connect(uri[0])) {
        client.lock("rights").acquire().close();
        System.out.println("step: locked");
        int unused = System.in.read();
      }
    }
  }

  private static boolean areListening(RedisServer sentinel) {
    return connections(sentinel).stream().filter(line -> line.contains(" sub=2 ")).count() == 2;
  }
}
