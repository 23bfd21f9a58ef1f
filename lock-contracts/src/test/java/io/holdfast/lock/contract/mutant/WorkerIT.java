package io.holdfast.lock.contract.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.check.Examination;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.HistoryReader;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Recording;
import io.holdfast.lock.torture.workload.Act;
import io.holdfast.lock.torture.workload.Mix;
import io.holdfast.lock.torture.workload.WorkerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Workers as processes, with the correct mini lock: how they begin, end and die. */
@ExtendWith(RedisServerExtension.class)
class WorkerIT {

  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration END = Duration.ofMinutes(1);
  @TempDir Path directory;

  private WorkerOptions options(RedisServer server) {
    return WorkerOptions.of(MiniFixture.class.getName(), directory, List.of(server.uri()))
        .contention(3, 1)
        .lease(LEASE)
        .maxWait(Duration.ofMillis(50))
        .interrupts(Duration.ofMillis(5));
  }

  private static void await(JvmProcess worker, String regex) throws InterruptedException {
    worker.awaitLine(Pattern.compile(regex), END);
  }

  private Verdict verdict() {
    return Examination.of(
            directory, Bounds.ofLease(LEASE).handOver(END).answer(END).longestWait(END))
        .verdict();
  }

  private static void assertFound(Verdict verdict) {
    assertThat(verdict.errors()).as(verdict.report()).isEmpty();
  }

  @Test
  void stop_onItsInput_endsInOrder(@FreshServer RedisServer server) throws InterruptedException {
    WorkerOptions options = options(server).mix(Mix.withConditions());
    try (JvmProcess worker = options.command().start()) {
      await(worker, "ready");
      await( // what it does is drawn: of a thousand operations each kind is one
          worker,
          "progress operations=\\d{4,} holds=[1-9]\\d* waits=\\d+ awaits=[1-9]\\d* losses=\\d+");
      worker.send("stop");
      assertThat(worker.exitValue(END)).as("%s", worker.output()).isZero();
      await(worker, "done operations=");
    }
    Verdict verdict = verdict();
    assertFound(verdict);
    assertThat(verdict.statistics().unknownOutcomes()).isZero();
    assertThat(HistoryReader.readAll(directory).calls())
        .extracting(Operation::kind)
        .contains(
            OperationKind.LOCK,
            OperationKind.LOCK_INTERRUPTIBLY,
            OperationKind.TRY_LOCK,
            OperationKind.TIMED_TRY_LOCK,
            OperationKind.RE_ENTER,
            OperationKind.UNLOCK,
            OperationKind.ACQUIRE_HANDLE,
            OperationKind.ACQUIRE_ASYNC,
            OperationKind.CLOSE_HANDLE,
            OperationKind.AWAIT,
            OperationKind.SIGNAL);
    assertThat(HistoryReader.readAll(directory).calls())
        .extracting(operation -> operation.facts().error().orElse(""))
        .contains("", "false", "InterruptedException", "CancellationException");
    assertThat(server.keys("mini:*")).noneMatch(key -> key.endsWith("}"));
  }

  @Test
  void sigterm_endsInOrderWithZero(@FreshServer RedisServer server) throws InterruptedException {
    try (JvmProcess worker = options(server).command().start()) {
      await(worker, "ready");
      assertThat(ProcessHandle.of(worker.pid()).orElseThrow().destroy()).isTrue();
      assertThat(worker.exitValue(END)).as("%s", worker.output()).isZero();
      await(worker, "done operations=");
    }
    assertFound(verdict());
  }

  @Test
  void stop_whileThreadsCannotEnd_saysSo(@FreshServer RedisServer server)
      throws InterruptedException {
    server.admin().number("HSET", MiniScripts.lockKey(WorkerOptions.lockName(0)), "id", "nobody");
    WorkerOptions stuck = options(server).mix(Mix.of(Act.LOCK)).patience(Duration.ofMillis(200));
    try (JvmProcess worker = stuck.command().start()) {
      await(worker, "ready");
      worker.send("stop");
      assertThat(worker.exitValue(END)).isEqualTo(1);
      await(worker, "unfinished .*contender-0");
    }
  }

  @Test
  void fixture_thatDoesNotExist_endsAtOnce(@FreshServer RedisServer server)
      throws InterruptedException {
    WorkerOptions wrong = WorkerOptions.of("no.Such", directory, List.of(server.uri()));
    try (JvmProcess worker = wrong.command().start()) {
      await(worker, "fixture: no.Such cannot be made");
      assertThat(worker.exitValue(END)).isEqualTo(1);
    }
  }

  @Test
  void killedAndFrozenWorkers_ofACorrectLock_leaveNothingToFind(@FreshServer RedisServer server)
      throws InterruptedException {
    WorkerOptions options = options(server).pace(Duration.ofMillis(20), Duration.ofMillis(1));
    HistoryWriter nemesis = HistoryWriter.open(directory);
    try (JvmProcess stays = options.seed(1).command().start();
        JvmProcess freezes = options.seed(2).command().start();
        JvmProcess first = options.seed(3).command().start();
        JvmProcess second = options.seed(4).command().start()) {
      for (JvmProcess worker : List.of(stays, freezes, first, second)) {
        await(worker, "progress");
      }
      first.kill();
      Recording freezing = nemesis.fault("freeze");
      freezes.freeze();
      await(stays, "progress");
      await(stays, "progress");
      freezes.thaw();
      freezing.ok(Facts.none());
      second.kill();
      await(stays, "progress");
      await(stays, "progress");
      stays.send("stop");
      freezes.send("stop");
      assertThat(stays.exitValue(END)).as("%s", stays.output()).isZero();
      assertThat(freezes.exitValue(END)).as("%s", freezes.output()).isZero();
    }
    Verdict verdict = verdict();
    assertFound(verdict);
    assertThat(verdict.statistics().processes()).isEqualTo(5);
    assertThat(verdict.statistics().faults()).isOne();
    assertThat(verdict.statistics().unknownOutcomes()).as("of the killed").isPositive();
  }
}
