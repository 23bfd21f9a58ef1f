package io.holdfast.lock.torture.workload;

import io.holdfast.lock.testkit.process.JvmCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a worker does. Immutable; every method returns a refined copy.
 *
 * @param fixture the class name of a {@link WorkloadFixture}
 * @param directory where histories and the register are
 * @param servers where the servers are, for the fixture
 * @param threads how many threads
 * @param locks how many lock names; {@link #lockName} says which
 * @param seed of all choices
 * @param lease of renewed leases; the fixture's default if empty
 * @param fixedLease of fixed leases
 * @param section the longest stay in a section
 * @param pause the longest rest between two operations
 * @param maxWait the longest wait of a timed operation
 * @param mix which operations, and how often
 * @param interrupts how often somebody is interrupted; never if empty
 * @param patience how long the end of operations is waited for when told to stop
 */
public record WorkerOptions(
    String fixture,
    Path directory,
    List<String> servers,
    int threads,
    int locks,
    long seed,
    Optional<Duration> lease,
    Duration fixedLease,
    Duration section,
    Duration pause,
    Duration maxWait,
    Mix mix,
    Optional<Duration> interrupts,
    Duration patience) {

  /** Of how many permits a pool is. */
  public static final int POOL_SIZE = 5;

  /** Keeps a copy of the list; refuses what makes no sense. */
  public WorkerOptions {
    servers = List.copyOf(servers);
    if (threads < 1 || locks < 1) {
      throw new IllegalArgumentException(
          "threads: %s, locks: %s: at least one of each".formatted(threads, locks));
    }
  }

  /**
   * Four threads, two locks, every operation, renewed leases of the fixture's length, fixed ones of
   * 2 s, sections and rests of at most 2 ms, waits of at most 200 ms, an interrupt every 50 ms,
   * half a minute's patience.
   */
  public static WorkerOptions of(String fixture, Path directory, List<String> servers) {
    return new WorkerOptions(
        fixture,
        directory,
        servers,
        4,
        2,
        1,
        Optional.empty(),
        Duration.ofSeconds(2),
        Duration.ofMillis(2),
        Duration.ofMillis(2),
        Duration.ofMillis(200),
        Mix.all(),
        Optional.of(Duration.ofMillis(50)),
        Duration.ofSeconds(30));
  }

  /** The name of lock {@code number}, counted from 0. */
  public static String lockName(int number) {
    return "torture-" + number;
  }

  /** With this number of threads and locks. */
  public WorkerOptions contention(int threadCount, int lockCount) {
    return with(Map.of("threads", text(threadCount), "locks", text(lockCount)));
  }

  /** With this seed. */
  public WorkerOptions seed(long number) {
    return with(Map.of("seed", Long.toString(number)));
  }

  /** With leases of this length, renewed and fixed. */
  public WorkerOptions lease(Duration length) {
    return with(Map.of("lease", text(length), "fixed-lease", text(length)));
  }

  /** With sections, and rests between operations, of at most this. */
  public WorkerOptions pace(Duration longestSection, Duration longestPause) {
    return with(Map.of("section", text(longestSection), "pause", text(longestPause)));
  }

  /** With timed operations that wait at most this. */
  public WorkerOptions maxWait(Duration longest) {
    return with(Map.of("wait", text(longest)));
  }

  /** With these operations. */
  public WorkerOptions mix(Mix operations) {
    return with(Map.of("mix", operations.toString()));
  }

  /** With an interrupt of some thread every so often. */
  public WorkerOptions interrupts(Duration every) {
    return with(Map.of("interrupts", text(every)));
  }

  /** Nobody is interrupted. */
  public WorkerOptions withoutInterrupts() {
    return with(Map.of("interrupts", ""));
  }

  /** Waits so long for the end of operations when told to stop. */
  public WorkerOptions patience(Duration limit) {
    return with(Map.of("patience", text(limit)));
  }

  /** The words of a command line that {@link #parse} reads. */
  public List<String> arguments() {
    return NamedValues.words(values());
  }

  /** A worker that does this, to be started. */
  public JvmCommand command() {
    return JvmCommand.of(Worker.class).arguments(arguments().toArray(String[]::new));
  }

  /**
   * Reads {@link #arguments()}: {@code name=value} each.
   *
   * @throws IllegalArgumentException if one is missing, unknown or cannot be read
   */
  public static WorkerOptions parse(List<String> arguments) {
    return of(NamedValues.parse(arguments));
  }

  private WorkerOptions with(Map<String, String> changes) {
    Map<String, String> values = values();
    values.putAll(changes);
    return of(new NamedValues(values));
  }

  private Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("fixture", fixture);
    values.put("directory", directory.toString());
    values.put("servers", NamedValues.text(servers));
    values.put("threads", text(threads));
    values.put("locks", text(locks));
    values.put("seed", Long.toString(seed));
    values.put("lease", lease.map(WorkerOptions::text).orElse(""));
    values.put("fixed-lease", text(fixedLease));
    values.put("section", text(section));
    values.put("pause", text(pause));
    values.put("wait", text(maxWait));
    values.put("mix", mix.toString());
    values.put("interrupts", interrupts.map(WorkerOptions::text).orElse(""));
    values.put("patience", text(patience));
    return values;
  }

  private static WorkerOptions of(NamedValues values) {
    WorkerOptions options =
        new WorkerOptions(
            values.text("fixture"),
            Path.of(values.text("directory")),
            values.list("servers"),
            values.number("threads"),
            values.number("locks"),
            Long.parseLong(values.text("seed")),
            values.optionalDuration("lease"),
            values.duration("fixed-lease"),
            values.duration("section"),
            values.duration("pause"),
            values.duration("wait"),
            Mix.parse(values.text("mix")),
            values.optionalDuration("interrupts"),
            values.duration("patience"));
    values.requireEnd();
    return options;
  }

  private static String text(int number) {
    return Integer.toString(number);
  }

  private static String text(Duration duration) {
    return duration.toString();
  }
}
