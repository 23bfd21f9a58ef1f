package io.holdfast.lock.testkit.resp;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class RespClientIT {

  @Test
  void command_everyKindOfReply_isDecoded(TestServer server) {
    try (RespClient client = RespClient.connect(server.uri())) {
      assertThat(client.command("SET", "k", "a\r\nb\0€")).isEqualTo("OK");
      assertThat(client.command("GET", "k")).isEqualTo("a\r\nb\0€");
      assertThat(client.command("STRLEN", "k")).isEqualTo(8L);
      assertThat(client.command("GET", "nothing")).isNull();
      assertThat(client.command("BLPOP", "nothing", "0.01")).isNull();
      assertThat(client.command("SET", "", "")).isEqualTo("OK");
      assertThat(client.command("GET", "")).isEqualTo("");
    }
  }

  @Test
  void command_nestedArrays_keepTheirShape(TestServer server) {
    Object reply =
        server
            .admin()
            .command("EVAL", "return {1, {'a', {}, {false, 2}}, redis.error_reply('BAD x')}", "0");

    assertThat(reply).asInstanceOf(LIST).hasSize(3);
    List<?> list = (List<?>) reply;
    assertThat(list.get(0)).isEqualTo(1L);
    assertThat(list.get(1)).isEqualTo(List.of("a", List.of(), Arrays.asList(null, 2L)));
    assertThat(list.get(2))
        .isInstanceOfSatisfying(RespException.class, e -> assertThat(e.code()).isEqualTo("BAD"));
  }

  @Test
  void command_errorReply_isThrownAndTheClientGoesOn(TestServer server) {
    RespClient client = server.admin();
    client.text("SET", "k", "v");

    assertThatExceptionOfType(RespException.class)
        .isThrownBy(() -> client.command("HGET", "k", "f"))
        .withMessageStartingWith("WRONGTYPE Operation")
        .matches(e -> e.code().equals("WRONGTYPE"));
    assertThat(client.text("GET", "k")).isEqualTo("v");
  }

  @Test
  void typed_otherReply_isRefused(TestServer server) {
    RespClient client = server.admin();
    client.text("SET", "n", "42");

    assertThat(client.number("GET", "n")).isEqualTo(42);
    assertThatIllegalStateException()
        .isThrownBy(() -> client.text("GET", "nothing"))
        .withMessage("GET: the reply is not a String but null");
    assertThatIllegalStateException()
        .isThrownBy(() -> client.array("GET", "n"))
        .withMessageContaining("List but 42");
  }

  @Test
  void command_serverFrozen_timesOutAndCloses(@FreshServer RedisServer server) {
    try (RespClient client = RespClient.connect(server.uri(), Duration.ofSeconds(1))) {
      server.freeze();
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> client.command("PING"))
          .withMessage("PING: no reply from 127.0.0.1:" + server.port() + " within 1000 ms");
      server.thaw();

      assertThat(client.isOpen()).isFalse();
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> client.command("PING"));
    }
  }

  @Test
  void isOpen_closedByServer_isFalse(TestServer server) {
    try (RespClient client = RespClient.connect(server.uri())) {
      assertThat(client.isOpen()).isTrue();
      assertThat(server.killClients("normal")).isPositive();
      eventually().isTrue("the client has noticed", () -> !client.isOpen());
    }
  }

  @Test
  void connect_nobodyThere_saysWhy(@FreshServer RedisServer server) {
    server.kill();

    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> RespClient.connect(server.uri()))
        .withMessage("cannot connect to 127.0.0.1:" + server.port() + ": Connection refused");
  }

  @Test
  void connect_wrongPassword_isTheServersError() {
    try (RedisServer server = RedisServer.builder().password("s3cret %+\"").start()) {
      assertThat(server.admin().text("PING")).isEqualTo("PONG");
      assertThatExceptionOfType(RespException.class)
          .isThrownBy(() -> RespClient.connect("redis://:wrong@127.0.0.1:" + server.port()))
          .withMessageContaining("WRONGPASS");
    }
  }

  @Test
  void subscriber_messages_inOrder(TestServer server) throws InterruptedException {
    try (RespSubscriber channels = RespSubscriber.channels(server.uri(), "a", "b");
        RespSubscriber patterns = RespSubscriber.patterns(server.uri(), "?")) {
      assertThat(server.admin().number("PUBLISH", "a", "1")).isEqualTo(2);
      assertThat(server.admin().number("PUBLISH", "c", "2")).isEqualTo(1);
      assertThat(server.admin().number("PUBLISH", "b", "3")).isEqualTo(2);

      Duration limit = Duration.ofMinutes(1);
      assertThat(channels.next(limit)).hasValue(new RespSubscriber.Message("a", "1"));
      assertThat(channels.next(limit)).hasValue(new RespSubscriber.Message("b", "3"));
      assertThat(channels.next(Duration.ZERO)).isEmpty();
      eventually()
          .expect(
              "all three by pattern",
              () -> patterns.messages().stream().map(RespSubscriber.Message::text).toList(),
              List.of("1", "2", "3")::equals);
    }
  }

  @Test
  void monitor_commands_areRecorded(TestServer server) {
    try (RespMonitor monitor = RespMonitor.open(server.uri())) {
      server.admin().text("SET", "seen", "1");
      eventually()
          .isTrue(
              "SET recorded",
              () -> monitor.lines().stream().anyMatch(l -> l.endsWith("\"SET\" \"seen\" \"1\"")));
    }
  }
}
