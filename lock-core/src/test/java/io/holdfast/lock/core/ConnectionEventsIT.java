package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.ConnectionEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Listeners hear when the connections of their client go down and come back. */
@ExtendWith(RedisServerExtension.class)
class ConnectionEventsIT {

  private static final String PASSWORD = "a-password";

  private final List<ConnectionEvent> events = new CopyOnWriteArrayList<>();

  private HoldfastSettings.Builder settings() {
    return HoldfastSettings.builder()
        .clientLabel("listening")
        .listener(
            new LockListener() {
              @Override
              public void connection(ConnectionEvent event) {
                events.add(event);
              }
            });
  }

  private List<String> story(ConnectionEvent.Connection connection) {
    return events.stream()
        .filter(event -> event.connection() == connection)
        .map(event -> event.state().toString().toLowerCase(Locale.ROOT))
        .toList();
  }

  private void awaitStory(ConnectionEvent.Connection connection, String... states) {
    eventually()
        .expect(
            connection + " " + List.of(states),
            () -> story(connection),
            story -> story.equals(List.of(states)));
  }

  @Test
  void connections_cutAndReopened_areTold(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(settings().build(), server.uri())) {
      awaitStory(ConnectionEvent.Connection.COMMANDS, "up");
      awaitStory(ConnectionEvent.Connection.INBOX, "up");

      server.admin().command("CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes");
      awaitStory(ConnectionEvent.Connection.INBOX, "up", "reopening", "up");
      awaitStory(ConnectionEvent.Connection.COMMANDS, "up");

      server.admin().command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
      awaitStory(ConnectionEvent.Connection.COMMANDS, "up", "reopening", "up");
      client.lock("connection").lock();
      client.lock("connection").unlock();
    }
    assertThat(events)
        .allMatch(event -> event.clientLabel().equals("listening"))
        .allMatch(event -> event.why().isPresent() == (event.state() != ConnectionEvent.State.UP));
    stays(Duration.ofMillis(200), "the end of the client is not told", () -> events.size() == 6);
  }

  @Test
  void connection_serverComesLate_isToldWhyNotAndThenUp(@FreshServer RedisServer server) {
    server.kill();
    try (HoldfastClient client =
        HoldfastClient.connect(settings().connectInBackground().build(), server.uri())) {
      awaitStory(ConnectionEvent.Connection.COMMANDS, "reopening");
      assertThat(events.get(0).why())
          .hasValueSatisfying(why -> assertThat(why).contains("refused"));

      server.restart();

      awaitStory(ConnectionEvent.Connection.COMMANDS, "reopening", "up");
      assertThat(client.statistics().droppedEvents()).isZero();
    }
  }

  @Test
  @DisplayName("failure 176: all nodes of a cluster are away")
  void connection_allNodesOfAClusterAreAway_isTold() {
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client =
            HoldfastClient.connect(
                settings().cluster().commandTimeout(Duration.ofSeconds(1)).build(),
                cluster.uri())) {
      awaitStory(ConnectionEvent.Connection.COMMANDS, "up");
      cluster.nodes().get(0).kill();
      ping(client);
      stays(
          Duration.ofMillis(500),
          "one of them is not all",
          () -> story(ConnectionEvent.Connection.COMMANDS).size() == 1);

      cluster.nodes().forEach(RedisServer::kill);

      eventually()
          .isTrue(
              "told",
              () -> {
                ping(client);
                return story(ConnectionEvent.Connection.COMMANDS)
                    .equals(List.of("up", "reopening"));
              });
    }
  }

  /** A client has to ask, as otherwise it would not notice. */
  private static void ping(HoldfastClient client) {
    client.ping().handle((took, thrown) -> took).join();
  }

  @Test
  void connection_serverHasAPassword_isNotTold() {
    try (RedisServer server = RedisServer.builder().password(PASSWORD).start();
        HoldfastClient client = HoldfastClient.connect(settings().build(), server.uri())) {
      awaitStory(ConnectionEvent.Connection.INBOX, "up");
      server.admin().command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
      awaitStory(ConnectionEvent.Connection.COMMANDS, "up", "reopening", "up");
      assertThat(client.toString()).doesNotContain(PASSWORD);
    }
    assertThat(events).isNotEmpty().noneMatch(event -> event.toString().contains(PASSWORD));
  }
}
