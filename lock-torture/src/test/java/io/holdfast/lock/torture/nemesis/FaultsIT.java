package io.holdfast.lock.torture.nemesis;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.RedisBinary;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.ServerClock;
import io.holdfast.lock.testkit.server.TestServers;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.testkit.topology.Masters;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every fault of the catalogue bites, and is gone when healed. */
class FaultsIT {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(300);

  private RedisServer server;
  private FaultProxy proxy;
  private Battlefield field;

  @BeforeEach
  void start() {
    TestServers.whyNotControllable().ifPresent(why -> Assumptions.assumeTrue(false, why));
    server = RedisServer.builder().appendOnly().start();
    proxy = FaultProxy.to(server);
    field = Battlefield.of(server, proxy);
  }

  @AfterEach
  void end() {
    proxy.close();
    server.close();
  }

  private Healing inject(String name) throws Exception {
    return Faults.named(name).get(0).inject(field, new Random(1), LONG);
  }

  /** The result of a command on a new connection: its reply, its error code, or {@code none}. */
  private static String outcomeAt(String uri, Duration patience, String... words) {
    try (RespClient client = RespClient.connect(uri, patience)) {
      return String.valueOf(client.command(words));
    } catch (RespException e) {
      return e.code();
    } catch (UncheckedIOException e) {
      return "none";
    }
  }

  private String outcome(String... words) {
    return outcomeAt(proxy.uri(), LONG, words);
  }

  private String outcomeSoon(String... words) {
    return outcomeAt(proxy.uri(), SHORT, words);
  }

  private void assertWorks() {
    within(LONG).isTrue("works again", () -> outcomeSoon("SET", "works", "v").equals("OK"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"drop-replies", "blackhole", "mute-replies", "mute-requests", "freeze-server"})
  void silence_noReplyUntilHealed(String name) throws Exception {
    Healing healing = inject(name);
    assertThat(outcomeSoon("SET", "k", "v")).isEqualTo("none");
    healing.heal();
    assertWorks();
    within(LONG).isTrue("executed, be it late", () -> server.keys("k").size() == 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fin", "rst"})
  void cut_presentConnectionsBreak_andLaterOnesNowAndThen(String name) throws Exception {
    try (RespClient client = RespClient.connect(proxy.uri())) {
      client.text("PING");
      Healing healing = inject(name);
      within(LONG).isTrue("broken", () -> !client.isOpen());
      long lost = 0;
      for (int i = 0; i < 400; i++) {
        lost += outcome("INCR", "k").equals("none") ? 1 : 0;
      }
      assertThat(lost).isBetween(1L, 40L);
      assertThat(server.admin().text("GET", "k")).isEqualTo("400"); // all executed
      healing.heal();
      for (int i = 0; i < 100; i++) {
        assertThat(outcome("PING")).isEqualTo("PONG");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"latency 50", "slow 200"})
  void delay_isFelt(String nameAndMillis) throws Exception {
    String[] words = nameAndMillis.split(" ", -1);
    Healing healing = inject(words[0]);
    try (RespClient client = RespClient.connect(proxy.uri())) {
      long start = System.nanoTime();
      client.text("PING");
      assertThat(System.nanoTime() - start)
          .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words[1])));
    }
    healing.heal();
    assertWorks();
  }

  @Test
  void resubscribeStorm_nobodyStaysSubscribed() throws Exception {
    try (RespSubscriber before = RespSubscriber.channels(proxy.uri(), "c")) {
      Healing healing = inject("resubscribe-storm");
      within(LONG).isTrue("thrown out", () -> server.admin().number("PUBLISH", "c", "x") == 0);
      try (RespSubscriber young = RespSubscriber.channels(proxy.uri(), "c")) {
        within(LONG).isTrue("thrown out", () -> server.admin().number("PUBLISH", "c", "x") == 0);
        assertThat(young.messages()).isEmpty();
      }
      healing.heal();
      assertThat(before.messages()).isEmpty();
    }
    try (RespSubscriber after = RespSubscriber.channels(proxy.uri(), "c")) {
      assertThat(server.admin().number("PUBLISH", "c", "x")).isEqualTo(1);
      assertThat(after.next(LONG)).isPresent();
    }
  }

  @Test
  void restart_withItsDataOrEmpty() throws Exception {
    server.admin().text("SET", "k", "v");
    long pid = server.pid();
    Healing persistent = inject("restart-persistent");
    assertThat(server.isRunning()).isFalse();
    persistent.heal();
    persistent.heal(); // a healing may be repeated
    assertThat(server.pid()).isNotEqualTo(pid);
    assertThat(outcome("GET", "k")).isEqualTo("v");

    Healing empty = inject("restart-empty");
    assertThat(outcome("PING")).isEqualTo("none");
    empty.heal();
    assertThat(outcome("GET", "k")).isEqualTo("null");
  }

  @Test
  void scriptFlush_scriptsAreForgotten() throws Exception {
    String sha = server.admin().text("SCRIPT", "LOAD", "return 1");
    inject("script-flush").heal();
    assertThat(outcome("EVALSHA", sha, "0")).isEqualTo("NOSCRIPT");
  }

  @Test
  void killClients_ofATypeOrAll_whateverTheSeed() throws Exception {
    Set<String> broken = new HashSet<>();
    for (int seed = 0; broken.size() < 3 && seed < 50; seed++) {
      try (RespClient normal = RespClient.connect(server.uri());
          RespSubscriber inbox = RespSubscriber.channels(server.uri(), "c")) {
        Faults.named("kill-clients").get(0).inject(field, new Random(seed), SHORT);
        boolean isInboxGone = server.admin().number("PUBLISH", "c", "x") == 0;
        broken.add((normal.isOpen() ? "" : "normal ") + (isInboxGone ? "inbox" : ""));
        assertThat(inbox.messages()).hasSizeLessThan(2);
      }
    }
    assertThat(broken).containsExactlyInAnyOrder("normal ", "inbox", "normal inbox");
  }

  @ParameterizedTest
  @ValueSource(strings = {"out-of-memory OOM", "busy BUSY"})
  void refusal_ofWrites_untilHealed(String nameAndCode) throws Exception {
    String[] words = nameAndCode.split(" ", -1);
    Healing healing = inject(words[0]);
    assertThat(outcome("SET", "k", "v")).isEqualTo(words[1]);
    healing.heal();
    assertThat(outcome("SET", "k", "v")).isEqualTo("OK");
  }

  @Test
  void failover_theLastWritesAreLost_theAddressStays() throws Exception {
    try (MasterWithReplica pair = MasterWithReplica.start()) {
      field = Battlefield.of(pair);
      assertThat(outcomeAt(pair.uri(), LONG, "SET", "kept", "v")).isEqualTo("OK");
      pair.awaitInSync();
      RedisServer old = pair.master();
      Healing healing = inject("failover");
      assertThat(pair.master()).isNotSameAs(old);
      assertThat(outcomeAt(pair.uri(), LONG, "GET", "kept")).isEqualTo("v");
      healing.heal();
      assertThat(pair.replica()).isSameAs(old);
      assertThat(old.keys("*")).containsExactly("kept");
    }
  }

  @Test
  void clockJump_eitherWay_andBack() throws Exception {
    Optional<String> whyNot = ServerClock.whyNot(RedisBinary.locate());
    Assumptions.assumeTrue(whyNot.isEmpty(), () -> whyNot.orElse(""));
    try (ServerClock clock = ServerClock.create();
        RedisServer shifted = RedisServer.builder().clock(clock).start();
        FaultProxy before = FaultProxy.to(shifted)) {
      field = Battlefield.of(shifted, before);
      Set<Boolean> directions = new HashSet<>();
      for (int seed = 0; seed < 20; seed++) {
        Healing healing = Faults.named("clock-jump").get(0).inject(field, new Random(seed), SHORT);
        assertThat(clock.offset().abs()).isBetween(Duration.ofMillis(100), Duration.ofMinutes(5));
        directions.add(clock.offset().isNegative());
        healing.heal();
        assertThat(clock.offset()).isEqualTo(Duration.ZERO);
      }
      assertThat(directions).hasSize(2);
    }
  }

  @Test
  void worker_isFrozenAndKilled_andThereAgain() throws Exception {
    try (JvmWorker worker = Worker.jvm(() -> JvmProcess.start(Counting.class))) {
      field = field.with(List.of(worker));
      worker.process().awaitLine("1");
      Healing thawing = inject("freeze-worker");
      within(LONG).isTrue("silent", () -> saysNothingFor(SHORT, worker)); // thirty times its beat
      int said = worker.process().output().size();
      thawing.heal();
      within(LONG).isTrue("goes on", () -> worker.process().output().size() > said);

      long pid = worker.pid();
      Healing rebirth = inject("kill-worker");
      assertThat(worker.process().isAlive()).isFalse();
      rebirth.heal();
      rebirth.heal();
      assertThat(worker.pid()).isNotEqualTo(pid);
      worker.process().awaitLine("1");
    }
  }

  /** Earlier output may still be on its way. */
  private static boolean saysNothingFor(Duration time, JvmWorker worker) {
    int said = worker.process().output().size();
    long start = System.nanoTime();
    while (System.nanoTime() - start < time.toNanos()) {
      if (worker.process().output().size() != said) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }

  /** Counts aloud. */
  static final class Counting {
    public static void main(String[] arguments) {
      for (int i = 1; i < 6_000; i++) {
        System.out.println(i);
        LockSupport.parkNanos(10_000_000);
      }
    }
  }

  @Test
  void offers_areWhatIsThere() {
    assertThat(field.offers()).containsExactlyInAnyOrder(Need.SERVER, Need.PERSISTENCE, Need.PROXY);
    try (Masters masters = Masters.start(2)) {
      Battlefield quorum = Battlefield.of(masters);
      assertThat(quorum.nodes()).hasSize(2);
      assertThat(quorum.offers()).containsExactlyInAnyOrder(Need.SERVER, Need.PROXY);
      assertThat(
              new Random(1)
                  .ints(20)
                  .mapToObj(seed -> quorum.anyNode(new Random(seed), Need.PROXY).toString())
                  .collect(Collectors.toSet()))
          .hasSize(2);
    }
  }
}
