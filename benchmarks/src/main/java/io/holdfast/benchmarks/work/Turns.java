package io.holdfast.benchmarks.work;

import java.util.List;

/**
 * What one JVM has done.
 *
 * @param inTime turns that ended before the time was over
 * @param all these and those that ended later
 * @param writes those of all that changed the section
 * @param nanos the time
 * @param cpuNanos what this JVM used of the processors, all its threads together
 * @param lastedNanos from the beginning until the last turn was over
 * @param lostRounds how often it asked a quorum for nothing, where the subject tells
 * @param allocatedBytes of all its threads, until the last turn was over
 * @param waits how long the calls of {@code lock} took; none where nobody waits
 * @param writeWaits the same of those calls that wanted to write
 */
record Turns(
    long inTime,
    long all,
    long writes,
    long nanos,
    long cpuNanos,
    long lastedNanos,
    long lostRounds,
    long allocatedBytes,
    Waits waits,
    Waits writeWaits) {

  double perSecond() {
    return inTime * 1e9 / nanos;
  }

  String toLine() {
    return "%d %d %d %d %d %d %d %d %s %s"
        .formatted(
            inTime,
            all,
            writes,
            nanos,
            cpuNanos,
            lastedNanos,
            lostRounds,
            allocatedBytes,
            waits.toWord(),
            writeWaits.toWord());
  }

  static Turns parse(String line) {
    List<String> words = List.of(line.split(" ", -1));
    return new Turns(
        Long.parseLong(words.get(0)),
        Long.parseLong(words.get(1)),
        Long.parseLong(words.get(2)),
        Long.parseLong(words.get(3)),
        Long.parseLong(words.get(4)),
        Long.parseLong(words.get(5)),
        Long.parseLong(words.get(6)),
        Long.parseLong(words.get(7)),
        Waits.parse(words.get(8)),
        Waits.parse(words.get(9)));
  }
}
