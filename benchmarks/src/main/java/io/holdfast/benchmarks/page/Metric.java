package io.holdfast.benchmarks.page;

import java.util.Locale;
import java.util.Map;

/**
 * A number that is measured.
 *
 * @param name in the files
 * @param title for people, with its unit
 */
record Metric(String name, String title) {

  private static final Map<String, String> OF_THE_TABLE =
      Map.ofEntries(
          Map.entry("turnsPerSecond", "turns/s"),
          Map.entry("waitP99Millis", "p99 of the wait, ms"),
          Map.entry("waitLongestMillis", "longest wait, ms"),
          Map.entry("leastShare", "part of the turns of the poorest JVM"),
          Map.entry("commands", "commands sent"),
          Map.entry("bytes", "bytes sent"),
          Map.entry("scriptsGrowth", "scripts, W = 8 by W = 1"),
          Map.entry("messagesGrowth", "messages, W = 8 by W = 1"),
          Map.entry("receivedGrowth", "received, W = 8 by W = 1"),
          Map.entry("commandsPerSecond", "script calls a second"),
          Map.entry("heapKibPerWaiter", "heap of each, KiB"),
          Map.entry("pairByHealthyPair", "time of a pair, by that while all are well"));

  /** Of a line of the table whose file does not say it; one that is not known goes by its name. */
  static String ofTheTable(String name) {
    return OF_THE_TABLE.getOrDefault(name, name);
  }

  /** For names of files. */
  String slug() {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
