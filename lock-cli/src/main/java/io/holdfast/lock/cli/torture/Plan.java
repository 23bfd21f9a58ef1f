package io.holdfast.lock.cli.torture;

import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.workload.WorkerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What a torture is to be. The same plan does the same, as far as processes can.
 *
 * @param kind what is tortured
 * @param topology on what
 * @param length of the faults; the beginning and the end come on top
 * @param seed of all choices
 * @param workers how many JVMs
 * @param threads of each
 * @param locks how many names they contend for
 * @param lease of all holds
 * @param losing whether faults were asked for that take locks away from their owners
 */
record Plan(
    Kind kind,
    Topology topology,
    Duration length,
    long seed,
    int workers,
    int threads,
    int locks,
    Duration lease,
    boolean losing) {

  /** So that what happens to nodes happens to one that has a lock. */
  private static final Duration LONG_SECTION = Duration.ofMillis(150);

  /**
   * Whether faults take locks away from their owners: then overlaps are warnings, and tokens
   * decide. Any failover by Sentinels may lose the latest writes, the planned one too.
   */
  boolean losesData() {
    return losing || topology == Topology.SENTINEL;
  }

  /** What one of the workers is told. */
  WorkerOptions worker(int number, Path directory, List<String> servers) {
    WorkerOptions options =
        WorkerOptions.of(kind.fixture(), directory, servers)
            .contention(threads, locks)
            .mix(kind.mix())
            .seed(seed * 31 + number)
            .lease(lease);
    boolean staysLong = kind == Kind.RED && number == 0;
    return staysLong ? options.pace(LONG_SECTION, options.pause()) : options;
  }

  /** What may be expected, but for the excuses of faults, which the ground knows. */
  Bounds bounds() {
    Bounds bounds = Bounds.ofLease(lease);
    for (int i = 0; kind == Kind.POOL && i < locks; i++) {
      bounds = bounds.permits(WorkerOptions.lockName(i), WorkerOptions.POOL_SIZE);
    }
    return bounds;
  }

  @Override
  public String toString() {
    return "kind %s, topology %s, seed %s, %s s, %s workers with %s threads, %s locks, lease %s ms, faults %s"
        .formatted(
            word(kind),
            word(topology),
            seed,
            length.toSeconds(),
            workers,
            threads,
            locks,
            lease.toMillis(),
            losesData()
                ? "that lose data too: tokens decide"
                : "that lose no data: any overlap is an error");
  }

  /** As it is said on the command line. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
