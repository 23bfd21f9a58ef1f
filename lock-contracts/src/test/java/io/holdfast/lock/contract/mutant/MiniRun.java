package io.holdfast.lock.contract.mutant;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.check.Examination;
import io.holdfast.lock.torture.check.ResidueProbe;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.workload.WorkerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Worker processes that run the mini lock for a while, and what is to be said of it. */
final class MiniRun implements AutoCloseable {

  private static final Duration END = Duration.ofMinutes(1);

  private final Path directory;
  private final List<RedisServer> servers;
  private final Defect defect;
  private final Mischief mischief;
  private final ResidueProbe probe;
  private final List<JvmProcess> workers = new ArrayList<>();

  MiniRun(Path directory, List<RedisServer> servers, Defect defect, Mischief mischief) {
    this.directory = directory;
    this.servers = servers;
    this.defect = defect;
    this.mischief = mischief;
    this.probe =
        ResidueProbe.of(servers.get(servers.size() - 1))
            .keys("mini:*")
            .exceptKeys("mini:.*:(seq|dead)");
  }

  /** Starts so many workers, and waits until all of them have begun. */
  MiniRun start(int count, UnaryOperator<WorkerOptions> refinement) throws InterruptedException {
    WorkerOptions options =
        refinement.apply(
            WorkerOptions.of(
                    MiniFixture.class.getName(),
                    directory,
                    servers.stream().map(RedisServer::uri).collect(Collectors.toList()))
                .withoutInterrupts());
    for (int i = 0; i < count; i++) {
      workers.add(
          options
              .seed(i)
              .command()
              .options(
                  "-Xmx64m",
                  "-XX:TieredStopAtLevel=1",
                  "-D" + MiniFixture.DEFECT + "=" + defect,
                  "-D" + MiniFixture.MISCHIEF + "=" + mischief)
              .start());
    }
    for (JvmProcess worker : workers) {
      worker.awaitLine(Pattern.compile("ready"), END);
    }
    return this;
  }

  /** Lets them work. */
  MiniRun work(Duration length) {
    Eventually.stays(length, "all go on", () -> workers.stream().allMatch(JvmProcess::isAlive));
    return this;
  }

  /** Ends them in order; those that cannot end are killed. What was found. */
  Verdict verdict(Bounds bounds) throws InterruptedException {
    workers.forEach(worker -> worker.send("stop"));
    for (JvmProcess worker : workers) {
      worker.exitValue(END);
    }
    close();
    Eventually.within(Duration.ofSeconds(10))
        .isTrue("connections closed", () -> servers.get(servers.size() - 1).clients().isEmpty());
    return Examination.of(directory, bounds).residue(probe.look()).verdict();
  }

  /** What the workers said. */
  String output() {
    return workers.stream()
        .flatMap(worker -> worker.output().stream())
        .collect(Collectors.joining(System.lineSeparator()));
  }

  @Override
  public void close() {
    workers.forEach(JvmProcess::close);
  }
}
