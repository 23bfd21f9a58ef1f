package io.holdfast.lock.testkit.server;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerControlsIT {

  private static final Duration LONG = Duration.ofMinutes(1);

  private RedisServer server;
  private RespClient client;

  @BeforeEach
  void start() {
    server = RedisServer.start();
    client = RespClient.connect(server.uri());
  }

  @AfterEach
  void end() {
    client.close();
    server.close();
  }

  private static String refusal(RespClient client, String... words) {
    try {
      client.command(words);
      return "none";
    } catch (RespException e) {
      return e.code();
    }
  }

  @Test
  void maxMemory_ofOne_writesAreRefusedUntilTakenBack() {
    server.maxMemory(1);
    assertThat(refusal(client, "SET", "k", "v")).isEqualTo("OOM");
    server.maxMemory(0);
    assertThat(refusal(client, "SET", "k", "v")).isEqualTo("none");
  }

  @Test
  void maxMemoryPolicy_volatile_keysWithALeaseVanish() {
    client.text("SET", "lease", "v", "PX", "60000");
    server.maxMemoryPolicy("volatile-lru");
    server.maxMemory(1);
    assertThat(refusal(client, "SET", "k", "v")).isEqualTo("OOM"); // and evicts what it may
    assertThat(server.keys("*")).isEmpty();
  }

  @Test
  void minReplicas_thereIsNone_writesAreRefused() {
    server.minReplicas(1);
    assertThat(refusal(client, "SET", "k", "v")).isEqualTo("NOREPLICAS");
    server.minReplicas(0);
    assertThat(refusal(client, "SET", "k", "v")).isEqualTo("none");
  }

  @Test
  void readOnly_writesAreRefusedAndDataStays_untilPromoted() {
    client.text("SET", "k", "v");
    server.readOnly();
    assertThat(refusal(client, "SET", "k", "w")).isEqualTo("READONLY");
    assertThat(client.text("GET", "k")).isEqualTo("v");
    server.promote();
    assertThat(refusal(client, "SET", "k", "w")).isEqualTo("none");
  }

  @Test
  void aclUser_mayWhatItMay_untilDeleted() {
    server.aclUser("app", "on", ">secret", "~app:*", "+@all");
    String uri = server.uri().replace("redis://", "redis://app:secret@");
    try (RespClient app = RespClient.connect(uri)) {
      assertThat(refusal(app, "SET", "app:k", "v")).isEqualTo("none");
      assertThat(refusal(app, "SET", "other", "v")).isEqualTo("NOPERM");
      server.deleteAclUser("app");
      eventually().isTrue("thrown out", () -> !app.isOpen());
    }
    assertThatExceptionOfType(RespException.class)
        .isThrownBy(() -> RespClient.connect(uri).close())
        .withMessageContaining("WRONGPASS");
  }

  @Test
  void killAllClients_ofBothTypes_spareUs() {
    try (RespSubscriber subscriber = RespSubscriber.channels(server.uri(), "c")) {
      assertThat(server.killAllClients()).isEqualTo(2);
      eventually().isTrue("the client has noticed", () -> !client.isOpen());
      assertThat(server.admin().texts("PUBSUB", "CHANNELS")).isEmpty();
      assertThat(subscriber.messages()).isEmpty();
    }
  }

  @Test
  void busy_everythingIsRefused_untilClosed() {
    try (BusyScript script = server.busy(Duration.ofSeconds(30))) {
      assertThat(script.isRunning()).isTrue();
      assertThat(refusal(client, "SET", "k", "v")).isEqualTo("BUSY");
    }
    assertThat(refusal(client, "SET", "k", "v")).isEqualTo("none");
  }

  @Test
  void busy_itsTimePasses_endsByItself() {
    Duration time = Duration.ofSeconds(3);
    long start = System.nanoTime();
    try (BusyScript script = server.busy(time)) {
      assertThat(refusal(client, "SET", "k", "v")).isEqualTo("BUSY");
      within(LONG).isTrue("over", () -> !script.isRunning());
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(time);
      assertThat(refusal(client, "SET", "k", "v")).isEqualTo("none");
    }
  }

  @Test
  void restartLoading_saysSo_thenHasItsDataAndNothingElse() {
    client.text("SET", "k", "v");
    server.restartLoading(Duration.ofSeconds(4));
    try (RespClient young = RespClient.connect(server.uri())) {
      assertThat(refusal(young, "GET", "k")).isEqualTo("LOADING");
      server.awaitLoaded(LONG);
      assertThat(young.text("GET", "k")).isEqualTo("v");
    }
    Map<String, String> databases = server.info("keyspace");
    assertThat(databases).containsOnlyKeys("db0");
    server.kill();
    server.restart();
    assertThat(server.keys("*")).isEmpty(); // and a later start is as always
  }

  @Test
  void restartLoading_appendOnly_isRefused() {
    try (RedisServer persistent = RedisServer.builder().appendOnly().start()) {
      assertThatIllegalStateException()
          .isThrownBy(() -> persistent.restartLoading(LONG))
          .withMessageContaining("snapshot");
    }
  }
}
