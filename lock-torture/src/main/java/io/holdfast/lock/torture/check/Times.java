package io.holdfast.lock.torture.check;

import java.time.Duration;
import java.util.Locale;

/** Prints times of a history: instants counted from its first record. */
record Times(long originNanos) {

  private static final double NANOS_OF_A_SECOND = 1e9;
  private static final double NANOS_OF_A_MILLI = 1e6;

  /** An instant: {@code 12.345678 s}. */
  String at(long nanos) {
    return String.format(Locale.ROOT, "%.6f s", (nanos - originNanos) / NANOS_OF_A_SECOND);
  }

  /** A length: {@code 3.250 ms}. */
  static String length(long nanos) {
    return String.format(Locale.ROOT, "%.3f ms", nanos / NANOS_OF_A_MILLI);
  }

  static String length(Duration duration) {
    return duration.toMillis() + " ms";
  }
}
