package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.check.Rule;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.nemesis.Battlefield;
import io.holdfast.lock.torture.nemesis.Fault;
import io.holdfast.lock.torture.nemesis.Faults;
import io.holdfast.lock.torture.nemesis.Mercy;
import io.holdfast.lock.torture.nemesis.Nemesis;
import io.holdfast.lock.torture.nemesis.NemesisBuilder;
import io.holdfast.lock.torture.nemesis.NemesisEvent;
import io.holdfast.lock.torture.nemesis.Tempo;
import io.holdfast.lock.torture.workload.Act;
import io.holdfast.lock.torture.workload.Mix;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes use quorum locks in every possible way, while at each moment up to two of the five
 * nodes are killed, frozen, slow, cut off one way or both, full, or in quarantine after a restart
 * with or without their data; and while processes are killed and stand still. The judge then reads
 * all that they wrote.
 */
@ExtendWith(RedisServerExtension.class)
@Timeout(300)
@Tag("long")
class RedHistoryIT {

  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration LENGTH = Duration.ofSeconds(25);
  private static final Duration END = Duration.ofMinutes(2);

  /** A node is out for a lease after it forgot, and clients have to find it again. */
  private static final Mercy MERCY = new Mercy(2, LEASE.plusSeconds(2));

  /** Killed and back with or without data, frozen, 200 ms slow, cut off one way. */
  private static final List<String> PROMISED =
      List.of(
          "restart-persistent",
          "restart-empty",
          "freeze-server",
          "slow",
          "mute-requests",
          "mute-replies");

  @TempDir Path directory;

  private Masters five;

  @BeforeEach
  void start() {
    five = Masters.start(5, index -> RedisServer.builder().appendOnly());
  }

  @AfterEach
  void end() {
    five.close();
  }

  private NemesisBuilder nemesis(RedHistory run, Mercy mercy) {
    return Nemesis.on(Battlefield.of(five).sparing(mercy).lease(LEASE).with(run.workers()))
        .listener(run::happened);
  }

  @Test
  void history_twoOfFiveNodesAreHurtAndProcessesToo_keepsEveryPromise() throws Exception {
    List<NemesisEvent> events = history(Faults.forAQuorum(), LENGTH);
    assertThat(events.stream().map(NemesisEvent::fault).distinct().count()).isGreaterThan(4);
  }

  /** Each of those of which it is said that it does nothing, and two at the same time. */
  @Test
  void history_twoNodesAreKilledFrozenSlowOrCutOffOneWay_keepsEveryPromise() throws Exception {
    List<NemesisEvent> events =
        history(Faults.named(PROMISED.toArray(String[]::new)), LENGTH.multipliedBy(2));
    assertThat(injected(events)).extracting(NemesisEvent::fault).containsAll(PROMISED);
    Map<Integer, Long> together =
        injected(events).stream()
            .collect(Collectors.groupingBy(NemesisEvent::round, Collectors.counting()));
    assertThat(together.values()).filteredOn(count -> count == 2).hasSizeGreaterThan(4);
  }

  private static List<NemesisEvent> injected(List<NemesisEvent> events) {
    return events.stream().filter(event -> event.kind() == NemesisEvent.Kind.INJECTED).toList();
  }

  private List<NemesisEvent> history(List<Fault> faults, Duration length) throws Exception {
    // The faults of nodes keep no process from a lock.
    Bounds bounds =
        Bounds.ofLease(LEASE)
            .bearable(Faults.ofNodes().stream().map(Fault::name).collect(Collectors.toSet()));
    try (RedHistory run = new RedHistory(directory, five, true)) {
      var options = run.options().contention(4, 2).lease(LEASE).seed(1);
      run.start(options)
          .start(options)
          .start(options.pace(Duration.ofMillis(150), Duration.ofMillis(2))) // hurt while it holds
          .awaitReady();
      List<NemesisEvent> events;
      try (Nemesis nemesis =
          nemesis(run, MERCY)
              .faults(faults)
              .tempo(Tempo.ofRun(LENGTH).pressing())
              .seed(14)
              .start(length)) {
        nemesis.await(END);
        events = nemesis.events();
      }
      // All faults are healed: every waiter gets the lock now.
      stays(LEASE, "the last works", run.workers().get(2).process()::isAlive);
      Verdict verdict = run.verdict(bounds);
      System.out.print(verdict.report());
      assertThat(verdict.errors()).as(verdict.report()).isEmpty();
      assertThat(verdict.statistics().holds()).isGreaterThan(100);
      return events;
    }
  }

  /**
   * A test of the judge: without quarantine nodes vote although they have forgotten their votes.
   * The judge detects that.
   */
  @Test
  void history_nodesForgetAndVoteWithoutQuarantine_isCaught() throws Exception {
    Duration lease = Duration.ofSeconds(5);
    Duration milli = Duration.ofMillis(1);
    Tempo tempo =
        new Tempo(
            milli,
            milli.multipliedBy(50),
            milli.multipliedBy(200),
            milli,
            milli.multipliedBy(50),
            80);
    try (RedHistory run = new RedHistory(directory, five, false)) {
      var options =
          run.options()
              .contention(8, 6)
              .lease(lease)
              .seed(1)
              .pace(lease.dividedBy(2), milli.multipliedBy(2))
              .maxWait(milli.multipliedBy(100))
              // Queued processes ask no more; new ones find the gap.
              .mix(Mix.of(Act.TIMED_TRY_LOCK_FIXED));
      run.start(options).start(options).start(options).awaitReady();
      try (Nemesis nemesis =
          nemesis(run, new Mercy(2, Duration.ZERO))
              .faults(Faults.named("restart-empty"))
              .tempo(tempo)
              .seed(4)
              .start(Duration.ofSeconds(15))) {
        nemesis.await(END);
      }
      Verdict verdict = run.verdict(Bounds.ofLease(lease));
      System.out.printf(
          "%d overlaps, %d holds%n",
          verdict.findings(Rule.EXCLUSION).size(), verdict.statistics().holds());
      assertThat(verdict.findings(Rule.EXCLUSION)).as(verdict.report()).isNotEmpty();
    }
  }
}
