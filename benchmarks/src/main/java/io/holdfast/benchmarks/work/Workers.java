package io.holdfast.benchmarks.work;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.process.JvmProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * JVMs that work, started when first needed and kept warm: each has one client of one subject, so
 * that no subject runs in code compiled for another. Whoever opens this closes it. One thread.
 */
public final class Workers implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(90);
  private static final Duration END_LIMIT = Duration.ofSeconds(15);
  private static final long LEAD_MILLIS = 50;
  private static final Pattern ANSWER = Pattern.compile("^(done|failed) (.*)$");

  private final String uri;
  private final List<String> jvmOptions;
  private final Map<Subject, List<JvmProcess>> jvms = new EnumMap<>(Subject.class);

  /**
   * What several JVMs have done together.
   *
   * @param perSecond turns of all
   * @param p99Millis of the waiting time, of the JVM that had it worse
   * @param longestMillis the longest wait
   * @param leastShare what part of the turns the JVM had that had the fewest
   * @param crossed what part of the turns followed a turn of another JVM
   * @param cpuMicros processor time of these JVMs for one turn
   */
  public record Outcome(
      double perSecond,
      double p99Millis,
      double longestMillis,
      double leastShare,
      double crossed,
      double cpuMicros) {}

  /**
   * Nothing started yet.
   *
   * @param uri of the server they will connect to
   * @param jvmOptions of all workers, besides those for memory
   */
  public Workers(String uri, List<String> jvmOptions) {
    this.uri = uri;
    this.jvmOptions = List.copyOf(jvmOptions);
  }

  /**
   * Has some JVMs of a subject work for a time, together.
   *
   * @throws IllegalStateException if a turn failed, or the lock did not protect
   */
  public Outcome run(
      Subject subject, Work work, int count, int threads, String lockName, Duration time)
      throws InterruptedException {
    List<JvmProcess> workers = workers(subject, count);
    Path file = newFile();
    try {
      Section section = Section.on(file, -1);
      long start = System.currentTimeMillis() + LEAD_MILLIS;
      for (int i = 0; i < count; i++) {
        Task task = new Task(work, threads, lockName, file.toString(), i, start, time.toMillis());
        workers.get(i).send(task.toLine());
      }
      List<Turns> turns = new ArrayList<>();
      for (JvmProcess worker : workers.subList(0, count)) {
        turns.add(answer(worker, time.plus(DRAIN_LIMIT)));
      }
      return sum(subject, work, turns, section);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      delete(file);
    }
  }

  private static Outcome sum(Subject subject, Work work, List<Turns> turns, Section section) {
    long all = turns.stream().mapToLong(Turns::all).sum();
    if (work == Work.ONE_LOCK && section.turns() != all) {
      throw new IllegalStateException(
          "%s: %d of %d turns were lost".formatted(subject, all - section.turns(), all));
    }
    long inTime = turns.stream().mapToLong(Turns::inTime).sum();
    long least = turns.stream().mapToLong(Turns::inTime).min().orElse(0);
    return new Outcome(
        turns.stream().mapToDouble(Turns::perSecond).sum(),
        turns.stream().mapToLong(Turns::p99Nanos).max().orElse(0) / 1e6,
        turns.stream().mapToLong(Turns::longestNanos).max().orElse(0) / 1e6,
        inTime == 0 ? 0 : (double) least / inTime,
        all == 0 ? 0 : (double) section.crossings() / all,
        turns.stream().mapToLong(Turns::cpuNanos).sum() / 1e3 / Math.max(1, inTime));
  }

  private static Turns answer(JvmProcess worker, Duration limit) throws InterruptedException {
    MatchResult answer = worker.awaitLine(ANSWER, limit);
    if (!answer.group(1).equals("done")) {
      throw new IllegalStateException(worker + ": " + String.join("\n", worker.output()));
    }
    return Turns.parse(answer.group(2));
  }

  private List<JvmProcess> workers(Subject subject, int count) throws InterruptedException {
    List<JvmProcess> started = jvms.computeIfAbsent(subject, key -> new ArrayList<>());
    while (started.size() < count) {
      JvmProcess jvm =
          JvmProcess.of(Worker.class).options(options()).arguments(subject.name(), uri).start();
      started.add(jvm);
      jvm.awaitLine(Pattern.compile("^ready$"), START_LIMIT);
    }
    return started;
  }

  private String[] options() {
    List<String> options =
        new ArrayList<>(List.of("-Xms256m", "-Xmx256m", "--enable-native-access=ALL-UNNAMED"));
    options.addAll(jvmOptions);
    return options.toArray(String[]::new);
  }

  private static Path newFile() {
    try {
      return Files.createTempFile("holdfast-bench-", ".section");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the JVMs, in order if they can. */
  @Override
  public void close() throws InterruptedException {
    List<JvmProcess> all = jvms.values().stream().flatMap(List::stream).toList();
    jvms.clear();
    try {
      for (JvmProcess jvm : all) {
        if (jvm.isAlive()) {
          jvm.send(Worker.QUIT);
        }
      }
      for (JvmProcess jvm : all) {
        jvm.exitValue(END_LIMIT);
      }
    } finally {
      all.forEach(JvmProcess::close);
    }
  }
}
