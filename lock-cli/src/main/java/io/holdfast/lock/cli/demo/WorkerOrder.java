package io.holdfast.lock.cli.demo;

import java.time.Duration;

/** What a worker is told, one line each. A new order ends the one before. */
sealed interface WorkerOrder {

  /**
   * Take the lock again and again.
   *
   * @param section how long to stay in the section
   */
  record Contend(Duration section) implements WorkerOrder {}

  /** Take the lock and stay inside until told to finish. */
  record Stay() implements WorkerOrder {}

  /** Write the counter and release, if inside; otherwise nothing. */
  record Finish() implements WorkerOrder {}

  /** Come to rest. */
  record Rest() implements WorkerOrder {}

  /** The line. */
  default String line() {
    if (this instanceof Contend contend) {
      return "contend " + contend.section().toNanos();
    }
    if (this instanceof Stay) {
      return "stay";
    }
    return this instanceof Finish ? "finish" : "rest";
  }

  /** The order. */
  static WorkerOrder parse(String line) {
    String[] words = line.split(" ", 2);
    return switch (words[0]) {
      case "contend" -> new Contend(Duration.ofNanos(Long.parseLong(words[1])));
      case "stay" -> new Stay();
      case "finish" -> new Finish();
      case "rest" -> new Rest();
      default -> throw new IllegalArgumentException("order '" + line + "': not known");
    };
  }
}
