package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.topology.Masters;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.check.Examination;
import io.holdfast.lock.torture.check.Residue;
import io.holdfast.lock.torture.check.ResidueProbe;
import io.holdfast.lock.torture.check.Verdict;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.history.Recording;
import io.holdfast.lock.torture.nemesis.JvmWorker;
import io.holdfast.lock.torture.nemesis.NemesisEvent;
import io.holdfast.lock.torture.nemesis.Worker;
import io.holdfast.lock.torture.workload.WorkerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Processes that use locks of a quorum and record what happens, and the verdict on it. */
final class RedHistory implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path directory;
  private final Masters masters;
  private final boolean quarantine;
  private final List<ResidueProbe> probes;
  private final HistoryWriter ofFaults;
  private final Map<String, Deque<Recording>> faults = new HashMap<>(); // of the nemesis's thread
  private final List<JvmWorker> workers = new ArrayList<>();

  RedHistory(Path directory, Masters masters, boolean quarantine) {
    this.directory = directory;
    this.masters = masters;
    this.quarantine = quarantine;
    this.ofFaults = HistoryWriter.open(directory);
    this.probes =
        masters.servers().stream()
            .map(
                server ->
                    ResidueProbe.of(server)
                        .keys("holdfast:*")
                        .exceptKeys("holdfast:redq:.*|holdfast:rednode(:used)?"))
            .toList();
  }

  /** One more worker; it is not awaited. */
  RedHistory start(WorkerOptions options) {
    workers.add(
        Worker.jvm(
            () ->
                options
                    .seed(options.seed() + workers.size())
                    .command()
                    .options(
                        "-Xmx96m",
                        "-XX:TieredStopAtLevel=1",
                        "-D" + RedWorkload.QUARANTINE + "=" + quarantine,
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
                    .start()));
    return this;
  }

  /** Their arguments, except details. */
  WorkerOptions options() {
    return WorkerOptions.of(RedWorkload.class.getName(), directory, masters.uris());
  }

  List<JvmWorker> workers() {
    return workers;
  }

  RedHistory awaitReady() throws InterruptedException {
    for (JvmWorker worker : workers) {
      worker.process().awaitLine(Pattern.compile("^ready"), PATIENCE);
    }
    return this;
  }

  /** For the nemesis: so the judge knows which node was broken when. */
  void happened(NemesisEvent event) {
    Deque<Recording> present =
        faults.computeIfAbsent(event.round() + event.fault(), none -> new ArrayDeque<>());
    switch (event.kind()) {
      case INJECTING -> present.push(ofFaults.fault(event.fault()));
      case INJECT_FAILED, HEALED -> {
        if (!present.isEmpty()) {
          present.pop().ok(Facts.none());
        }
      }
      default -> {}
    }
  }

  /**
   * Ends them in order. Returns the findings, also those at the servers when the leases are over.
   */
  Verdict verdict(Bounds bounds) throws InterruptedException {
    List<JvmProcess> processes = workers.stream().map(JvmWorker::process).toList();
    processes.forEach(process -> process.send("stop"));
    for (JvmProcess process : processes) {
      assertThat(process.exitValue(PATIENCE)).as("%s", process.output()).isZero();
    }
    List<String> left = new ArrayList<>();
    masters.servers().stream()
        .flatMap(server -> server.keys("holdfast:red:*").stream())
        .forEach(key -> left.add("orphan " + key));
    // What was left must not be, even so.
    stays(
        bounds.lease(), "all have ended", () -> processes.stream().noneMatch(JvmProcess::isAlive));
    probes.forEach(probe -> left.addAll(probe.look().left()));
    return Examination.of(directory, bounds).residue(Residue.of(left)).verdict();
  }

  @Override
  public void close() {
    workers.forEach(JvmWorker::close);
  }
}
