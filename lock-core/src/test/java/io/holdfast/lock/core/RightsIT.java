package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user with no more rights than docs/protocol.md says are needed. */
@ExtendWith(RedisServerExtension.class)
class RightsIT {

  private RedisServer server;

  @BeforeEach
  void makeUser(@FreshServer RedisServer fresh) throws IOException {
    server = fresh;
    String page = Files.readString(Path.of("..", "docs", "protocol.md"));
    int begin = page.indexOf("ACL SETUSER locker");
    List<String> words =
        Arrays.stream(page.substring(begin, page.indexOf("```", begin)).split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .map(word -> word.startsWith(">") ? ">secret" : word)
            .flatMap(word -> word.startsWith("&") ? Stream.of(word, "&foreign:*") : Stream.of(word))
            .toList();
    assertThat(words).contains("-@all", "+evalsha");
    server.admin().command(words.toArray(String[]::new));
  }

  private HoldfastClient client(HoldfastSettings settings) {
    return HoldfastClient.connect(settings, "redis://locker:secret@127.0.0.1:" + server.port());
  }

  @Test
  void documentedRights_areEnough() throws Exception {
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .lease(Duration.ofSeconds(3))
            .claimLease(Duration.ofMillis(3500))
            .commandTimeout(Duration.ofMillis(1500))
            .build();
    try (HoldfastClient first = client(settings);
        HoldfastClient second = client(settings)) {
      DistributedLock lock = first.lock("rights");
      Hold hold = lock.acquire();
      CompletableFuture<Hold> waiting = second.lock("rights").acquireAsync();
      eventually().isTrue("queued", () -> lock.inspect().queueLength() == 1);
      assertThat(second.lock("rights").tryLock(10, TimeUnit.MILLISECONDS)).isFalse();
      long end = System.nanoTime() + Duration.ofSeconds(3).toNanos(); // renewals, questions
      eventually().isTrue("a while", () -> System.nanoTime() - end > 0);
      assertThat(hold.isValid()).isTrue();
      hold.extend(Duration.ofSeconds(5));
      hold.close();
      Hold next = waiting.get(60, TimeUnit.SECONDS);
      assertThat(lock.forceUnlock()).isTrue();
      assertThat(lock.tryLock()).isTrue();
      lock.unlock();
      assertThat(next.token()).isGreaterThan(hold.token());
    }
  }

  @Test
  @DisplayName("failure 39: a prefix that the user has no right to, taken away later")
  void keysOfAnother_areRefused() {
    server.admin().command("ACL", "SETUSER", "locker", "~foreign:*");
    HoldfastSettings settings = HoldfastSettings.builder().keyPrefix("foreign").build();
    try (HoldfastClient client = client(settings)) {
      server.admin().command("ACL", "SETUSER", "locker", "resetkeys", "~holdfast:*");
      DistributedLock lock = client.lock("rights");
      assertThatThrownBy(lock::lock)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("rights")
          .hasMessageContaining("refused");
    }
  }

  @Test
  @DisplayName("failure 155: a prefix that the user has no right to, at connect")
  void connect_keysOfAnother_isRefusedByThePrefix() {
    HoldfastSettings settings = HoldfastSettings.builder().keyPrefix("foreign").build();
    assertThatThrownBy(() -> client(settings).close())
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("keys 'foreign:*'");
  }

  @Test
  @DisplayName("failure 155: a user that may not publish to inboxes")
  void connect_channelsOfAnother_isRefusedByTheChannel() {
    server
        .admin()
        .command("ACL", "SETUSER", "locker", "~foreign:*", "resetchannels", "&holdfast:*");
    HoldfastSettings settings = HoldfastSettings.builder().keyPrefix("foreign").build();
    assertThatThrownBy(() -> client(settings).close())
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("lacks rights: PUBLISH")
        .hasMessageContaining("channels 'foreign:inbox:*'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eval",
        "evalsha",
        "publish",
        "exists",
        "del",
        "expire",
        "pexpire",
        "pttl",
        "time",
        "type",
        "get",
        "set",
        "hmget",
        "hset",
        "zadd",
        "zrem",
        "zcount",
        "zrange",
        "zscore",
        "zmscore",
        "zremrangebyscore"
      })
  @DisplayName("failure 155: a user that lacks one of the documented rights")
  void connect_oneRightMissing_isRefusedByItsName(String right) {
    server.admin().command("ACL", "SETUSER", "locker", "-" + right);
    assertThatThrownBy(() -> client(HoldfastSettings.defaults()).close())
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("lacks rights: " + right.toUpperCase(Locale.ROOT))
        .hasMessageNotContaining("secret");
  }

  @Test
  @DisplayName("failure 155: a user that may not listen at its inbox")
  void connect_mayNotSubscribe_isRefused() {
    server.admin().command("ACL", "SETUSER", "locker", "-subscribe");
    assertThatThrownBy(() -> client(HoldfastSettings.defaults()).close())
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("'subscribe'");
  }

  @Test
  void connect_toAnotherDatabase_needsTheRightToSelectIt() {
    String uri = "redis://locker:secret@127.0.0.1:%d/1".formatted(server.port());
    assertThatThrownBy(() -> HoldfastClient.connect(uri))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("'select'");
    server.admin().command("ACL", "SETUSER", "locker", "+select");
    try (HoldfastClient client = HoldfastClient.connect(uri)) {
      assertThat(client.lock("rights").tryLock()).isTrue();
      client.lock("rights").unlock();
    }
  }

  @Test
  void acquire_confirmedByReplicas_needsTheRightToWaitForThem(
      @FreshServer("replica") RedisServer replica) throws Exception {
    replica.replicaOf("127.0.0.1", server.port());
    eventually()
        .isTrue(
            "in touch", () -> "up".equals(replica.info("replication").get("master_link_status")));
    AcquireOptions confirmed =
        AcquireOptions.defaults().confirmedBy(1, Duration.ofMinutes(1)).withoutWaiting();
    try (HoldfastClient client = client(HoldfastSettings.defaults())) {
      assertThatThrownBy(() -> client.lock("rights").tryAcquire(confirmed))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("'wait'");
      server.admin().command("ACL", "SETUSER", "locker", "+wait");
      client.lock("rights").tryAcquire(confirmed).orElseThrow().close();
    }
  }

  @Test
  void ping_mayNotPing_isToldOfIt() {
    try (HoldfastClient client = client(HoldfastSettings.defaults())) {
      assertThat(client.ping())
          .failsWithin(Duration.ofMinutes(1))
          .withThrowableThat()
          .withMessageContaining("'ping'");
    }
  }

  @Test
  @DisplayName("failure 155: a client that is opened in the background, until it has the right")
  void connectInBackground_rightMissing_saysSoAndGoesOnTrying() {
    server.admin().command("ACL", "SETUSER", "locker", "-zadd");
    HoldfastSettings settings = HoldfastSettings.builder().connectInBackground().build();
    try (HoldfastClient client = client(settings)) {
      DistributedLock lock = client.lock("rights");
      eventually()
          .expect(
              "the reason",
              () -> String.valueOf(catchThrowable(lock::tryLock)),
              said -> said.contains("not connected: the user lacks rights: ZADD"));
      server.admin().command("ACL", "SETUSER", "locker", "+zadd");
      eventually().isTrue("it has connected", () -> catchThrowable(lock::inspect) == null);
      assertThat(lock.tryLock()).isTrue();
      lock.unlock();
    }
  }

  @Test
  @DisplayName("failure 157: a user that may not ask who listens")
  void unlock_whoListensMayNotBeAsked_servesTheNext() throws Exception {
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .lease(Duration.ofMinutes(10))
            .claimLease(Duration.ofMinutes(5)) // nobody asks again meanwhile
            .build();
    try (HoldfastClient first = client(settings);
        HoldfastClient second = client(settings)) {
      DistributedLock lock = first.lock("rights");
      Condition condition = lock.newCondition("c");
      Hold hold = lock.acquire();
      CompletableFuture<Hold> waiting = second.lock("rights").acquireAsync();
      eventually().isTrue("queued", () -> lock.inspect().queueLength() == 1);
      server.admin().command("ACL", "SETUSER", "locker", "-pubsub");

      assertThat(hold.releaseAsync()).succeedsWithin(Duration.ofMinutes(1));
      Hold next = waiting.get(60, TimeUnit.SECONDS);
      assertThat(next.token()).isGreaterThan(hold.token());
      next.close();

      lock.lock();
      condition.signal();
      lock.unlock();
    }
  }

  @Test
  @DisplayName("failure 157: a client whose user may not ask who listens connects")
  void connect_whoListensMayNotBeAsked_isConnected() {
    server.admin().command("ACL", "SETUSER", "locker", "-pubsub");
    try (HoldfastClient client = client(HoldfastSettings.defaults())) {
      assertThat(client.lock("rights").tryLock()).isTrue();
      client.lock("rights").unlock();
    }
  }

  @Test
  @DisplayName("failure 155: a server that cannot be written to at present is connected to")
  void connect_serverRefusesForAWhile_isConnected() {
    if (!subscribingNeedsMemory()) {
      server.admin().command("CONFIG", "SET", "maxmemory", "1");
    }
    try (HoldfastClient client = client(HoldfastSettings.defaults())) {
      server.admin().command("CONFIG", "SET", "maxmemory", "1");
      DistributedLock lock = client.lock("rights");
      assertThatThrownBy(lock::tryLock).hasMessageContaining("OOM");
      server.admin().command("CONFIG", "SET", "maxmemory", "0");
      server.admin().command("CONFIG", "SET", "min-replicas-to-write", "1");
      client(HoldfastSettings.defaults()).close();
      server.admin().command("CONFIG", "SET", "min-replicas-to-write", "0");
      assertThat(lock.tryLock()).isTrue();
      lock.unlock();
    }
  }

  @Test
  @DisplayName("failure 184: a server refuses writes for want of replicas, and a lock is held")
  void hold_tooFewReplicasForLongerThanItsLease_isLost() throws Exception {
    HoldfastSettings settings = HoldfastSettings.builder().lease(Duration.ofSeconds(3)).build();
    try (HoldfastClient client = client(settings)) {
      Hold hold = client.lock("rights").acquire();
      server.configSet("min-replicas-to-write", "1");
      assertThatThrownBy(client.lock("another")::tryLock)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("NOREPLICAS");
      CompletableFuture<Hold> waiting = client.lock("another").acquireAsync();
      eventually().isTrue("it is lost", () -> !hold.isValid());
      assertThat(waiting).isNotDone();
      server.configSet("min-replicas-to-write", "0");
      assertThat(waiting).succeedsWithin(Duration.ofMinutes(1));
      waiting.join().close();
    }
  }

  /** From Redis 8.6 on. */
  private boolean subscribingNeedsMemory() {
    return String.valueOf(server.admin().array("COMMAND", "INFO", "subscribe")).contains("denyoom");
  }

  @Test
  @DisplayName("failure 155: a server without memory that lets nobody listen, as Redis 8.6 does")
  void connectInBackground_serverOutOfMemory_isConnectedWhenThereIsMemory() {
    server.admin().command("CONFIG", "SET", "maxmemory", "1");
    HoldfastSettings settings = HoldfastSettings.builder().connectInBackground().build();
    try (HoldfastClient client = client(settings)) {
      DistributedLock lock = client.lock("rights");
      eventually()
          .expect(
              "the reason",
              () -> String.valueOf(catchThrowable(lock::tryLock)),
              said -> said.contains("OOM"));
      server.admin().command("CONFIG", "SET", "maxmemory", "0");
      eventually().isTrue("it has connected", () -> catchThrowable(lock::inspect) == null);
      assertThat(lock.tryLock()).isTrue();
      lock.unlock();
    }
  }

  @Test
  @DisplayName("failure 155: what is tried at connect leaves nothing behind")
  void connect_leavesNoKey() {
    client(HoldfastSettings.defaults()).close();
    assertThat(server.admin().number("DBSIZE")).isZero();
  }

  @Test
  @DisplayName("failure 155: a cluster whose user lacks a right")
  void connect_clusterRightMissing_isRefusedByItsName() {
    try (SmallCluster cluster = SmallCluster.start()) {
      cluster.nodes().forEach(node -> node.admin().command("ACL", "SETUSER", "default", "-zadd"));
      HoldfastSettings settings = HoldfastSettings.builder().cluster().build();
      assertThatThrownBy(() -> HoldfastClient.connect(settings, cluster.uri()))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("lacks rights: ZADD");
      cluster.nodes().forEach(node -> node.admin().command("ACL", "SETUSER", "default", "+zadd"));
    }
  }
}
