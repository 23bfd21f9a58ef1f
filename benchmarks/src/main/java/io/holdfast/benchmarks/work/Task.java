package io.holdfast.benchmarks.work;

import java.util.List;

/**
 * What one JVM is told to do.
 *
 * @param work what
 * @param threads by how many
 * @param lockName name of the lock, or what names of own locks begin with
 * @param sectionFile where the section is
 * @param self which JVM it is
 * @param startEpochMillis when to begin, so that several JVMs begin together
 * @param millis for how long
 */
record Task(
    Work work,
    int threads,
    String lockName,
    String sectionFile,
    int self,
    long startEpochMillis,
    long millis) {

  String toLine() {
    return String.join(
        "\t",
        work.name(),
        Integer.toString(threads),
        lockName,
        sectionFile,
        Integer.toString(self),
        Long.toString(startEpochMillis),
        Long.toString(millis));
  }

  static Task parse(String line) {
    List<String> words = List.of(line.split("\t", -1));
    return new Task(
        Work.valueOf(words.get(0)),
        Integer.parseInt(words.get(1)),
        words.get(2),
        words.get(3),
        Integer.parseInt(words.get(4)),
        Long.parseLong(words.get(5)),
        Long.parseLong(words.get(6)));
  }
}
