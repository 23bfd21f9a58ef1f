package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.check.Examination;
import io.holdfast.lock.torture.check.Rule;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.history.HistoryReader;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.history.Mode;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Recording;
import io.holdfast.lock.torture.workload.Act;
import io.holdfast.lock.torture.workload.Mix;
import io.holdfast.lock.torture.workload.WorkerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes read and write in every possible way, with time-outs and interrupts, while some are
 * killed and some stand still for longer than their leases. The judge examines all that they did:
 * it must have an order that a lock in one process could have shown.
 */
@ExtendWith(RedisServerExtension.class)
public abstract class ReadWriteExclusionContract implements HasWorkload {

  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration END = Duration.ofSeconds(60);

  /** Long enough that a thread is inside when its process stands still or dies. */
  private static final Duration LONG_SECTION = Duration.ofMillis(6);

  @TempDir Path directory;

  private final List<JvmProcess> workers = new ArrayList<>();
  private int seed;

  /** The location of the locks, as told to the fixture. */
  protected List<String> servers(TestServer server) {
    return List.of(server.clientUri());
  }

  @AfterEach
  void endWorkers() {
    workers.forEach(JvmProcess::close);
  }

  private WorkerOptions options(TestServer server, Mix mix) {
    return WorkerOptions.of(workload().getName(), directory, servers(server))
        .contention(4, 1)
        .lease(LEASE)
        .maxWait(Duration.ofMillis(100))
        .interrupts(Duration.ofMillis(20))
        .mix(mix);
  }

  private JvmProcess start(WorkerOptions options) throws InterruptedException {
    JvmProcess worker = started(options.seed(++seed).command());
    workers.add(worker);
    worker.awaitLine(Pattern.compile("^ready"), END);
    return worker;
  }

  private void letWork(Duration length) {
    stays(length, "the first goes on", workers.get(0)::isAlive);
  }

  private Verdict verdict() throws InterruptedException {
    List<JvmProcess> alive = workers.stream().filter(JvmProcess::isAlive).toList();
    alive.forEach(worker -> worker.send("stop"));
    for (JvmProcess worker : alive) {
      assertThat(worker.exitValue(END)).as("%s", worker.output()).isZero();
    }
    return Examination.of(
            directory,
            Bounds.ofLease(LEASE)
                .handOver(Duration.ofSeconds(3))
                .answer(Duration.ofSeconds(3))
                .longestWait(Duration.ofSeconds(20)))
        .verdict();
  }

  private static long count(History history, Mode mode) {
    return history.calls().stream()
        .filter(Operation::isOk)
        .filter(operation -> operation.kind().mode() == mode)
        .count();
  }

  private void assertExamined(Verdict verdict) {
    System.out.print(verdict.report());
    assertThat(verdict.errors()).as(verdict.report()).isEmpty();
    assertThat(verdict.findings(Rule.LINEARIZABILITY)).as("undecided").isEmpty();
    History history = HistoryReader.readAll(directory);
    assertThat(count(history, Mode.SHARED)).as("calls of readers").isGreaterThan(500);
    assertThat(count(history, Mode.EXCLUSIVE)).as("calls of writers").isGreaterThan(200);
    assertThat(history.calls().stream().filter(call -> call.kind() == OperationKind.UPGRADE))
        .as("upgrades")
        .isNotEmpty();
  }

  @Test
  @DisplayName("failures 56, 57, 66: readers and writers are killed and stand still")
  void history_processesAreKilledAndFrozen_hasAnOrder(TestServer server) throws Exception {
    WorkerOptions options =
        options(server, Mix.readWrite()).pace(LONG_SECTION, Duration.ofMillis(2));
    HistoryWriter nemesis = HistoryWriter.open(directory);
    start(options); // nothing happens to it
    JvmProcess freezing = start(options);
    JvmProcess doomed = start(options);
    letWork(LEASE);
    for (int round = 0; round < 3; round++) {
      Recording frozen = nemesis.fault("freeze-worker");
      freezing.freeze();
      letWork(LEASE.multipliedBy(2)); // longer than a lease
      freezing.thaw();
      frozen.ok(Facts.none());
      Recording killed = nemesis.fault("kill-worker");
      doomed.kill();
      killed.ok(Facts.none());
      doomed = start(options);
      letWork(LEASE);
    }
    Verdict verdict = verdict();
    assertExamined(verdict);
    assertThat(verdict.statistics().unknownOutcomes()).as("of the killed").isPositive();
  }

  @Test
  void history_manyReadersAndFewWriters_hasAnOrder(TestServer server) throws Exception {
    Mix mix =
        Mix.of(
            Act.READ_LOCK,
            Act.READ_LOCK,
            Act.READ_LOCK,
            Act.READ_LOCK_INTERRUPTIBLY,
            Act.READ_TIMED_TRY_LOCK,
            Act.READ_HANDLE,
            Act.READ_ASYNC,
            Act.READ_RE_ENTER,
            Act.UPGRADE,
            Act.DOWNGRADE,
            Act.LOCK,
            Act.TIMED_TRY_LOCK);
    WorkerOptions options = options(server, mix).contention(6, 1);
    for (int i = 0; i < 3; i++) {
      start(options);
    }
    letWork(LEASE.multipliedBy(4));
    assertExamined(verdict());
  }
}
