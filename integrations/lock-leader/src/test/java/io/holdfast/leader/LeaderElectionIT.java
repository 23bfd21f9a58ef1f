package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.leader.TokenLog.Line;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.redlock.RedLockSettings;
import io.holdfast.lock.redlock.RedLocks;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class LeaderElectionIT {

  /** So long that only a release can have freed the lock. */
  private static final HoldfastSettings LONG =
      HoldfastSettings.builder().lease(Duration.ofMinutes(10)).build();

  private static final HoldfastSettings SHORT =
      HoldfastSettings.builder().lease(Duration.ofSeconds(2)).build();

  private static void awaitWaiting(DistributedLock lock) {
    eventually().isTrue("one waits", () -> lock.inspect().queueLength() == 1);
  }

  // ---- three processes

  private static JvmProcess candidate(RedisServer server, RedisServer log, String name) {
    return JvmProcess.start(CandidateProcess.class, server.uri(), log.uri(), name);
  }

  private static Line awaitLeader(TokenLog log, Predicate<Line> wanted) {
    return eventually()
        .expect("another leader", log::taken, all -> !all.isEmpty() && wanted.test(last(all)))
        .stream()
        .reduce((before, after) -> after)
        .orElseThrow();
  }

  private static Line last(List<Line> lines) {
    return lines.get(lines.size() - 1);
  }

  @Test
  void leader_resignsOrIsFrozenForgottenOrKilled_isFollowedByOneWithAGreaterToken(
      @FreshServer RedisServer server, @FreshServer("log") RedisServer logServer) throws Exception {
    try (TokenLog log = new TokenLog(logServer.uri());
        JvmProcess a = candidate(server, logServer, "a");
        JvmProcess b = candidate(server, logServer, "b");
        JvmProcess c = candidate(server, logServer, "c")) {
      Map<String, JvmProcess> all = Map.of("a", a, "b", b, "c", c);
      for (JvmProcess one : all.values()) {
        one.awaitLine("ready");
      }

      Line resigned = awaitLeader(log, any -> true);
      all.get(resigned.leader()).send("resign");
      all.get(resigned.leader()).awaitLine("over %s -, written: true".formatted(resigned.token()));
      Line frozen = awaitLeader(log, line -> line.token() > resigned.token());

      all.get(frozen.leader()).freeze();
      awaitLeader(log, line -> !line.leader().equals(frozen.leader()));
      all.get(frozen.leader()).thaw();
      all.get(frozen.leader()).awaitLine("over %s .*, written: false".formatted(frozen.token()));

      Line forgotten = last(log.taken());
      server.admin().command("FLUSHALL");
      Line killed = awaitLeader(log, line -> line.token() > forgotten.token());

      all.get(killed.leader()).kill();
      awaitLeader(log, line -> !line.leader().equals(killed.leader()));

      assertThat(log.refused()).contains(frozen);
      assertThat(log.refused())
          .as("nobody else writes after the next leader")
          .extracting(Line::token)
          .isSubsetOf(frozen.token(), forgotten.token());
      assertNeverTwoLeaders(log.taken());
    }
  }

  /** Each token is that of one leader. */
  private static void assertNeverTwoLeaders(List<Line> taken) {
    Map<Long, String> leaders = new HashMap<>();
    for (Line line : taken) {
      assertThat(leaders.computeIfAbsent(line.token(), token -> line.leader()))
          .as("the only leader with the token %s", line.token())
          .isEqualTo(line.leader());
    }
    assertThat(leaders).hasSizeGreaterThanOrEqualTo(5);
  }

  // ---- in this process

  @Test
  void leader_resignsOrCloses_isFollowedByMessage(TestServer server) {
    Heard heard = new Heard();
    Heard otherHeard = new Heard();
    try (HoldfastClient here = HoldfastClient.connect(LONG, server.uri());
        HoldfastClient there = HoldfastClient.connect(LONG, server.uri());
        LeaderElection first = LeaderElection.start(here.lock("billing"), heard)) {
      Leadership one = heard.term(1);
      try (LeaderElection second = LeaderElection.start(there.lock("billing"), otherHeard)) {
        awaitWaiting(here.lock("billing"));

        one.resign();
        Leadership two = otherHeard.term(1);
        awaitWaiting(here.lock("billing"));
        assertThat(second.leadership()).containsSame(two);

        second.close();
        Leadership three = heard.term(2);
        assertThat(List.of(one.token(), two.token(), three.token())).isSorted();
        assertThat(first.leadership()).containsSame(three);
      }
    }
  }

  /** The server is frozen meanwhile, so it can have given the lock to nobody. */
  @Test
  void leader_serverDoesNotAnswer_isRevokedBeforeAnotherCanLead(@FreshServer RedisServer server) {
    Heard heard = new Heard();
    try (HoldfastClient client = HoldfastClient.connect(SHORT, server.uri());
        LeaderElection election = LeaderElection.start(client.lock("billing"), heard)) {
      Leadership lost = heard.term(1);

      server.freeze();

      heard.awaitCalls(2);
      assertThat(lost.isValid()).isFalse();
      assertThat(lost.lossCause()).contains(LossCause.EXPIRED);
      stays(
          Duration.ofMillis(200),
          "nobody leads without a server",
          () -> election.leadership().isEmpty());
      server.thaw();
      assertThat(heard.term(2).token()).isGreaterThan(lost.token());
    }
  }

  /** A newcomer may overtake at a quorum, so the leader resigns until another follows. */
  @Test
  void leader_ofAQuorum_isFollowedWhenItResigns() {
    RedLockSettings settings = RedLockSettings.builder().quarantine(false).build();
    Heard heard = new Heard();
    Heard otherHeard = new Heard();
    try (Masters masters = Masters.start(3);
        RedLocks here = quorum(settings, masters);
        RedLocks there = quorum(settings, masters);
        LeaderElection first = LeaderElection.start(here.get("billing"), heard)) {
      heard.term(1);
      try (LeaderElection second = LeaderElection.start(there.get("billing"), otherHeard)) {
        resignUntil(otherHeard, first);
        masters.server(0).kill();
        int terms = heard.terms();

        second.close();

        Leadership last = heard.term(terms + 1);
        assertThat(last.token()).isGreaterThan(otherHeard.term(otherHeard.terms()).token());
        assertThat(first.leadership()).containsSame(last);
      }
    }
  }

  private static RedLocks quorum(RedLockSettings settings, Masters masters) {
    return RedLocks.connect(
        settings, HoldfastSettings.defaults(), masters.uris().toArray(String[]::new));
  }

  private static void resignUntil(Heard other, LeaderElection leader) {
    eventually()
        .isTrue(
            "another leads",
            () -> {
              leader.leadership().ifPresent(Leadership::resign);
              return other.terms() > 0;
            });
  }
}
