package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What {@code CLIENT LIST} calls the connections of a client, and what else their settings do. */
@ExtendWith(RedisServerExtension.class)
class ConnectionSettingsIT {

  private static final Pattern NAME = Pattern.compile(" name=(\\S+) .* sub=(\\d+) ");

  private static List<String> names(RedisServer server) {
    return server
        .admin()
        .text("CLIENT", "LIST")
        .lines()
        .flatMap(line -> NAME.matcher(line).results())
        .map(ConnectionSettingsIT::told)
        .sorted()
        .toList();
  }

  private static String told(MatchResult line) {
    return line.group(1) + (line.group(2).equals("0") ? " for requests" : " for messages");
  }

  private static HoldfastSettings.Builder labelled() {
    return HoldfastSettings.builder().clientLabel("web-3/4711");
  }

  @Test
  void connections_always_haveTheLabelAlsoWhenTheyReconnect(@FreshServer RedisServer server) {
    List<String> expected =
        List.of("holdfast:web-3/4711 for messages", "holdfast:web-3/4711 for requests");
    try (HoldfastClient client = HoldfastClient.connect(labelled().build(), server.uri())) {
      assertThat(names(server)).isEqualTo(expected);
      server.admin().command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
      server.admin().command("CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes");
      eventually().expect("both", () -> names(server), expected::equals);
      assertThat(client.namesInUse()).isZero();
    }
  }

  @Test
  void connections_uriThatNamesThem_haveThatName(@FreshServer RedisServer server) {
    try (HoldfastClient client =
        HoldfastClient.connect(labelled().build(), server.uri() + "?clientName=mine")) {
      assertThat(names(server)).containsExactly("mine for messages", "mine for requests");
      assertThat(client.namesInUse()).isZero();
    }
  }

  @Test
  void connections_ofACluster_haveTheLabelAtEveryNode() {
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client =
            HoldfastClient.connect(labelled().cluster().build(), cluster.uri())) {
      for (RedisServer node : cluster.nodes()) {
        eventually()
            .expect(
                "the name",
                () -> names(node),
                all -> all.contains("holdfast:web-3/4711 for requests"));
      }
      assertThat(client.namesInUse()).isZero();
    }
  }

  @Test
  void cluster_periodicRefresh_looksAtTheTopologyWithoutAReason() {
    HoldfastSettings settings =
        labelled()
            .cluster()
            .clusterRefresh(
                ClusterTopologyRefreshOptions.builder()
                    .enablePeriodicRefresh(Duration.ofMillis(200))
                    .build())
            .build();
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client = HoldfastClient.connect(settings, cluster.uri())) {
      RedisServer node = cluster.nodes().get(0);
      long before = looks(node);
      eventually().expect("three more", () -> looks(node), now -> now >= before + 3);
      assertThat(client.namesInUse()).isZero();
    }
  }

  private static long looks(RedisServer node) {
    return node.info("commandstats").entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("cmdstat_cluster"))
        .filter(entry -> !entry.getKey().matches(".*\\|(info|meet|myid)"))
        .mapToLong(entry -> Long.parseLong(entry.getValue().replaceAll("^calls=(\\d+),.*", "$1")))
        .sum();
  }

  /** Then Lettuce would name them by a command of its own, for which there may be no right. */
  @Test
  void connect_noHelloAndNoRightToNameThem_connects() {
    try (RedisServer server =
        RedisServer.builder().directive("rename-command", "HELLO", "").start()) {
      server
          .admin()
          .command(
              "ACL", "SETUSER", "locker", "on", ">secret", "~*", "&*", "+@all", "-client",
              "-hello");
      String uri = "redis://locker:secret@127.0.0.1:" + server.port();
      try (HoldfastClient client = HoldfastClient.connect(labelled().build(), uri)) {
        assertThat(names(server)).isEmpty();
        client.lock("named").lock();
        client.lock("named").unlock();
      }
    }
  }
}
