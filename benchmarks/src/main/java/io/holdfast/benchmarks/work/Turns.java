package io.holdfast.benchmarks.work;

import java.util.List;

/**
 * What one JVM has done.
 *
 * @param inTime turns that ended before the time was over
 * @param all these and the last one of each thread
 * @param nanos the time
 * @param p99Nanos 99 % of the calls of {@code lock} took no longer; zero where nobody waits
 * @param longestNanos the longest
 * @param cpuNanos what this JVM used of the processors, all its threads together
 */
record Turns(long inTime, long all, long nanos, long p99Nanos, long longestNanos, long cpuNanos) {

  double perSecond() {
    return inTime * 1e9 / nanos;
  }

  String toLine() {
    return "%d %d %d %d %d %d".formatted(inTime, all, nanos, p99Nanos, longestNanos, cpuNanos);
  }

  static Turns parse(String line) {
    List<Long> numbers = List.of(line.split(" ", -1)).stream().map(Long::valueOf).toList();
    return new Turns(
        numbers.get(0),
        numbers.get(1),
        numbers.get(2),
        numbers.get(3),
        numbers.get(4),
        numbers.get(5));
  }
}
