package io.holdfast.benchmarks.table;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Every row alike. What is left is estimated, and the estimate is corrected by what the rows before
 * have taken.
 */
final class SteadySchedule implements Schedule {

  private final Rounds rounds;
  private final LongSupplier nanoClock;
  private long startNanos;
  private double estimatedNanos; // of the rows before

  SteadySchedule(Rounds rounds, LongSupplier nanoClock) {
    this.rounds = rounds;
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  @Override
  public Rounds next(List<Row> left) {
    if (estimatedNanos == 0) {
      startNanos = nanoClock.getAsLong();
    }
    estimatedNanos += estimate(left.get(0));
    return rounds.warmedUpFor(left.get(0).leastWarmUp());
  }

  /** Asked before {@link #next}. */
  @Override
  public Duration timeFor(List<Row> left) {
    double correction =
        estimatedNanos == 0 ? 1 : (nanoClock.getAsLong() - startNanos) / estimatedNanos;
    double nanos = left.stream().mapToDouble(this::estimate).sum();
    return Duration.ofNanos(Math.round(nanos * correction));
  }

  private double estimate(Row row) {
    double work =
        row.isTimed()
            ? rounds.warmedUpFor(row.leastWarmUp()).warmUp().toNanos()
                + (double) rounds.count() * rounds.time().toNanos()
            : 0;
    return row.setUp().toNanos() + row.subjects().size() * row.parts() * work;
  }

  @Override
  public String method() {
    return rounds.method();
  }

  @Override
  public Map<String, Object> numbers() {
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("rounds", rounds.count());
    numbers.put("sampleMillis", rounds.time().toMillis());
    numbers.put("warmUpMillis", rounds.warmUp().toMillis());
    return numbers;
  }
}
