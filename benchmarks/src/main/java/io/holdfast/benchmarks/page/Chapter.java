package io.holdfast.benchmarks.page;

import java.util.List;

/**
 * A series that the page shows, if it was measured.
 *
 * @param kind {@code sweep} or {@code cost}
 * @param over the quantity
 * @param title its heading
 * @param xTitle the quantity, for people
 * @param form how it is drawn
 * @param metrics what is drawn
 */
record Chapter(
    String kind, String over, String title, String xTitle, Form form, List<Metric> metrics) {

  /** How a series is drawn. */
  enum Form {
    /** A picture for each metric. */
    LINES,
    /** One picture with a panel for each metric that was measured. */
    PANELS,
    /** One picture, the metrics are percentiles and stand side by side. */
    PERCENTILES
  }

  private static final Metric TURNS = new Metric("turnsPerSecond", "turns/s");

  private static final List<Metric> WAITS =
      List.of(
          new Metric("waitP50Millis", "50"),
          new Metric("waitP90Millis", "90"),
          new Metric("waitP99Millis", "99"),
          new Metric("waitP999Millis", "99.9"),
          new Metric("waitP9999Millis", "99.99"),
          new Metric("waitLongestMillis", "max"));

  private static final List<Metric> COSTS =
      List.of(
          new Metric("clientCpuPercent", "processor time of the client, % of a core"),
          new Metric("serverCpuPercent", "processor time of the server, % of a core"),
          new Metric("commandsPerSecond", "script calls a second"),
          new Metric("serverCommandsPerSecond", "commands a second, those in scripts too"),
          new Metric("heapBytesEach", "heap of each, bytes"),
          new Metric("threads", "threads of the client"),
          new Metric("connections", "connections of the client"));

  /** In the order of the page. */
  static List<Chapter> all() {
    return List.of(
        new Chapter(
            "sweep", "threads", "One lock, more threads", "threads", Form.LINES, List.of(TURNS)),
        new Chapter(
            "sweep",
            "latency",
            "How long one waits",
            "turns/s meant to begin",
            Form.PERCENTILES,
            WAITS),
        new Chapter(
            "sweep",
            "jvms",
            "One lock, handed over between JVMs",
            "JVMs",
            Form.LINES,
            List.of(TURNS, new Metric("scriptsPerTurn", "script calls by turn"))),
        new Chapter("sweep", "names", "More locks", "locks", Form.LINES, List.of(TURNS)),
        new Chapter(
            "sweep", "section", "Longer sections", "µs in the section", Form.LINES, List.of(TURNS)),
        new Chapter("cost", "holds", "What holding costs", "holds", Form.PANELS, COSTS),
        new Chapter("cost", "waiters", "What waiting costs", "waiting handles", Form.PANELS, COSTS),
        new Chapter(
            "cost",
            "clients",
            "What clients cost",
            "threads that use a client",
            Form.PANELS,
            COSTS));
  }

  /** The command that measures it, without the program. */
  String command() {
    return "%s --%s %s".formatted(kind, kind.equals("sweep") ? "over" : "of", over);
  }
}
