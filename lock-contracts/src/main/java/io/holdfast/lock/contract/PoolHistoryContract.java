package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.check.Examination;
import io.holdfast.lock.torture.check.Residue;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.history.HistoryReader;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Recording;
import io.holdfast.lock.torture.workload.Mix;
import io.holdfast.lock.torture.workload.WorkerOptions;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes take permits in every possible way, with time-outs and interrupts, and change how many
 * there are, while some are killed and some stand still for longer than their leases. At every
 * moment no more permits are out than there are, and in the end exactly as many are free.
 */
@ExtendWith(RedisServerExtension.class)
public abstract class PoolHistoryContract implements HasWorkload {

  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration END = Duration.ofSeconds(60);
  private static final int SIZE = WorkerOptions.POOL_SIZE;

  @TempDir Path directory;

  private final List<JvmProcess> workers = new ArrayList<>();
  private int seed;

  @AfterEach
  void endWorkers() {
    workers.forEach(JvmProcess::close);
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

  private void stopAll() throws InterruptedException {
    List<JvmProcess> alive = workers.stream().filter(JvmProcess::isAlive).toList();
    alive.forEach(worker -> worker.send("stop"));
    for (JvmProcess worker : alive) {
      assertThat(worker.exitValue(END)).as("%s", worker.output()).isZero();
    }
  }

  /** After all processes and all leases have ended: the pool has all its permits, and no more. */
  private static int count(PermitPool pool) {
    eventually()
        .expect(
            "nobody has permits or waits",
            pool::inspect,
            state -> state.holders().isEmpty() && state.queueLength() == 0);
    PoolInspection state = pool.inspect();
    PoolSuite.assertExactly(state.size(), pool);
    return state.available();
  }

  @Test
  @DisplayName("failures 60, 66: processes that have permits or wait are killed and stand still")
  void history_processesAreKilledAndFrozen_neverAreMoreOutThanThereAre(TestServer server)
      throws Exception {
    WorkerOptions options =
        WorkerOptions.of(workload().getName(), directory, List.of(server.clientUri()))
            .contention(4, 1)
            .lease(LEASE)
            .maxWait(Duration.ofMillis(100))
            .interrupts(Duration.ofMillis(20))
            .pace(Duration.ofMillis(6), Duration.ofMillis(2))
            .mix(Mix.pool());
    HistoryWriter nemesis = HistoryWriter.open(directory);
    start(options); // nothing happens to it
    // It nearly always has permits, also when it stands still.
    JvmProcess freezing = start(options.pace(Duration.ofMillis(40), Duration.ofMillis(2)));
    JvmProcess doomed = start(options);
    letWork(LEASE);
    for (int round = 0; round < 2; round++) {
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
    stopAll();
    String name = WorkerOptions.lockName(0);
    ClientSpec observing = ClientSpec.defaults().label("observer");
    WorkloadFixture fixture = WorkloadFixture.named(workload().getName());
    int available;
    try (LockClient observer = fixture.open(List.of(server.clientUri()), observing)) {
      PermitPool pool = observer.pool(name, SIZE).orElseThrow();
      pool.resize(SIZE);
      available = count(pool);
      pool.reset();
    }
    assertSound(name, available);
  }

  private void assertSound(String name, int available) {
    Bounds bounds =
        Bounds.ofLease(LEASE)
            .handOver(Duration.ofSeconds(3))
            .answer(Duration.ofSeconds(3))
            .longestWait(Duration.ofSeconds(20))
            .permits(name, SIZE);
    Verdict verdict =
        Examination.of(directory, bounds)
            .residue(new Residue(List.of(), Map.of(name, available)))
            .verdict();
    System.out.print(verdict.report());
    assertThat(verdict.errors()).as(verdict.report()).isEmpty();
    assertThat(verdict.statistics().unknownOutcomes()).as("of the killed").isPositive();
    History history = HistoryReader.readAll(directory);
    assertThat(count(history, OperationKind.ACQUIRE_PERMITS)).isGreaterThan(500);
    assertThat(count(history, OperationKind.RESIZE_PERMITS)).isGreaterThan(20);
    // Others usually wait already, so few of the tries get any.
    assertThat(begun(history, OperationKind.TRY_ACQUIRE_PERMITS)).isGreaterThan(200);
    assertThat(count(history, OperationKind.TRY_ACQUIRE_PERMITS)).isGreaterThan(5);
  }

  private static long begun(History history, OperationKind kind) {
    return history.calls().stream().filter(operation -> operation.kind() == kind).count();
  }

  private static long count(History history, OperationKind kind) {
    return history.calls().stream()
        .filter(Operation::isOk)
        .filter(operation -> operation.kind() == kind)
        .count();
  }
}
