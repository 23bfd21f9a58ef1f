package io.holdfast.lock.testkit.proxy;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Faults that last until they are healed. */
@ExtendWith(RedisServerExtension.class)
class LastingFaultsIT {

  private static final Duration SHORT = Duration.ofMillis(150);
  private static final Duration LONG = Duration.ofMinutes(1);

  private TestServer server;
  private FaultProxy proxy;

  @BeforeEach
  void open(TestServer shared) {
    server = shared;
    proxy = FaultProxy.to(server);
  }

  @AfterEach
  void close() {
    proxy.close();
  }

  private static long pingMillis(RespClient client) {
    long start = System.nanoTime();
    client.text("PING");
    return (System.nanoTime() - start) / 1_000_000;
  }

  @Test
  void delay_eitherDirection_isFeltByPresentAndNewConnections() {
    try (RespClient old = RespClient.connect(proxy.uri());
        ActiveFault there = proxy.delay(Connections.all(), Direction.TO_SERVER, SHORT, SHORT);
        RespClient young = RespClient.connect(proxy.uri())) {
      assertThat(pingMillis(old)).isGreaterThanOrEqualTo(150);
      try (ActiveFault back = proxy.delay(Connections.all(), Direction.TO_CLIENT, SHORT, SHORT)) {
        assertThat(pingMillis(young)).isGreaterThanOrEqualTo(300);
        back.heal();
        there.heal();
        eventually().isTrue("fast again", () -> pingMillis(young) < 150);
      }
    }
  }

  @Test
  void delay_withJitter_isWithinItsBoundsAndVaries() {
    try (RespClient client = RespClient.connect(proxy.seed(7).uri())) {
      proxy.delay(
          Connections.all(), Direction.TO_CLIENT, Duration.ofMillis(10), Duration.ofMillis(80));
      List<Long> millis = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        millis.add(pingMillis(client));
      }
      assertThat(millis).allMatch(time -> time >= 10);
      assertThat(millis).anyMatch(time -> time > 40).anyMatch(time -> time < 60);
      assertThat(millis.stream().distinct().count()).isGreaterThan(3);
    }
  }

  @Test
  void delay_pipelinedCommands_keepTheirOrder() throws IOException {
    proxy.seed(1);
    proxy.delay(Connections.all(), Direction.TO_SERVER, Duration.ZERO, Duration.ofMillis(30));
    try (RawClient client = new RawClient(proxy.port())) {
      List<String> replies = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        client.send("ECHO " + i);
      }
      for (int i = 0; i < 20; i++) {
        client.line(); // $1
        replies.add(client.line());
      }
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        expected.add(Integer.toString(i));
      }
      assertThat(replies).isEqualTo(expected);
    }
  }

  @Test
  void throttle_toClient_takesItsTime() {
    server.admin().text("SET", "k", "x".repeat(30_000));
    try (RespClient client = RespClient.connect(proxy.uri())) {
      ActiveFault slow = proxy.throttle(Connections.all(), Direction.TO_CLIENT, 60_000);
      long start = System.nanoTime();
      assertThat(client.text("GET", "k")).hasSize(30_000);
      assertThat(System.nanoTime() - start).isGreaterThan(450_000_000L);
      slow.heal();
      eventually().isTrue("fast again", () -> pingMillis(client) < 150);
    }
  }

  @Test
  void blackhole_bothDirections_nothingPassesUntilHealed() throws IOException {
    try (RawClient old = new RawClient(proxy.port())) {
      old.send("PING").line();
      try (ActiveFault mute = proxy.blackhole(Connections.all());
          RawClient young = new RawClient(proxy.port())) { // accepted, all the same
        old.send("SET k 1");
        young.send("SET l 1");
        assertThat(old.isSilentFor(SHORT)).isTrue();
        assertThat(young.isSilentFor(SHORT)).isTrue();
        assertThat(server.keys("*")).isEmpty();
        mute.heal();
        assertThat(old.line()).isEqualTo("+OK");
        assertThat(young.line()).isEqualTo("+OK");
      }
    }
  }

  @Test
  void blackhole_toClientOnly_commandsReachTheServer() throws IOException {
    try (RawClient client = new RawClient(proxy.port());
        ActiveFault mute = proxy.blackhole(Connections.all(), Direction.TO_CLIENT)) {
      client.send("SET k 1");
      eventually().isTrue("executed", () -> server.keys("*").contains("k"));
      assertThat(client.isSilentFor(SHORT)).isTrue();
      mute.heal();
      assertThat(client.line()).isEqualTo("+OK");
    }
  }

  @Test
  void blackhole_toServerOnly_messagesReachTheClient() throws Exception {
    try (RespSubscriber subscriber = RespSubscriber.channels(proxy.uri(), "c");
        ActiveFault mute = proxy.blackhole(Connections.all(), Direction.TO_SERVER);
        RawClient client = new RawClient(proxy.port())) {
      client.send("SET k 1");
      server.admin().number("PUBLISH", "c", "hello");
      assertThat(subscriber.next(LONG))
          .hasValueSatisfying(m -> assertThat(m.text()).isEqualTo("hello"));
      assertThat(client.isSilentFor(SHORT)).isTrue();
      assertThat(server.keys("*")).isEmpty();
      mute.heal();
      assertThat(client.line()).isEqualTo("+OK");
    }
  }

  @Test
  void blackhole_clientCloses_theServerLearnsOfItOnlyWhenHealed() throws IOException {
    int before = server.clients().size();
    RawClient client = new RawClient(proxy.port());
    client.send("PING").line();
    ActiveFault mute = proxy.blackhole(Connections.all());
    client.close();
    // Something that takes its time, and after which the end would have come through.
    try (RespClient direct = RespClient.connect(server.uri(), LONG)) {
      direct.command("BLPOP", "none", "0.2");
      assertThat(server.clients()).hasSize(before + 2);
    }
    mute.heal();
    eventually().isTrue("gone at the server", () -> server.clients().size() == before);
  }

  @Test
  void blackhole_present_newConnectionsWork() throws IOException {
    try (RawClient old = new RawClient(proxy.port())) {
      old.send("PING").line();
      proxy.blackhole(Connections.all().present());
      try (RespClient young = RespClient.connect(proxy.uri())) {
        assertThat(young.text("PING")).isEqualTo("PONG");
      }
      old.send("PING");
      assertThat(old.isSilentFor(SHORT)).isTrue();
    }
  }

  @Test
  void blackhole_later_presentConnectionsWork() throws IOException {
    try (RawClient old = new RawClient(proxy.port())) {
      old.send("PING").line();
      proxy.blackhole(Connections.all().later());
      try (RawClient young = new RawClient(proxy.port())) {
        young.send("PING");
        assertThat(young.isSilentFor(SHORT)).isTrue();
      }
      assertThat(old.send("PING").line()).isEqualTo("+PONG");
    }
  }

  @Test
  void blackhole_ofInbox_sparesVerbs_andTheOtherWayRound() throws Exception {
    try (RespClient verbs = RespClient.connect(proxy.uri());
        RespSubscriber inbox = RespSubscriber.channels(proxy.uri(), "c")) {
      try (ActiveFault mute = proxy.blackhole(Connections.inbox())) {
        assertThat(verbs.number("PUBLISH", "c", "1")).isEqualTo(1);
        assertThat(inbox.next(SHORT)).isEmpty();
        assertThat(mute.toString()).contains("INBOX");
      }
      assertThat(inbox.next(LONG)).isPresent();
      proxy.blackhole(Connections.verbs());
      server.admin().number("PUBLISH", "c", "2");
      assertThat(inbox.next(LONG)).isPresent();
    }
    try (RespClient verbs = RespClient.connect(proxy.uri(), SHORT)) {
      assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> verbs.text("PING"));
    }
  }

  @Test
  void dropReplies_commandsAreExecuted_theConnectionStaysMuteAndIsResetWhenHealed()
      throws IOException {
    try (RawClient client = new RawClient(proxy.port());
        RawClient idle = new RawClient(proxy.port())) {
      idle.send("PING").line();
      ActiveFault lossy = proxy.dropReplies(Connections.all());
      client.send("SET k 1", "SET l 1");
      eventually().isTrue("executed", () -> server.keys("*").size() == 2);
      assertThat(client.isSilentFor(SHORT)).isTrue();
      eventually().isTrue("counted", () -> proxy.counters().repliesSwallowed() == 2);
      lossy.heal();
      assertThat(client.end()).isEqualTo(RawClient.End.RST);
      assertThat(idle.send("PING").line()).isEqualTo("+PONG"); // lost nothing
    }
  }

  @Test
  void dropMessages_publishedMessagesAreLost_repliesAreNot() throws Exception {
    try (RespSubscriber inbox = RespSubscriber.channels(proxy.uri(), "c")) {
      try (ActiveFault lossy = proxy.dropMessages(Connections.inbox())) {
        server.admin().number("PUBLISH", "c", "lost");
        eventually().isTrue("lost", () -> proxy.counters().messagesSwallowed() == 1);
        try (RespSubscriber young = RespSubscriber.channels(proxy.uri(), "d")) {
          assertThat(young.messages()).isEmpty(); // and its SUBSCRIBE was answered
        }
        lossy.heal();
      }
      server.admin().number("PUBLISH", "c", "kept");
      assertThat(inbox.next(LONG)).hasValueSatisfying(m -> assertThat(m.text()).isEqualTo("kept"));
      assertThat(inbox.messages()).hasSize(1);
    }
  }
}
