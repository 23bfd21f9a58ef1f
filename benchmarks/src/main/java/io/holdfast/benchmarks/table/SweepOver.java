package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a sweep varies. */
enum SweepOver {
  /** One lock, and so many threads in each JVM. */
  THREADS("threads", 1, 1024, List.of(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L), 8),
  /** One lock, and so many JVMs. */
  JVMS("JVMs", 1, 64, List.of(1L, 2L, 4L, 8L, 16L), 4),
  /** So many locks, some of them drawn often and most seldom. */
  NAMES("names", 1, 1_000_000, List.of(1L, 10L, 100L, 1_000L, 10_000L, 100_000L, 1_000_000L), 8),
  /** One lock, held for so many microseconds. */
  SECTION("section, µs", 0, 1_000_000, List.of(0L, 100L, 5_000L), 8),
  /** One lock, and so many turns meant to begin in each second, of all JVMs together. */
  LATENCY("turns/s meant to begin", 1, 1_000_000, List.of(500L), 8);

  private static final Pattern NUMBER = Pattern.compile("(\\d{1,9})(us|µs|ms|s)?");

  private final String heading;
  private final long least;
  private final long most;
  private final List<Long> defaultValues;
  private final int defaultThreads;

  SweepOver(String heading, long least, long most, List<Long> defaultValues, int defaultThreads) {
    this.heading = heading;
    this.least = least;
    this.most = most;
    this.defaultValues = defaultValues;
    this.defaultThreads = defaultThreads;
  }

  /** In small letters, for options and files. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Of the values, with their unit. */
  String heading() {
    return heading;
  }

  List<Long> defaultValues() {
    return defaultValues;
  }

  /** In each JVM, where threads are not what is varied. */
  int defaultThreads() {
    return defaultThreads;
  }

  /** At each value. Many JVMs on few cores take long until their code is compiled. */
  double defaultWarmUpSeconds() {
    return this == JVMS ? 10 : 3;
  }

  /** Percentiles far out need many turns. */
  double defaultSeconds() {
    return this == LATENCY ? 10 : 1;
  }

  /** What is told first of every point. */
  String mainMetric() {
    return this == LATENCY ? WorkRow.P99 : WorkRow.TURNS;
  }

  /**
   * A value as it is written: a number; of a section also with a unit, without one in microseconds.
   *
   * @throws IllegalArgumentException if it is none, or beyond the bounds
   */
  long parse(String text) {
    Matcher matcher = NUMBER.matcher(text.strip());
    if (!matcher.matches() || (matcher.group(2) != null && this != SECTION)) {
      throw new IllegalArgumentException(
          "%s '%s': must be %s"
              .formatted(
                  label(),
                  text,
                  this == SECTION ? "a number with us, ms or s" : "a number without fraction"));
    }
    long value = Long.parseLong(matcher.group(1)) * micros(matcher.group(2));
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s '%s': must be from %d to %d%s"
              .formatted(label(), text, least, most, this == SECTION ? " us" : ""));
    }
    return value;
  }

  private static long micros(@Nullable String unit) {
    return "s".equals(unit) ? 1_000_000 : "ms".equals(unit) ? 1_000 : 1;
  }

  /** What is done at every value, for people. */
  String work(int jvms, int threads) {
    String size = size(jvms, threads);
    return switch (this) {
      case THREADS -> "one lock, " + count(jvms, "JVM");
      case JVMS -> "one lock, %s in each JVM".formatted(count(threads, "thread"));
      case NAMES -> "names drawn by Zipf's law, " + size;
      case SECTION -> "one lock that is held for a time, " + size;
      case LATENCY -> "one lock, turns begun at a rate, " + size;
    };
  }

  private static String size(int jvms, int threads) {
    return "%s × %s".formatted(count(jvms, "JVM"), count(threads, "thread"));
  }

  private static String count(int number, String what) {
    return "%d %s%s".formatted(number, what, number == 1 ? "" : "s");
  }

  /** What each JVM does at this value. */
  Load load(long value, int jvms, int threads) {
    return switch (this) {
      case THREADS -> Load.of(Work.ONE_LOCK, Math.toIntExact(value));
      case JVMS -> Load.of(Work.ONE_LOCK, threads);
      case NAMES -> Load.ofNames(threads, Math.toIntExact(value));
      case SECTION -> Load.of(Work.ONE_LOCK, threads).withSection(Duration.ofNanos(1_000 * value));
      case LATENCY -> Load.of(Work.ONE_LOCK, threads).atRate((double) value / jvms);
    };
  }
}
