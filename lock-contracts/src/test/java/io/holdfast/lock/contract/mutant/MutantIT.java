package io.holdfast.lock.contract.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServers;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.check.Finding;
import io.holdfast.lock.torture.check.Rule;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.workload.Act;
import io.holdfast.lock.torture.workload.Mix;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The checker's own test: locks with one defect each, in processes of their own, on a real server;
 * each defect is found by the rule it breaks. The same runs with the correct lock find nothing.
 */
@Tag("long")
class MutantIT {

  private static final Mix LOCKING =
      Mix.of(Act.LOCK, Act.LOCK, Act.TRY_LOCK, Act.TIMED_TRY_LOCK, Act.RE_ENTER);

  @TempDir Path directory;

  @BeforeEach
  void needsProcesses() {
    Assumptions.assumeTrue(TestServers.whyNotControllable().isEmpty());
  }

  /** A machine that does other things as well may pause for a second or two. */
  private static Bounds bounds(Duration lease) {
    return Bounds.ofLease(lease)
        .handOver(Duration.ofSeconds(4))
        .answer(Duration.ofSeconds(4))
        .longestWait(Duration.ofSeconds(15));
  }

  /** The mutant is caught by this rule; the control by none. */
  private static void assertJudged(Defect defect, Verdict verdict, Rule rule, String words) {
    assertThat(verdict.statistics().holds()).as(verdict.report()).isGreaterThan(5);
    if (defect == Defect.NONE) {
      assertThat(verdict.errors()).as(verdict.report()).isEmpty();
    } else {
      assertThat(verdict.findings(rule))
          .as(verdict.report())
          .extracting(Finding::explanation)
          .anyMatch(explanation -> explanation.contains(words));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "CONSTANT_TOKEN"})
  void tokens_thatNeverChange_areCaught(Defect defect) throws InterruptedException {
    Duration lease = Duration.ofSeconds(3);
    try (RedisServer server = RedisServer.start();
        MiniRun run = new MiniRun(directory, List.of(server), defect, Mischief.NONE)) {
      Verdict verdict =
          run.start(2, options -> options.contention(2, 2).lease(lease).mix(LOCKING))
              .work(Duration.ofSeconds(2))
              .verdict(bounds(lease));
      assertJudged(defect, verdict, Rule.TOKENS, "token 7 was given twice");
      assertThat(verdict.findings(Rule.REGISTER).isEmpty()).isEqualTo(defect == Defect.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "BLIND_COUNT"})
  void requests_thatCountTwice_areCaught(Defect defect) throws InterruptedException {
    Duration lease = Duration.ofSeconds(6); // so long does it stay locked
    try (RedisServer server = RedisServer.start();
        MiniRun run = new MiniRun(directory, List.of(server), defect, Mischief.REPEATS)) {
      Verdict verdict =
          run.start(2, options -> options.contention(2, 4).lease(lease).mix(LOCKING))
              .work(Duration.ofMillis(2500))
              .verdict(bounds(lease));
      assertJudged(defect, verdict, Rule.LINEARIZABILITY, "count 2");
      if (defect != Defect.NONE) {
        assertThat(verdict.findings(Rule.LIVENESS)).as("stays locked").isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "UNCHECKED_RELEASE"})
  void release_ofWhatAnotherHolds_isCaught(Defect defect) throws InterruptedException {
    Duration lease = Duration.ofSeconds(2);
    try (RedisServer server = RedisServer.start();
        MiniRun run = new MiniRun(directory, List.of(server), defect, Mischief.NONE)) {
      Verdict verdict =
          run.start(
                  3,
                  options ->
                      options
                          .contention(1, 1)
                          .lease(lease)
                          .mix(Mix.of(Act.LOCK))
                          .pace(Duration.ofSeconds(4), Duration.ZERO))
              .work(Duration.ofSeconds(20))
              .verdict(bounds(lease));
      assertJudged(defect, verdict, Rule.EXCLUSION, "two owners");
      assertThat(verdict.statistics().leaseOverlaps()).as("owners that overslept").isPositive();
      assertThat(verdict.findings(Rule.LINEARIZABILITY).isEmpty()).isEqualTo(defect == Defect.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "BARE_RETURN"})
  void waits_thatReturnWithoutTheLock_areCaught(Defect defect) throws InterruptedException {
    Duration lease = Duration.ofSeconds(3);
    Mix mix = Mix.of(Act.LOCK, Act.AWAIT, Act.AWAIT, Act.SIGNAL);
    try (RedisServer server = RedisServer.start();
        MiniRun run = new MiniRun(directory, List.of(server), defect, Mischief.NONE)) {
      Verdict verdict =
          run.start(2, options -> options.contention(3, 1).lease(lease).mix(mix))
              .work(Duration.ofSeconds(2))
              .verdict(bounds(lease));
      assertJudged(defect, verdict, Rule.EXCLUSION, "two owners");
      assertThat(verdict.findings(Rule.TOKENS).isEmpty()).isEqualTo(defect == Defect.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "NO_TOMBSTONE"})
  void requests_thatArriveAfterTheirWithdrawal_areCaught(Defect defect)
      throws InterruptedException {
    Duration lease = Duration.ofSeconds(6); // so long is it held by nobody
    Mix mix = Mix.of(Act.LOCK, Act.TIMED_TRY_LOCK);
    try (RedisServer server = RedisServer.start();
        MiniRun run = new MiniRun(directory, List.of(server), defect, Mischief.ARRIVES_LATE)) {
      Verdict verdict =
          run.start(2, options -> options.contention(2, 1).lease(lease).mix(mix))
              .work(Duration.ofSeconds(3))
              .verdict(bounds(lease));
      assertJudged(defect, verdict, Rule.LIVENESS, "was free for");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "NO_REASSERTION"})
  void waiters_whoseMessagesAreLost_areCaughtIfTheySleepOn(Defect defect)
      throws InterruptedException {
    Duration lease = Duration.ofSeconds(2);
    try (RedisServer server = RedisServer.start();
        MiniRun run = new MiniRun(directory, List.of(server), defect, Mischief.NONE)) {
      run.start(
              2,
              options ->
                  options
                      .contention(2, 1)
                      .lease(lease)
                      .mix(Mix.of(Act.LOCK))
                      .pace(Duration.ofMillis(4), Duration.ofMillis(20))
                      .patience(Duration.ofSeconds(3)))
          .work(Duration.ofMillis(300));
      assertThat(server.killClients("pubsub")).isEqualTo(2);
      Verdict verdict =
          run.work(Duration.ofSeconds(4)).verdict(bounds(lease).longestWait(Duration.ofSeconds(4)));
      assertJudged(defect, verdict, Rule.LIVENESS, "had not ended when its process was last seen");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "PLAIN_INCR"})
  void tokens_afterAFailOverThatLostWrites_areCaughtIfTheyRepeat(Defect defect)
      throws InterruptedException {
    Duration lease = Duration.ofSeconds(2);
    try (RedisServer master =
            RedisServer.builder().directive("repl-diskless-sync-delay", "0").start();
        RedisServer replica =
            RedisServer.builder()
                .directive("replicaof", "127.0.0.1", Integer.toString(master.port()))
                .start();
        MiniRun run = new MiniRun(directory, List.of(master, replica), defect, Mischief.NONE)) {
      Eventually.eventually()
          .isTrue(
              "the replica is in step",
              () -> "up".equals(replica.info("replication").get("master_link_status")));
      run.start(2, options -> options.contention(2, 1).lease(lease).mix(LOCKING))
          .work(Duration.ofMillis(500));

      replica.admin().text("REPLICAOF", "NO", "ONE"); // nothing reaches it any more
      run.work(Duration.ofSeconds(1)); // tokens that it will know nothing of
      master.kill();

      Verdict verdict = run.work(Duration.ofSeconds(5)).verdict(bounds(lease).losingData());
      assertJudged(defect, verdict, Rule.TOKENS, "was given twice");
    }
  }
}
