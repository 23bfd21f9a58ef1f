package io.holdfast.benchmarks.table;

import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a server was asked, and whether it is still being asked. */
final class Quiet {

  /** Nothing in this time: nothing more will come of what was done before. */
  static final Duration PERIOD = Duration.ofMillis(40);

  private Quiet() {}

  /** Waits until no script was called for a while, and tells the calls since the last reset. */
  static Counts await(TestServer server) throws InterruptedException {
    Counts before = count(server);
    while (true) {
      Thread.sleep(PERIOD.toMillis());
      Counts now = count(server);
      if (now.equals(before)) {
        return now;
      }
      before = now;
    }
  }

  /** The calls since the last reset. */
  static Counts count(TestServer server) {
    return Counts.of(server.commandCalls());
  }

  /**
   * Calls.
   *
   * @param scripts EVALSHA and EVAL, and what newer servers have in place of a common script
   * @param messages PUBLISH and SPUBLISH, by clients and by scripts
   */
  record Counts(long scripts, long messages) {

    private static final List<String> SCRIPTS = List.of("evalsha", "eval", "delex", "delifeq");

    static Counts of(Map<String, Long> calls) {
      return new Counts(
          SCRIPTS.stream().mapToLong(name -> calls.getOrDefault(name, 0L)).sum(),
          calls.getOrDefault("publish", 0L) + calls.getOrDefault("spublish", 0L));
    }

    /** How many more than then. */
    Counts since(Counts then) {
      return new Counts(scripts - then.scripts, messages - then.messages);
    }
  }
}
