package io.holdfast.benchmarks.work;

import java.time.Duration;
import java.util.List;

/**
 * What one JVM is told to do.
 *
 * @param load what
 * @param lockName name of the lock, or what the names of several begin with
 * @param sectionFile where the section is
 * @param self which JVM it is
 * @param startEpochMillis when to begin, so that several JVMs begin together
 * @param millis for how long
 */
record Task(
    Load load, String lockName, String sectionFile, int self, long startEpochMillis, long millis) {

  String toLine() {
    return String.join(
        "\t",
        load.work().name(),
        Integer.toString(load.threads()),
        Integer.toString(load.writePercent()),
        Integer.toString(load.permits()),
        load.section().toString(),
        Integer.toString(load.names()),
        Double.toString(load.ratePerSecond()),
        lockName,
        sectionFile,
        Integer.toString(self),
        Long.toString(startEpochMillis),
        Long.toString(millis));
  }

  static Task parse(String line) {
    List<String> words = List.of(line.split("\t", -1));
    Load load =
        new Load(
            Work.valueOf(words.get(0)),
            Integer.parseInt(words.get(1)),
            Integer.parseInt(words.get(2)),
            Integer.parseInt(words.get(3)),
            Duration.parse(words.get(4)),
            Integer.parseInt(words.get(5)),
            Double.parseDouble(words.get(6)));
    return new Task(
        load,
        words.get(7),
        words.get(8),
        Integer.parseInt(words.get(9)),
        Long.parseLong(words.get(10)),
        Long.parseLong(words.get(11)));
  }
}
