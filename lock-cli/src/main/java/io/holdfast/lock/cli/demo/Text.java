package io.holdfast.lock.cli.demo;

import java.util.Locale;

/** Times as people read them. */
final class Text {

  private static final double NANOS_A_MICRO = 1e3;
  private static final double NANOS_A_MILLI = 1e6;
  private static final double NANOS_A_SECOND = 1e9;

  private Text() {}

  static String micros(long nanos) {
    return String.format(Locale.ROOT, "%.0f µs", (double) nanos / NANOS_A_MICRO);
  }

  static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.0f ms", (double) nanos / NANOS_A_MILLI);
  }

  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", (double) nanos / NANOS_A_SECOND);
  }
}
