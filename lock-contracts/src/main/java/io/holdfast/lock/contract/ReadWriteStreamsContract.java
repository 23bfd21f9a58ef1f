package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.check.Examination;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.workload.Act;
import io.holdfast.lock.torture.workload.Mix;
import io.holdfast.lock.torture.workload.WorkerOptions;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Four processes read, or write, without a pause; a thread of the other kind still gets in. */
@ExtendWith(RedisServerExtension.class)
public abstract class ReadWriteStreamsContract implements HasWorkload {

  private static final int PROCESSES = 4;
  private static final int ROUNDS = 15;
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final Duration SECTION = Duration.ofMillis(2);
  private static final Duration END = Duration.ofSeconds(60);

  /** Four runs, each a slice of 5 ms, a section of 2 ms and a hand-over, on a busy machine. */
  private static final Duration USUAL = Duration.ofMillis(300);

  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Duration A_WHILE = Duration.ofMillis(50);

  @TempDir Path directory;

  private final List<JvmProcess> workers = new ArrayList<>();

  /** The location of the locks, as told to the fixture. */
  protected List<String> servers(TestServer server) {
    return List.of(server.clientUri());
  }

  @AfterEach
  void endWorkers() {
    workers.forEach(JvmProcess::close);
  }

  private void startStreams(TestServer server, Act act) throws InterruptedException {
    for (int i = 0; i < PROCESSES; i++) {
      WorkerOptions options =
          WorkerOptions.of(workload().getName(), directory, servers(server))
              .contention(2, 1)
              .lease(LEASE)
              .mix(Mix.of(act))
              .pace(SECTION, Duration.ZERO)
              .seed(i);
      JvmProcess worker = started(options.command());
      workers.add(worker);
    }
    for (JvmProcess worker : workers) {
      worker.awaitLine(Pattern.compile("^ready"), END);
    }
    for (JvmProcess worker : workers) {
      worker.awaitLine(Pattern.compile("^progress .*holds=[1-9].*"), END);
    }
  }

  /** Gets in each time within the limit; returns how long it usually takes. */
  private Duration assertGetsIn(String what, DistributedLock view) throws InterruptedException {
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      stays(A_WHILE, "the stream flows", () -> workers.stream().allMatch(JvmProcess::isAlive));
      long start = System.nanoTime();
      assertThat(view.tryLock(LONGEST.toMillis(), TimeUnit.MILLISECONDS)).as(what).isTrue();
      waits.add(Duration.ofNanos(System.nanoTime() - start));
      view.unlock();
    }
    List<Duration> sorted = waits.stream().sorted().toList();
    System.out.printf(
        "%s: waited %s ms, at most %s ms%n",
        what, sorted.get(ROUNDS / 2).toMillis(), sorted.get(ROUNDS - 1).toMillis());
    workers.forEach(worker -> worker.send("stop"));
    for (JvmProcess worker : workers) {
      assertThat(worker.exitValue(END)).as("%s", worker.output()).isZero();
    }
    Verdict verdict = Examination.of(directory, Bounds.ofLease(LEASE)).verdict();
    assertThat(verdict.statistics().holds()).as(verdict.report()).isGreaterThan(200);
    return sorted.get(ROUNDS / 2);
  }

  private LockClient client(TestServer server) {
    return WorkloadFixture.named(workload().getName())
        .open(servers(server), ClientSpec.defaults().label("outsider").lease(LEASE));
  }

  private Duration writerBehindReaders(TestServer server) throws Exception {
    startStreams(server, Act.READ_LOCK);
    try (LockClient client = client(server)) {
      return assertGetsIn(
          "writer behind readers of four processes", client.lock(WorkerOptions.lockName(0)));
    }
  }

  private Duration readerBehindWriters(TestServer server) throws Exception {
    startStreams(server, Act.LOCK);
    try (LockClient client = client(server)) {
      return assertGetsIn(
          "reader behind writers of four processes",
          client.readLock(WorkerOptions.lockName(0)).orElseThrow());
    }
  }

  @Test
  @DisplayName("failure 59: readers of four processes keep coming")
  void writer_behindReadersOfFourProcesses_getsIn(TestServer server) throws Exception {
    assertThat(writerBehindReaders(server)).isPositive();
  }

  @Test
  @DisplayName("failure 59: readers of four processes keep coming")
  @Tag("timing")
  void writer_behindReadersOfFourProcesses_waitsForFewRuns(TestServer server) throws Exception {
    assertThat(writerBehindReaders(server)).isLessThan(USUAL);
  }

  @Test
  @DisplayName("failure 59: writers of four processes keep coming")
  void reader_behindWritersOfFourProcesses_getsIn(TestServer server) throws Exception {
    assertThat(readerBehindWriters(server)).isPositive();
  }

  @Test
  @DisplayName("failure 59: writers of four processes keep coming")
  @Tag("timing")
  void reader_behindWritersOfFourProcesses_waitsForFewRuns(TestServer server) throws Exception {
    assertThat(readerBehindWriters(server)).isLessThan(USUAL);
  }
}
