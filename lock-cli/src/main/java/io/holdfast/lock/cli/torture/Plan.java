package io.holdfast.lock.cli.torture;

import io.holdfast.lock.testkit.check.Bounds;
import io.holdfast.lock.testkit.workload.WorkerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a torture is to be. The same plan does the same, as far as processes can.
 *
 * @param kind what is tortured
 * @param length of the faults; the beginning and the end come on top
 * @param seed of all choices
 * @param workers how many JVMs
 * @param threads of each
 * @param locks how many names they contend for
 * @param lease of all holds
 * @param losing whether faults may take locks away from their owners
 */
record Plan(
    Kind kind,
    Duration length,
    long seed,
    int workers,
    int threads,
    int locks,
    Duration lease,
    boolean losing) {

  /** So that what happens to nodes happens to one that has a lock. */
  private static final Duration LONG_SECTION = Duration.ofMillis(150);

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

  /** What may be expected. */
  Bounds bounds() {
    Bounds bounds = Bounds.ofLease(lease);
    for (int i = 0; kind == Kind.POOL && i < locks; i++) {
      bounds = bounds.permits(WorkerOptions.lockName(i), WorkerOptions.POOL_SIZE);
    }
    return losing ? bounds.losingData() : bounds;
  }

  @Override
  public String toString() {
    return "kind %s, seed %s, %s s, %s workers with %s threads, %s locks, lease %s ms, faults %s"
        .formatted(
            kind.name().toLowerCase(java.util.Locale.ROOT),
            seed,
            length.toSeconds(),
            workers,
            threads,
            locks,
            lease.toMillis(),
            losing ? "that lose data too" : "that lose no data");
  }
}
