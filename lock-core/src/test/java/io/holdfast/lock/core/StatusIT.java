package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.holdfast.lock.HeldLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.ClientStatus.Mode;
import io.holdfast.lock.core.ConnectionStatus.State;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client knows of itself while its server is there, frozen, killed, and back. */
@ExtendWith(RedisServerExtension.class)
class StatusIT {

  private static final String SECRET = "hush-hush";

  private static HoldfastSettings.Builder settings() {
    return HoldfastSettings.builder()
        .clientLabel("web-3/4711")
        .commandTimeout(Duration.ofSeconds(1))
        .lease(Duration.ofMinutes(10));
  }

  private static HoldfastClient connect(RedisServer server) {
    return HoldfastClient.connect(settings().build(), server.uri());
  }

  private static ClientStatus await(HoldfastClient client, State commands, State inbox) {
    return eventually()
        .expect(
            "commands %s, inbox %s".formatted(commands, inbox),
            client::status,
            status -> status.commands().state() == commands && status.inbox().state() == inbox);
  }

  /** A client has to ask the server, as otherwise it would not notice the silence. */
  private static ClientStatus awaitPinging(HoldfastClient client, State commands) {
    return eventually()
        .expect(
            "commands " + commands,
            () -> {
              client.ping().handle((took, thrown) -> took).get(60, TimeUnit.SECONDS);
              return client.status();
            },
            status -> status.commands().state() == commands);
  }

  // ---- counts

  @Test
  void status_serverThere_tellsWhatTheClientHas(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = connect(server);
        TestThreads threads = TestThreads.open()) {
      ClientStatus idle = client.status();
      assertThat(idle.clientLabel()).isEqualTo("web-3/4711");
      assertThat(idle.keyPrefix()).isEqualTo("holdfast");
      assertThat(idle.server()).isEqualTo("redis://127.0.0.1:" + server.port());
      assertThat(idle.mode()).isEqualTo(Mode.STANDALONE);
      assertThat(idle.commands().isUp()).isTrue();
      assertThat(idle.commands().reason()).isEmpty();
      assertThat(idle.inbox().isUp()).isTrue();
      assertThat(idle.sinceLastAnswer()).isPresent();
      assertThat(idle.holds() + idle.waiters() + idle.namesInUse()).isZero();

      Hold hold = client.lock("one").acquire();
      Hold other = client.lock("other").acquire();
      CompletableFuture<Hold> waiting = client.lock("one").acquireAsync();
      AtomicBoolean isDone = new AtomicBoolean();
      Condition condition = client.lock("third").newCondition("go");
      threads.start(
          "awaits",
          () -> {
            client.lock("third").lock();
            try {
              while (!isDone.get()) {
                condition.await();
              }
            } finally {
              client.lock("third").unlock();
            }
          });
      eventually()
          .expect(
              "two hold, two wait",
              client::status,
              status -> status.holds() == 2 && status.waiters() == 2 && status.namesInUse() == 3);

      client.lock("third").lock();
      isDone.set(true);
      condition.signalAll();
      client.lock("third").unlock();
      threads.joinAll();
      hold.close();
      waiting.get(60, TimeUnit.SECONDS).close();
      other.close();
      eventually()
          .expect(
              "nothing",
              client::status,
              status -> status.holds() + status.waiters() + status.namesInUse() == 0);
    }
  }

  @Test
  void holds_ofThreadsAndHandles_areToldWithTheirTokens(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = connect(server)) {
      assertThat(client.holds()).isEmpty();
      Hold handle = client.lock("handle").acquire();
      client.lock("thread").lock();
      client.lock("thread").lock(); // again: the same hold
      long token = client.lock("thread").currentHold().orElseThrow().token();

      assertThat(client.holds())
          .extracting(HeldLock::kind, HeldLock::lockName, HeldLock::token, HeldLock::permits)
          .containsExactlyInAnyOrder(
              tuple(LockKind.PLAIN, "handle", handle.token(), 1),
              tuple(LockKind.PLAIN, "thread", token, 1));
      for (HeldLock held : client.holds()) {
        assertThat(held.since()).isBetween(Duration.ZERO, Duration.ofMinutes(5));
        assertThat(held.remaining()).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(10));
      }

      client.lock("thread").unlock();
      client.lock("thread").unlock();
      assertThat(client.lock("handle").forceUnlock()).isTrue();
      eventually().isTrue("the loss is known", () -> client.holds().isEmpty());
    }
  }

  // ---- the server goes and comes

  @Test
  @DisplayName("failure 168: the server is frozen, and thawed")
  void status_serverFrozen_isReopeningWhenItWasSilentForLongAndIsUpAgain(
      @FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = connect(server)) {
      Hold hold = client.lock("frozen").acquire();
      server.freeze();
      assertThat(client.status().commands().state()).as("nobody has asked").isEqualTo(State.UP);
      ClientStatus silent = awaitPinging(client, State.REOPENING);
      assertThat(silent.commands().reason()).get().asString().contains("it is silent");
      assertThat(silent.sinceLastAnswer())
          .get()
          .satisfies(since -> assertThat(since).isGreaterThan(Duration.ofSeconds(3)));
      assertThat(silent.holds()).as("it is valid").isEqualTo(1);
      assertThat(client.holds()).extracting(HeldLock::token).containsExactly(hold.token());

      server.thaw();
      ClientStatus back = awaitPinging(client, State.UP);
      assertThat(back.commands().reason()).isEmpty();
      hold.close();
    }
  }

  @Test
  @DisplayName("failure 168: the server is killed, and comes back")
  void status_serverKilled_isReopeningUntilItIsBack(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = connect(server)) {
      assertThat(client.ping().get(60, TimeUnit.SECONDS)).isPositive();
      server.kill();
      ClientStatus away = await(client, State.REOPENING, State.REOPENING);
      assertThat(away.commands().reason()).get().asString().contains("ended");
      assertThat(away.inbox().reason()).get().asString().contains("ended");
      eventually()
          .expect(
              "why it is not back",
              () -> client.status().commands().reason().orElse(""),
              reason -> reason.contains("Connection refused"));
      Duration earlier = client.status().commands().lasting();
      eventually()
          .isTrue("it lasts", () -> client.status().commands().lasting().compareTo(earlier) > 0);

      server.restartEmpty();
      ClientStatus back = await(client, State.UP, State.UP);
      assertThat(back.commands().reason()).isEmpty();
      assertThat(client.ping().get(60, TimeUnit.SECONDS)).isPositive();
    }
  }

  @Test
  @DisplayName("failure 168: the inbox alone is cut")
  void status_inboxAloneIsCut_isUpSinceItIsBack(@FreshServer RedisServer server) {
    try (HoldfastClient client = connect(server)) {
      long start = System.nanoTime();
      server.admin().command("CLIENT", "KILL", "TYPE", "pubsub", "SKIPME", "yes");
      eventually()
          .isTrue(
              "the inbox is new",
              () -> {
                ClientStatus status = client.status();
                Duration atMost = Duration.ofNanos(System.nanoTime() - start);
                return status.inbox().isUp()
                    && status.inbox().lasting().compareTo(atMost) < 0
                    && status.commands().isUp();
              });
      assertThat(client.status().commands().lasting())
          .isGreaterThan(client.status().inbox().lasting());
    }
  }

  @Test
  @DisplayName("failure 168: no node of a cluster answers")
  void status_ofACluster_isReopeningWhileNoNodeAnswers() throws Exception {
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client =
            HoldfastClient.connect(settings().cluster().build(), cluster.uri())) {
      assertThat(client.status().mode()).isEqualTo(Mode.CLUSTER);
      assertThat(client.ping().get(60, TimeUnit.SECONDS)).isPositive();
      assertThat(client.status().commands().isUp()).isTrue();
      cluster.nodes().forEach(RedisServer::freeze);
      assertThatThrownBy(() -> client.ping().get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(LockServerException.class);
      ClientStatus silent = client.status();
      assertThat(silent.commands().state()).as("after one question").isEqualTo(State.REOPENING);
      assertThat(silent.commands().reason()).isPresent();
      cluster.nodes().forEach(RedisServer::thaw);
      awaitPinging(client, State.UP);
    }
  }

  @Test
  @DisplayName("failure 168: the server has never let the client in")
  void status_neverConnected_saysWhyWithoutSecrets() {
    try (RedisServer server = RedisServer.builder().password("the right one").start();
        HoldfastClient client =
            HoldfastClient.connect(
                settings().connectInBackground().build(),
                "redis://default:" + SECRET + "@127.0.0.1:" + server.port())) {
      ClientStatus status =
          eventually()
              .expect(
                  "why",
                  client::status,
                  now -> now.commands().reason().orElse("").contains("WRONGPASS"));
      assertThat(status.commands().state()).isEqualTo(State.REOPENING);
      assertThat(status.commands().reason()).get().asString().contains("not open yet");
      assertThat(status.inbox().state()).isEqualTo(State.REOPENING);
      assertThat(status.sinceLastAnswer()).isEmpty();
      assertThat(status.server()).isEqualTo("redis://***@127.0.0.1:" + server.port());
      assertThat(status.toString()).doesNotContain(SECRET).doesNotContain("****");
      assertThatThrownBy(() -> client.ping().get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(LockServerException.class)
          .hasMessageContaining("127.0.0.1")
          .hasMessageContaining("WRONGPASS")
          .hasMessageNotContaining(SECRET);
    }
  }

  @Test
  void status_ofSentinels_saysSo() {
    try (HoldfastClient client =
        HoldfastClient.connect(
            settings().connectInBackground().build(),
            "redis-sentinel://:" + SECRET + "@127.0.0.1:1?sentinelPassword=hush#main")) {
      assertThat(client.status().mode()).isEqualTo(Mode.SENTINEL);
      assertThat(client.status().server()).isEqualTo("redis-sentinel://***@127.0.0.1:1#main");
      eventually().isTrue("why", () -> client.status().toString().contains("the last attempt: "));
      assertThat(client.status().toString()).doesNotContain("hush");
    }
  }

  @Test
  void status_clientClosed_isClosedAndHasNothing(@FreshServer RedisServer server) throws Exception {
    HoldfastClient client = connect(server);
    client.lock("closed").acquire();
    client.close();
    ClientStatus status = client.status();
    assertThat(status.commands().state()).isEqualTo(State.CLOSED);
    assertThat(status.inbox().state()).isEqualTo(State.CLOSED);
    assertThat(status.holds() + status.waiters()).isZero();
    assertThat(client.holds()).isEmpty();
    assertThatThrownBy(() -> client.ping().get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(LockServerException.class);
  }

  // ---- ping

  @Test
  @DisplayName("failure 168: the server does not answer a ping")
  void ping_serverFrozen_failsWithinTheTimeOutOnAThreadThatMayBlock(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = connect(server)) {
      server.freeze();
      CompletableFuture<String> thread =
          client.ping().handle((took, thrown) -> Thread.currentThread().getName());
      assertThatThrownBy(() -> client.ping().get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(LockServerException.class)
          .hasMessageContaining("did not answer");
      assertThat(thread.get(60, TimeUnit.SECONDS)).startsWith("holdfast-async");
      server.thaw();
    }
  }
}
