package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Place;
import io.holdfast.benchmarks.work.Workers;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Measures a sweep. At each value every subject has new JVMs, and is measured in interleaved rounds
 * as in {@link Rounds}. Who fails at a value has none there, and the others go on. All that the
 * server knows is deleted after each value. One thread.
 */
final class SweepRun {

  private final Sweep sweep;
  private final Rounds how;
  private final TestServer server;
  private final List<String> jvmOptions;
  private final List<SweepPoint> points = new ArrayList<>();
  private final List<LeftOut> leftOut = new ArrayList<>();

  /**
   * A point that there is not.
   *
   * @param x the value
   * @param subject who failed
   * @param why the first line of it
   */
  record LeftOut(long x, Subject subject, String why) {

    @Override
    public String toString() {
      return "%s at %d is left out: %s".formatted(subject.title(), x, why);
    }
  }

  /**
   * Nothing measured yet.
   *
   * @param server our own, of which all is deleted
   */
  SweepRun(Sweep sweep, Rounds how, TestServer server, List<String> jvmOptions) {
    this.sweep = sweep;
    this.how = how;
    this.server = server;
    this.jvmOptions = List.copyOf(jvmOptions);
  }

  SweepReport measure() throws InterruptedException {
    Map<String, String> surroundings =
        Surroundings.look(server.uri(), "our own, over loopback", jvmOptions);
    how.progress().printf("%s; %s%n", sweep.work(), told());
    for (long value : sweep.values()) {
      measure(value);
    }
    return new SweepReport(surroundings, sweep, how, points, leftOut);
  }

  private String told() {
    return sweep.over() == SweepOver.LATENCY ? "p99 of the wait, ms" : "turns/s";
  }

  private void measure(long value) throws InterruptedException {
    how.progress().printf("%s %d  ", sweep.over().label(), value);
    how.progress().flush();
    int leftOutBefore = leftOut.size();
    try (Workers workers = new Workers(Place.SERVER, List.of(server.uri()), jvmOptions);
        Nodes nodes = new Nodes(jvmOptions);
        Clusters clusters = new Clusters(jvmOptions)) {
      Map<Subject, List<Sample>> samples =
          rounds(value, new Bench(server, workers, nodes, clusters, "bench"));
      samples.forEach((subject, rounds) -> points.add(new SweepPoint(value, subject, rounds)));
      tell(samples, leftOut.subList(leftOutBefore, leftOut.size()));
    } catch (AssertionError e) {
      how.progress().println("   JVMs do not end in order: " + firstLine(e));
    } finally {
      server.admin().text("FLUSHALL");
    }
  }

  private Map<Subject, List<Sample>> rounds(long value, Bench bench) throws InterruptedException {
    Map<Subject, List<Sample>> samples = new EnumMap<>(Subject.class);
    for (Subject subject : sweep.subjects()) {
      if (sample(sweep.warmUp(value), bench, subject, value, how.warmUp()).isPresent()) {
        samples.put(subject, new ArrayList<>());
      }
    }
    for (int round = 0; round < how.count(); round++) {
      List<Subject> order = new ArrayList<>(samples.keySet());
      if (round % 2 == 1) {
        Collections.reverse(order);
      }
      for (Subject subject : order) {
        Optional<Sample> sample = sample(sweep.row(value), bench, subject, value, how.time());
        sample.ifPresentOrElse(
            samples.computeIfAbsent(subject, key -> new ArrayList<>())::add,
            () -> samples.remove(subject));
      }
    }
    return samples;
  }

  /** Empty if the subject fails; then its JVMs are gone, as their threads may wait for long. */
  private Optional<Sample> sample(
      WorkRow row, Bench bench, Subject subject, long value, Duration time)
      throws InterruptedException {
    try {
      return Optional.of(row.sample(bench, subject, time));
    } catch (RuntimeException | AssertionError e) {
      bench.workers().kill(subject);
      leftOut.add(new LeftOut(value, subject, firstLine(e)));
      return Optional.empty();
    }
  }

  private static String firstLine(Throwable why) {
    String message = Objects.requireNonNullElse(why.getMessage(), why.toString());
    return message.lines().findFirst().orElse(why.toString());
  }

  private void tell(Map<Subject, List<Sample>> samples, List<LeftOut> missing) {
    StringBuilder line = new StringBuilder();
    samples.forEach(
        (subject, rounds) ->
            line.append(
                "  %s %s"
                    .formatted(
                        subject.label(),
                        Numbers.text(Sample.median(rounds, sweep.over().mainMetric())))));
    how.progress().println(line);
    missing.forEach(point -> how.progress().println("   " + point));
  }
}
