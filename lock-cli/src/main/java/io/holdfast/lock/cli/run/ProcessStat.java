package io.holdfast.lock.cli.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What Linux tells of a process in {@code /proc/<pid>/stat}; proc(5).
 *
 * @param state one letter
 * @param group the process group
 * @param foreground the process group in the foreground of its terminal; -1 without a terminal
 */
record ProcessStat(String state, String group, String foreground) {

  private static final int STATE = 0; // counted behind "pid (name) "
  private static final int GROUP = 2;
  private static final int FOREGROUND = 5;

  /** Empty if there is no such process, or this is not Linux. */
  static Optional<ProcessStat> of(long pid) {
    try {
      String stat =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Optional.of(new ProcessStat(fields[STATE], fields[GROUP], fields[FOREGROUND]));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether it has ended, and only its parent has not asked for its status yet. */
  boolean isZombie() {
    return state.equals("Z");
  }

  /** Whether the terminal's Ctrl-C reaches it. */
  boolean isInForeground() {
    return group.equals(foreground);
  }
}
