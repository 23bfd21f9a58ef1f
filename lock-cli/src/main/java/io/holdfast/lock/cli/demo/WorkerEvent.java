package io.holdfast.lock.cli.demo;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a worker reports, one line each: {@code @holds <nanos> <token>}.
 *
 * <p>Times are {@link System#nanoTime()}, which on Linux is one clock for all processes of a
 * machine.
 */
sealed interface WorkerEvent {

  /** When it happened. */
  long nanos();

  /** Connected and warmed up. */
  record Ready(long nanos) implements WorkerEvent {}

  /** Asks for the lock. */
  record Waits(long nanos) implements WorkerEvent {}

  /** Has the lock. */
  record Holds(long nanos, long token) implements WorkerEvent {}

  /** Stays inside its section, the counter read but not yet written, until told to finish. */
  record Inside(long nanos, long token) implements WorkerEvent {}

  /** Released the lock; the time is that of the call. */
  record Released(long nanos, long token) implements WorkerEvent {}

  /** The counter refused its write: it had seen a higher token. */
  record Refused(long nanos, long token, long highest) implements WorkerEvent {}

  /** Learned that its hold was lost. */
  record Lost(long nanos, long token, String cause) implements WorkerEvent {}

  /** Done with its orders. */
  record Rests(long nanos) implements WorkerEvent {}

  /** Cannot go on. */
  record Trouble(long nanos, String what) implements WorkerEvent {}

  /** The line. */
  default String line() {
    if (this instanceof Ready) {
      return "@ready " + nanos();
    } else if (this instanceof Waits) {
      return "@waits " + nanos();
    } else if (this instanceof Holds e) {
      return "@holds " + nanos() + ' ' + e.token();
    } else if (this instanceof Inside e) {
      return "@inside " + nanos() + ' ' + e.token();
    } else if (this instanceof Released e) {
      return "@released " + nanos() + ' ' + e.token();
    } else if (this instanceof Refused e) {
      return "@refused " + nanos() + ' ' + e.token() + ' ' + e.highest();
    } else if (this instanceof Lost e) {
      return "@lost " + nanos() + ' ' + e.token() + ' ' + e.cause();
    } else if (this instanceof Rests) {
      return "@rests " + nanos();
    } else {
      return "@trouble " + nanos() + ' ' + ((Trouble) this).what().replaceAll("\\R.*", "");
    }
  }

  /** The event; empty if the line is none: something else that the JVM printed. */
  static Optional<WorkerEvent> parse(String line) {
    String[] words = line.split(" ", 4);
    if (!line.startsWith("@") || words.length < 2) {
      return Optional.empty();
    }
    try {
      long nanos = Long.parseLong(words[1]);
      @Nullable WorkerEvent event =
          switch (words[0]) {
            case "@ready" -> new Ready(nanos);
            case "@waits" -> new Waits(nanos);
            case "@holds" -> new Holds(nanos, Long.parseLong(words[2]));
            case "@inside" -> new Inside(nanos, Long.parseLong(words[2]));
            case "@released" -> new Released(nanos, Long.parseLong(words[2]));
            case "@refused" ->
                new Refused(nanos, Long.parseLong(words[2]), Long.parseLong(words[3]));
            case "@lost" -> new Lost(nanos, Long.parseLong(words[2]), words[3]);
            case "@rests" -> new Rests(nanos);
            case "@trouble" -> new Trouble(nanos, line.split(" ", 3)[2]);
            default -> null;
          };
      return Optional.ofNullable(event);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }
}
