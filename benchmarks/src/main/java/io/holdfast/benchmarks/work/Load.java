package io.holdfast.benchmarks.work;

import java.time.Duration;

/**
 * What each of some JVMs does.
 *
 * @param work what
 * @param threads by how many
 * @param writePercent of a hundred turns, how many are alone; which ones is drawn
 * @param permits how many turns that are not reads may go on at once, in all JVMs together
 * @param section how long a turn takes: the thread looks at the clock and does not sleep
 * @param names of how many locks each turn draws one
 * @param ratePerSecond how many turns are meant to begin in each JVM, at times that are drawn; 0:
 *     each thread begins one when it has ended the last
 */
public record Load(
    Work work,
    int threads,
    int writePercent,
    int permits,
    Duration section,
    int names,
    double ratePerSecond) {

  /**
   * Refuses what cannot be.
   *
   * @throws IllegalArgumentException if the work knows nothing of several names, or of a rate
   */
  public Load {
    if (names < 1 || (names > 1 && work != Work.SHARED_NAMES)) {
      throw new IllegalArgumentException(
          "names: %d, must be at least 1, and 1 for %s".formatted(names, work));
    }
    if (!(ratePerSecond >= 0) || (ratePerSecond > 0 && !work.isPaced())) {
      throw new IllegalArgumentException(
          "ratePerSecond: %s, must be at least 0, and 0 for %s".formatted(ratePerSecond, work));
    }
  }

  /** Turns that are all alone, and over at once. */
  public static Load of(Work work, int threads) {
    return new Load(work, threads, 100, 1, Duration.ZERO, 1, 0);
  }

  /** Turns with one of so many locks each. */
  public static Load ofNames(int threads, int names) {
    return new Load(Work.SHARED_NAMES, threads, 100, 1, Duration.ZERO, names, 0);
  }

  /** Turns with a permit of one semaphore or pool each. */
  public static Load ofPermits(Work work, int threads, int permits, Duration section) {
    return new Load(work, threads, 100, permits, section, 1, 0);
  }

  /** Turns with one read-write lock. */
  public static Load ofReadersAndWriters(int threads, int writePercent, Duration section) {
    return new Load(Work.ONE_READ_WRITE_LOCK, threads, writePercent, 1, section, 1, 0);
  }

  /** The same, with turns that take so long. */
  public Load withSection(Duration section) {
    return new Load(work, threads, writePercent, permits, section, names, ratePerSecond);
  }

  /** The same, with so many turns meant to begin in each second. */
  public Load atRate(double ratePerSecond) {
    return new Load(work, threads, writePercent, permits, section, names, ratePerSecond);
  }
}
