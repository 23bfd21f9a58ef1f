package io.holdfast.lock.testkit.proxy;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.lock.testkit.concurrent.LiveThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a proxy is without faults, and connections that end. */
@ExtendWith(RedisServerExtension.class)
class FaultProxyIT {

  private static final Duration SHORT = Duration.ofMillis(150);

  @Test
  void proxy_withoutFaults_passesEverythingOn(TestServer server) {
    try (FaultProxy proxy = FaultProxy.to(server);
        RespClient client = RespClient.connect(proxy.uri())) {
      String big = "x".repeat(3_000_000);
      assertThat(client.text("SET", "k", big)).isEqualTo("OK");
      assertThat(client.text("GET", "k")).isEqualTo(big);
      assertThat(client.array("MGET", "k", "none").get(1)).isNull();

      ProxyCounters counters = proxy.counters();
      assertThat(counters.connections()).isEqualTo(1);
      assertThat(counters.openConnections()).isEqualTo(1);
      assertThat(counters.commands()).isEqualTo(3);
      assertThat(counters.replies()).isEqualTo(3);
      assertThat(counters.bytesToServer()).isBetween(3_000_000L, 3_001_000L);
      assertThat(counters.bytesToClient()).isBetween(6_000_000L, 6_001_000L);
      assertThat(counters.cuts()).isZero();
    }
  }

  @Test
  void client_closes_theServerSeesItsEnd(TestServer server) {
    try (FaultProxy proxy = FaultProxy.to(server)) {
      int before = server.clients().size();
      RespClient client = RespClient.connect(proxy.uri());
      client.text("PING");
      assertThat(server.clients()).hasSize(before + 1);
      client.close();
      eventually().isTrue("gone at the server", () -> server.clients().size() == before);
      assertThat(proxy.counters().openConnections()).isZero();
    }
  }

  @Test
  void server_closes_theClientSeesItsEnd(TestServer server) throws IOException {
    try (FaultProxy proxy = FaultProxy.to(server);
        RawClient client = new RawClient(proxy.port())) {
      assertThat(client.send("QUIT").line()).isEqualTo("+OK");
      assertThat(client.end()).isEqualTo(RawClient.End.FIN);
    }
  }

  @Test
  void uri_ofAServerWithPassword_keepsIt() {
    try (RedisServer server = RedisServer.builder().password("p@ss w:rd").start();
        FaultProxy proxy = FaultProxy.to(server);
        RespClient client = RespClient.connect(proxy.uri())) {
      assertThat(client.text("PING")).isEqualTo("PONG");
      assertThat(proxy.toString()).doesNotContain("ss");
      assertThatExceptionOfType(RespException.class)
          .isThrownBy(
              () -> {
                try (RespClient stranger =
                    RespClient.connect("redis://127.0.0.1:" + proxy.port())) {
                  stranger.text("PING");
                }
              })
          .withMessageContaining("NOAUTH");
    }
  }

  @Test
  void retarget_newConnectionsGoThere_presentOnesStay(
      @FreshServer("a") RedisServer a, @FreshServer("b") RedisServer b) {
    a.admin().text("SET", "who", "a");
    b.admin().text("SET", "who", "b");
    try (FaultProxy proxy = FaultProxy.to(a);
        RespClient old = RespClient.connect(proxy.uri())) {
      assertThat(old.text("GET", "who")).isEqualTo("a");
      proxy.retarget(b);
      assertThat(old.text("GET", "who")).isEqualTo("a");
      try (RespClient young = RespClient.connect(proxy.uri())) {
        assertThat(young.text("GET", "who")).isEqualTo("b");
      }
    }
  }

  @Test
  void targetDown_connectionIsReset_andWorksAfterItsReturn(@FreshServer RedisServer server)
      throws IOException {
    try (FaultProxy proxy = FaultProxy.to(server)) {
      server.kill();
      try (RawClient client = new RawClient(proxy.port())) {
        assertThat(client.end()).isEqualTo(RawClient.End.RST);
      } catch (SocketException e) {
        assertThat(e).hasMessageContaining("reset"); // so fast that even connecting saw it
      }
      server.restart();
      try (RespClient client = RespClient.connect(proxy.uri())) {
        assertThat(client.text("PING")).isEqualTo("PONG");
      }
    }
  }

  @Test
  void cut_eitherWay_bothEndsLearnOfIt(TestServer server) throws IOException {
    int before = server.clients().size();
    for (Cut how : Cut.values()) {
      try (FaultProxy proxy = FaultProxy.to(server);
          RawClient client = new RawClient(proxy.port());
          RawClient other = new RawClient(proxy.port())) {
        client.send("PING").line();
        other.send("PING").line();
        assertThat(proxy.cut(Connections.number(1), how)).isEqualTo(1);
        assertThat(client.end().name()).isEqualTo(how.name());
        eventually().isTrue("one left", () -> server.clients().size() == before + 1);
        assertThat(other.send("PING").line()).isEqualTo("+PONG");
        assertThat(proxy.counters().cuts()).isEqualTo(1);
      }
    }
  }

  @Test
  void cut_clientSideOnly_theServerBelievesInIt(TestServer server) throws IOException {
    try (FaultProxy proxy = FaultProxy.to(server);
        RawClient client = new RawClient(proxy.port())) {
      client.send("SUBSCRIBE c").line();
      proxy.cut(Connections.inbox(), Cut.RST, Side.CLIENT);
      assertThat(client.bytesToEnd()).isLessThan(100);
      assertThat(server.admin().number("PUBLISH", "c", "hello")).isEqualTo(1);
    }
    eventually()
        .isTrue("gone with the proxy", () -> server.admin().number("PUBLISH", "c", "x") == 0);
  }

  @Test
  void cut_serverSideOnly_theClientHasAMuteSocket(TestServer server) throws IOException {
    int before = server.clients().size();
    try (FaultProxy proxy = FaultProxy.to(server);
        RawClient client = new RawClient(proxy.port())) {
      client.send("PING").line();
      proxy.cut(Connections.all(), Cut.FIN, Side.SERVER);
      eventually().isTrue("gone at the server", () -> server.clients().size() == before);
      client.send("PING");
      assertThat(client.isSilentFor(SHORT)).isTrue();
    }
  }

  @Test
  void cutAfterBytes_toServer_exactlyThatManyArrive(TestServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        RawClient client = new RawClient(proxy.port())) {
      client.send("PING").line();
      long before = proxy.counters().bytesToServer();
      Rule rule = proxy.cutAfterBytes(Connections.all(), Direction.TO_SERVER, 15, Cut.RST);
      assertThat(client.send("SET a 1").line()).isEqualTo("+OK"); // 9 bytes
      client.send("SET b 1");
      assertThat(client.end()).isEqualTo(RawClient.End.RST);
      rule.awaitFired(Duration.ofMinutes(1));
      assertThat(proxy.counters().bytesToServer()).isEqualTo(before + 15);
      assertThat(server.keys("?")).containsExactly("a");
    }
  }

  @Test
  void cutAfterBytes_toClient_exactlyThatManyArrive(TestServer server) throws IOException {
    server.admin().text("SET", "k", "x".repeat(10_000));
    try (FaultProxy proxy = FaultProxy.to(server);
        RawClient client = new RawClient(proxy.port())) {
      proxy.cutAfterBytes(Connections.all(), Direction.TO_CLIENT, 5_000, Cut.FIN);
      assertThat(client.send("GET k").bytesToEnd()).isEqualTo(5_000);
      try (RespClient next = RespClient.connect(proxy.uri())) {
        assertThat(next.text("GET", "k")).hasSize(10_000); // once only
      }
    }
  }

  @Test
  void refuseConnections_untilHealed_presentOnesWork(TestServer server) throws IOException {
    try (FaultProxy proxy = FaultProxy.to(server);
        RespClient old = RespClient.connect(proxy.uri())) {
      assertThat(old.text("PING")).isEqualTo("PONG"); // accepted, not only queued by the kernel
      try (ActiveFault refusal = proxy.refuseConnections()) {
        assertThatExceptionOfType(ConnectException.class)
            .isThrownBy(() -> new RawClient(proxy.port()).close());
        assertThat(old.text("PING")).isEqualTo("PONG");
        refusal.heal();
      }
      try (RespClient young = RespClient.connect(proxy.uri())) {
        assertThat(young.text("PING")).isEqualTo("PONG");
      }
    }
  }

  @Test
  void refuseConnections_whileTheyAreRefused_nobodyElseGetsThePort(TestServer server)
      throws IOException {
    try (FaultProxy proxy = FaultProxy.to(server);
        ActiveFault refusal = proxy.refuseConnections();
        ServerSocket another = new ServerSocket()) {
      another.setReuseAddress(true);
      InetAddress here = InetAddress.getLoopbackAddress();
      assertThatExceptionOfType(BindException.class)
          .isThrownBy(() -> another.bind(new InetSocketAddress(here, proxy.port())));
      refusal.heal();
      try (RespClient client = RespClient.connect(proxy.uri())) {
        assertThat(client.text("PING")).isEqualTo("PONG");
      }
    }
  }

  @Test
  void close_twice_cutsClientsAndFreesThePort(TestServer server) throws IOException {
    FaultProxy proxy = FaultProxy.to(server);
    ActiveFault mute = proxy.blackhole(Connections.all());
    Rule rule = proxy.when(Command.any()).holdReply();
    try (RawClient client = new RawClient(proxy.port())) {
      proxy.close();
      proxy.close();
      assertThat(client.end()).isEqualTo(RawClient.End.RST);
    }
    mute.heal();
    rule.close();
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new RawClient(proxy.port()).close());
    assertThatIllegalStateException()
        .isThrownBy(() -> proxy.blackhole(Connections.all()))
        .withMessage("the proxy is closed");
    eventually().isTrue("no thread left", () -> LiveThreads.named("testkit-proxy").isEmpty());
  }

  @Test
  void heal_all_endsFaultsAndRules(TestServer server) {
    try (FaultProxy proxy = FaultProxy.to(server)) {
      proxy.blackhole(Connections.all());
      proxy.refuseConnections();
      proxy.when(Command.any().always()).cutBefore(Cut.RST);
      proxy.cutAfterBytes(Connections.all(), Direction.TO_SERVER, 1, Cut.RST);
      proxy.heal();
      try (RespClient client = RespClient.connect(proxy.uri())) {
        assertThat(client.text("PING")).isEqualTo("PONG");
      }
    }
  }

  @Test
  void connect_noServerAtAll_isSaidByTheClientOnly() {
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(
            () -> {
              try (FaultProxy proxy = FaultProxy.to("127.0.0.1", 1);
                  RespClient client = RespClient.connect(proxy.uri())) {
                client.text("PING");
              }
            });
  }

  @Test
  void arguments_outOfBounds_areRefused(TestServer server) {
    try (FaultProxy proxy = FaultProxy.to(server)) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> proxy.delay(Connections.all(), Direction.TO_CLIENT, SHORT, Duration.ZERO))
          .withMessageContaining("most - least");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> proxy.throttle(Connections.all(), Direction.TO_CLIENT, 0))
          .withMessageContaining("bytesPerSecond: 0");
      assertThatIllegalArgumentException().isThrownBy(() -> Command.any().nth(0));
      assertThatIllegalArgumentException().isThrownBy(() -> Command.any().sometimes(1.1));
      assertThatIllegalArgumentException().isThrownBy(() -> Connections.number(0));
      assertThatIllegalArgumentException().isThrownBy(() -> FaultProxy.to("redis://host"));
    }
  }
}
