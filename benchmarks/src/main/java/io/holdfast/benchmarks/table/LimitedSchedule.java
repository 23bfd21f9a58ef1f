package io.holdfast.benchmarks.table;

import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * All rows within a time: before each, what is left of it is divided among the rows that are left.
 * A row that takes longer than its part shortens those behind it, down to a shortest sample.
 */
final class LimitedSchedule implements Schedule {

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofMillis(2000);

  /** Warming up is as long as so many samples. */
  private static final int WARM_UP = 3;

  /** Each sample waits for its beginning, and for the last turns. */
  private static final Duration LEAD = Duration.ofMillis(70);

  private final int rounds;
  private final Duration within;
  private final PrintStream progress;
  private final LongSupplier nanoClock;
  private final long startNanos;
  private long rowNanos; // when the last row began
  private Duration rowSamples = Duration.ZERO; // of that row
  private long setUpNanos; // of the rows before, besides samples
  private long expectedNanos; // the same, as expected
  private Duration shortest = LONGEST;
  private Duration longest = Duration.ZERO;

  /** The time begins now. */
  LimitedSchedule(int rounds, Duration within, PrintStream progress, LongSupplier nanoClock) {
    this.rounds = rounds;
    this.within = within;
    this.progress = progress;
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  @Override
  public Rounds next(List<Row> left) {
    learn();
    Row row = left.get(0);
    Duration sample = SHORTEST;
    if (row.isTimed()) {
      sample = sample(row, left);
      shortest = sample.compareTo(shortest) < 0 ? sample : shortest;
      longest = sample.compareTo(longest) > 0 ? sample : longest;
    }
    rowNanos = nanoClock.getAsLong();
    rowSamples = row.isTimed() ? sample.plus(LEAD).multipliedBy(samples(row)) : Duration.ZERO;
    expectedNanos += row.setUp().toNanos();
    return new Rounds(rounds, sample, sample.multipliedBy(WARM_UP), progress);
  }

  /** How much longer than expected the rows before took besides their samples. */
  private void learn() {
    if (expectedNanos > 0) {
      setUpNanos += nanoClock.getAsLong() - rowNanos - rowSamples.toNanos();
    }
  }

  private Duration sample(Row row, List<Row> left) {
    long timed = left.stream().filter(Row::isTimed).count();
    long setUps = left.stream().mapToLong(other -> other.setUp().toNanos()).sum();
    double slowness = expectedNanos == 0 ? 1 : Math.max(1, (double) setUpNanos / expectedNanos);
    Duration forSamples = timeLeft().minusNanos(Math.round(setUps * slowness));
    Duration sample = forSamples.dividedBy(timed * samples(row)).minus(LEAD);
    if (sample.compareTo(SHORTEST) < 0) {
      return SHORTEST;
    }
    return sample.compareTo(LONGEST) > 0 ? LONGEST : sample;
  }

  /** In times of one; warming up is so many more. */
  private long samples(Row row) {
    return (long) row.subjects().size() * row.parts() * (rounds + WARM_UP);
  }

  private Duration timeLeft() {
    return within.minusNanos(nanoClock.getAsLong() - startNanos);
  }

  @Override
  public Duration timeFor(List<Row> left) {
    Duration time = timeLeft();
    return time.isNegative() ? Duration.ZERO : time;
  }

  @Override
  public String method() {
    return "%d interleaved rounds of %d to %d ms, after %d times that of warming up, all within %s"
        .formatted(rounds, shortest.toMillis(), longest.toMillis(), WARM_UP, Schedule.text(within));
  }

  @Override
  public Map<String, Object> numbers() {
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("rounds", rounds);
    numbers.put("sampleMillis", shortest.toMillis());
    numbers.put("warmUpMillis", shortest.multipliedBy(WARM_UP).toMillis());
    numbers.put("withinMillis", within.toMillis());
    return numbers;
  }
}
