package io.holdfast.lock.testkit.proxy;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What happens to certain commands. */
@ExtendWith(RedisServerExtension.class)
class RulesIT {

  private static final Duration SHORT = Duration.ofMillis(150);
  private static final Duration LONG = Duration.ofMinutes(1);

  private TestServer server;
  private FaultProxy proxy;
  private RawClient client;

  @BeforeEach
  void open(TestServer shared) throws IOException {
    server = shared;
    proxy = FaultProxy.to(server);
    client = new RawClient(proxy.port());
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    proxy.close();
  }

  @Test
  void dropReply_ofTheThird_itIsExecutedAndNothingComesAnyMore() throws Exception {
    Rule rule = proxy.when(Command.named("incr").nth(3)).dropReply();
    client.send("INCR k", "PING", "INCR k", "INCR k", "INCR k");
    assertThat(client.line()).isEqualTo(":1");
    assertThat(client.line()).isEqualTo("+PONG");
    assertThat(client.line()).isEqualTo(":2");
    rule.awaitFired(LONG);
    assertThat(client.isSilentFor(SHORT)).isTrue();
    eventually().isTrue("all executed", () -> "4".equals(server.admin().text("GET", "k")));
    assertThat(rule.fired()).isEqualTo(1);
    eventually().isTrue("both lost", () -> proxy.counters().repliesSwallowed() == 2);

    try (RespClient next = RespClient.connect(proxy.uri())) {
      assertThat(next.number("INCR", "k")).isEqualTo(5); // other connections are as before
    }
    rule.close();
    assertThat(client.end()).isEqualTo(RawClient.End.RST);
  }

  @Test
  void cutInsteadOfReply_eitherWay_itIsExecuted() throws Exception {
    for (Cut how : Cut.values()) {
      try (RawClient one = new RawClient(proxy.port())) {
        Rule rule = proxy.when(Command.named("INCR")).cutInsteadOfReply(how);
        one.send("PING", "INCR k");
        assertThat(one.line()).isEqualTo("+PONG");
        assertThat(one.end().name()).isEqualTo(how.name());
        rule.awaitFired(LONG);
      }
    }
    assertThat(server.admin().text("GET", "k")).isEqualTo("2");
  }

  @Test
  void cutBefore_eitherWay_itIsNotExecuted() throws Exception {
    for (Cut how : Cut.values()) {
      try (RawClient one = new RawClient(proxy.port())) {
        Rule rule = proxy.when(Command.named("SET")).cutBefore(how);
        one.send("PING").line();
        one.send("INCR before", "SET k 1", "SET l 1");
        assertThat(one.bytesToEnd()).isLessThanOrEqualTo(4); // ":1", if it was fast
        rule.awaitFired(LONG);
      }
    }
    eventually().isTrue("before", () -> "2".equals(server.admin().text("GET", "before")));
    assertThat(server.keys("*")).containsExactly("before");
  }

  @Test
  void cutAfterReply_itIsTheLastToCome() throws Exception {
    Rule rule = proxy.when(Command.named("SET")).cutAfterReply(Cut.FIN);
    client.send("SET k 1", "PING");
    assertThat(client.line()).isEqualTo("+OK");
    assertThat(client.end()).isEqualTo(RawClient.End.FIN);
    rule.awaitFired(LONG);
  }

  @Test
  void cutAfterReply_firstOnesAreOverAMuteConnection_theNextIsCut() throws Exception {
    Rule mute = proxy.when(Command.named("INCR")).dropReply();
    client.send("INCR k");
    mute.awaitFired(LONG);
    Rule rule = proxy.when(Command.named("SET")).cutAfterReply(Cut.FIN);
    client.send("SET k 1", "SET k 2");
    eventually().isTrue("lost", () -> proxy.counters().repliesSwallowed() == 3);
    assertTheNextIsCut(rule);
  }

  @Test
  void cutAfterReply_firstOneIsNotAnsweredBeforeItsClientGoes_theNextIsCut() throws Exception {
    Rule rule = proxy.when(Command.any()).cutAfterReply(Cut.FIN);
    client.send("BLPOP nothing 0");
    eventually()
        .isTrue(
            "asked", () -> server.admin().text("INFO", "clients").contains("blocked_clients:1"));
    try (RespClient other = RespClient.connect(proxy.uri())) {
      other.text("SET", "k", "between");
    }
    client.close();
    assertTheNextIsCut(rule);
  }

  @Test
  void cutAfterReply_serverIsCutOffBeforeItsReply_theNextIsCut() throws Exception {
    Rule first = proxy.when(Command.named("INCR")).cutInsteadOfReply(Cut.FIN, Side.SERVER);
    Rule rule = proxy.when(Command.named("SET")).cutAfterReply(Cut.FIN);
    client.send("INCR k", "SET k 1");
    first.awaitFired(LONG);
    assertTheNextIsCut(rule);
  }

  @Test
  void cutAfterReply_clientGoesWhenItHasAsked_itOrTheNextIsCut() throws Exception {
    for (int i = 0; i < 20; i++) {
      Rule rule = proxy.when(Command.named("SET")).cutAfterReply(Cut.FIN);
      try (RawClient gone = new RawClient(proxy.port())) {
        gone.send("SET k 1");
      }
      assertTheNextIsCut(rule);
    }
  }

  /** Or one of those behind it: the proxy may hear a little later that a connection is over. */
  private void assertTheNextIsCut(Rule rule) throws Exception {
    for (int i = 0; i < 100 && rule.fired() == 0; i++) {
      try (RawClient next = new RawClient(proxy.port())) {
        next.send("SET k 1");
        assertThat(next.line()).isEqualTo("+OK");
      }
    }
    rule.awaitFired(LONG);
  }

  @Test
  void cutInsteadOfReply_serverSideOnly_theClientWaitsForEver() throws Exception {
    Rule rule = proxy.when(Command.named("SET")).cutInsteadOfReply(Cut.FIN, Side.SERVER);
    client.send("SET k 1");
    rule.awaitFired(LONG);
    assertThat(client.isSilentFor(SHORT)).isTrue();
    assertThat(server.keys("*")).containsExactly("k");
  }

  @Test
  void holdCommand_isExecutedWhenReleased_alsoIfTheClientIsGone() throws Exception {
    Rule rule = proxy.when(Command.named("SET")).holdCommand();
    client.send("SET k late", "INCR behind");
    rule.awaitFired(LONG);
    assertThat(client.isSilentFor(SHORT)).isTrue();
    client.close();
    try (RespClient other = RespClient.connect(proxy.uri())) {
      assertThat(other.text("SET", "k", "early")).isEqualTo("OK"); // the rule was for one
      assertThat(server.keys("*")).containsExactly("k");
      rule.release();
      eventually().isTrue("late", () -> "late".equals(server.admin().text("GET", "k")));
      eventually().isTrue("behind", () -> server.keys("*").contains("behind"));
    }
  }

  @Test
  void holdReply_comesWhenReleased_andWhatIsBehindItToo() throws Exception {
    Rule rule = proxy.when(Command.named("SET").withArgument("k")).holdReply();
    client.send("SET j 1", "SET k 1", "PING");
    assertThat(client.line()).isEqualTo("+OK");
    rule.awaitFired(LONG);
    assertThat(server.keys("*")).containsExactly("j", "k");
    assertThat(client.isSilentFor(SHORT)).isTrue();
    rule.release();
    assertThat(client.line()).isEqualTo("+OK");
    assertThat(client.line()).isEqualTo("+PONG");
  }

  @Test
  void delayReply_comesLater() throws Exception {
    Rule rule = proxy.when(Command.named("SET").withArgumentContaining("der:4")).delayReply(SHORT);
    long start = System.nanoTime();
    assertThat(client.send("SET order:42 1").line()).isEqualTo("+OK");
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(client.send("SET order:42 1").line()).isEqualTo("+OK");
    assertThat(rule.fired()).isEqualTo(1); // only the first
  }

  @Test
  void observe_onlyCounts() throws Exception {
    Rule sets = proxy.when(Command.named("SET").always()).observe();
    Rule configs = proxy.when(Command.named("config get").always()).observe();
    Rule never = proxy.when(Command.named("SET").withArgument("z").always()).observe();
    client.send("SET a 1", "SET b 1", "CONFIG GET none", "CONFIG RESETSTAT");
    for (int i = 0; i < 4; i++) {
      client.line();
    }
    assertThat(sets.fired()).isEqualTo(2);
    assertThat(configs.fired()).isEqualTo(1);
    assertThat(configs.future()).isCompleted();
    assertThat(never.future()).isNotDone();
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> never.awaitFired(Duration.ofMillis(1)))
        .withMessageContaining("SET with argument z");
    sets.close();
    client.send("SET a 1").line();
    assertThat(sets.fired()).isEqualTo(2);
  }

  @Test
  void on_oneConnection_othersAreNotCounted() throws Exception {
    Rule rule = proxy.when(Command.named("SET").on(Connections.number(2)).always()).observe();
    Rule inbox = proxy.when(Command.any().on(Connections.inbox()).always()).observe();
    try (RawClient second = new RawClient(proxy.port())) {
      client.send("SET a 1").line();
      second.send("SET a 1").line();
      second.send("SUBSCRIBE c").line();
      eventually().isTrue("seen", () -> inbox.fired() == 1);
      assertThat(rule.fired()).isEqualTo(1);
    }
  }

  @Test
  void sometimes_sameSeed_sameCommands() throws Exception {
    List<List<Integer>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      proxy.seed(4711);
      List<Integer> hit = new ArrayList<>();
      try (Rule rule = proxy.when(Command.named("ECHO").sometimes(0.3)).observe()) {
        for (int i = 0; i < 40; i++) {
          long before = rule.fired();
          client.send("ECHO x").line();
          client.line();
          if (rule.fired() > before) {
            hit.add(i);
          }
        }
      }
      runs.add(hit);
    }
    assertThat(runs.get(0)).hasSizeBetween(4, 25).isEqualTo(runs.get(1));
  }
}
