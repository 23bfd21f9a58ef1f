package io.holdfast.lock.torture.nemesis;

/**
 * Something a nemesis has done. As text, one line of five fields between tabs: nanos, kind, round,
 * fault, detail; line breaks and tabs inside a field are blanks.
 *
 * @param nanos when it was over, of {@link System#nanoTime()}: comparable between processes of one
 *     Linux machine
 * @param kind what
 * @param round in which round, from 1; 0 outside of rounds
 * @param fault which fault; {@code -} outside of rounds
 * @param detail in words
 */
public record NemesisEvent(long nanos, Kind kind, int round, String fault, String detail) {

  private static final int FIELDS = 5;

  /** What has happened. */
  public enum Kind {
    /** The run has begun; the detail names seed and faults. */
    BEGIN,
    /** A fault is about to be injected. */
    INJECTING,
    /** A fault is there. */
    INJECTED,
    /** A fault could not be injected; nothing is left of it. */
    INJECT_FAILED,
    /** A fault is about to be healed. */
    HEALING,
    /** A fault is over. */
    HEALED,
    /** A fault could not be healed; it is tried again, at last at the end. */
    HEAL_FAILED,
    /** The run has ended. */
    END
  }

  /** Replaces what would break a line. */
  public NemesisEvent {
    fault = oneField(fault);
    detail = oneField(detail);
  }

  private static String oneField(String text) {
    return text.replaceAll("[\\t\\r\\n]+", " ");
  }

  /** The event of a line that {@link #toString()} has made. */
  public static NemesisEvent parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "line: %s fields instead of %s: %s".formatted(fields.length, FIELDS, line));
    }
    return new NemesisEvent(
        Long.parseLong(fields[0]),
        Kind.valueOf(fields[1]),
        Integer.parseInt(fields[2]),
        fields[3],
        fields[4]);
  }

  @Override
  public String toString() {
    return String.join("\t", Long.toString(nanos), kind.name(), "" + round, fault, detail);
  }
}
