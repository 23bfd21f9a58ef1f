package io.holdfast.benchmarks.work;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.process.JvmProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * JVMs that work, started when first needed and kept warm: each has one client of one subject, so
 * that no subject runs in code compiled for another. Whoever opens this closes it. One thread.
 */
public final class Workers implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(150);
  private static final Duration END_LIMIT = Duration.ofSeconds(15);

  /** Until all have read their task: 16 of them, too. */
  private static final long LEAD_MILLIS = 50;

  private static final long LEAD_MILLIS_EACH = 20;
  private static final Pattern ANSWER = Pattern.compile("^(done|failed) (.*)$");

  private final Place place;
  private final List<String> uris;
  private final List<String> jvmOptions;
  private final Map<Subject, List<JvmProcess>> jvms = new EnumMap<>(Subject.class);

  /**
   * What several JVMs have done together.
   *
   * @param turns of all, also those that ended when the time was over
   * @param perSecond turns of all, in time
   * @param waits of all of them
   * @param writeWaits of those who had the lock alone
   * @param leastShare what part of the turns the JVM had that had the fewest
   * @param jain how evenly the JVMs share the turns, by Jain's index: 1 if all had as many, 1/n if
   *     one of n had all
   * @param crossed what part of these turns followed one of another JVM
   * @param cpuMicros processor time of these JVMs for one turn
   * @param lastedMillis from the beginning until the last turn was over
   * @param draws how often the token was not the one behind the last
   * @param lostRounds how often a quorum was asked for nothing, where the subject tells
   * @param bytesPerTurn what all threads of these JVMs have allocated for one turn
   */
  public record Outcome(
      long turns,
      double perSecond,
      Waits waits,
      Waits writeWaits,
      double leastShare,
      double jain,
      double crossed,
      double cpuMicros,
      double lastedMillis,
      long draws,
      long lostRounds,
      double bytesPerTurn) {}

  /**
   * Nothing started yet.
   *
   * @param place what they will connect to
   * @param uris of the server, of the nodes of a quorum, or of one node of a cluster
   * @param jvmOptions of all workers, besides those for memory
   */
  public Workers(Place place, List<String> uris, List<String> jvmOptions) {
    this.place = place;
    this.uris = List.copyOf(uris);
    this.jvmOptions = List.copyOf(jvmOptions);
  }

  /**
   * Has some JVMs of a subject work for a time, together.
   *
   * @throws IllegalStateException if a turn failed, or the lock did not protect
   * @throws IllegalArgumentException if the subject has no locks that so many JVMs share
   */
  public Outcome run(Subject subject, Load load, int count, String lockName, Duration time)
      throws InterruptedException {
    subject.requireSharedBy(count);
    List<JvmProcess> workers = workers(subject, count);
    Path file = newFile();
    try {
      Section section = Section.on(file, -1, load.names());
      long start = System.currentTimeMillis() + LEAD_MILLIS + LEAD_MILLIS_EACH * count;
      for (int i = 0; i < count; i++) {
        Task task = new Task(load, lockName, file.toString(), i, start, time.toMillis());
        workers.get(i).send(task.toLine());
      }
      List<Turns> turns = new ArrayList<>();
      for (JvmProcess worker : workers.subList(0, count)) {
        turns.add(answer(worker, time.plus(DRAIN_LIMIT)));
      }
      return sum(subject, turns, section);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      delete(file);
    }
  }

  private static Outcome sum(Subject subject, List<Turns> turns, Section section) {
    long writes = turns.stream().mapToLong(Turns::writes).sum();
    if (section.turns() != writes) {
      throw new IllegalStateException(
          "%s: %d of %d turns were lost".formatted(subject, writes - section.turns(), writes));
    }
    long inTime = turns.stream().mapToLong(Turns::inTime).sum();
    long least = turns.stream().mapToLong(Turns::inTime).min().orElse(0);
    long all = turns.stream().mapToLong(Turns::all).sum();
    return new Outcome(
        all,
        turns.stream().mapToDouble(Turns::perSecond).sum(),
        Waits.sum(turns.stream().map(Turns::waits)),
        Waits.sum(turns.stream().map(Turns::writeWaits)),
        inTime == 0 ? 0 : (double) least / inTime,
        Jain.index(turns.stream().mapToLong(Turns::inTime).toArray()),
        writes == 0 ? 0 : (double) section.crossings() / writes,
        turns.stream().mapToLong(Turns::cpuNanos).sum() / 1e3 / Math.max(1, inTime),
        turns.stream().mapToLong(Turns::lastedNanos).max().orElse(0) / 1e6,
        section.draws(),
        turns.stream().mapToLong(Turns::lostRounds).sum(),
        (double) turns.stream().mapToLong(Turns::allocatedBytes).sum() / Math.max(1, all));
  }

  private static Turns answer(JvmProcess worker, Duration limit) throws InterruptedException {
    MatchResult answer = worker.awaitLine(ANSWER, limit);
    if (!answer.group(1).equals("done")) {
      throw new IllegalStateException(
          "%s: %s\n%s".formatted(worker, answer.group(2), String.join("\n", worker.output())));
    }
    return Turns.parse(answer.group(2));
  }

  private List<JvmProcess> workers(Subject subject, int count) throws InterruptedException {
    List<JvmProcess> started = jvms.computeIfAbsent(subject, key -> new ArrayList<>());
    while (started.size() < count) {
      JvmProcess jvm =
          JvmProcess.of(Worker.class).options(options()).arguments(arguments(subject)).start();
      started.add(jvm);
      jvm.awaitLine(Pattern.compile("^ready$"), START_LIMIT);
    }
    return started;
  }

  private String[] arguments(Subject subject) {
    return Stream.concat(Stream.of(subject.name(), place.name()), uris.stream())
        .toArray(String[]::new);
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

  /** Its space is free at once, and not when those who have mapped it forget that. */
  private static void delete(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(0);
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the JVMs of a subject, which may still be at work that has failed. */
  public void kill(Subject subject) {
    List<JvmProcess> started = jvms.remove(subject);
    if (started != null) {
      started.forEach(JvmProcess::close);
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
