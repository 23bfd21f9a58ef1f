package io.holdfast.leader;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The log of all elections. A message that cannot be written, because its exception throws when it
 * is asked for its text, say, stops no election.
 */
final class ElectionLog {

  private static final Logger log = LoggerFactory.getLogger(LeaderElection.class);

  private ElectionLog() {}

  static void write(Level level, @Nullable Throwable cause, String text, Object... arguments) {
    try {
      log.atLevel(level).setCause(cause).log(text, arguments);
    } catch (Throwable e) {
      writeWithoutCause(level, cause, text, arguments);
    }
  }

  private static void writeWithoutCause(
      Level level, @Nullable Throwable cause, String text, Object... arguments) {
    try {
      String name = cause == null ? "no exception" : cause.getClass().getName();
      log.atLevel(level).log(text + " (could not be logged: " + name + ")", arguments);
    } catch (Throwable ignored) {
      // There is nobody left to tell.
    }
  }
}
