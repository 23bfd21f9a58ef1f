package io.holdfast.lock.torture.workload;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** What a worker has done so far. Any thread enters. */
final class Progress {

  private static final long WAITED_NANOS = 1_000_000;

  private final LongAdder operations = new LongAdder();
  private final LongAdder holds = new LongAdder();
  private final LongAdder waits = new LongAdder();
  private final LongAdder awaits = new LongAdder();
  private final LongAdder losses = new LongAdder();
  private final LongAdder failures = new LongAdder();

  void asked() {
    operations.increment();
  }

  void acquired(long afterNanos) {
    holds.increment();
    if (afterNanos > WAITED_NANOS) {
      waits.increment();
    }
  }

  void awaited() {
    awaits.increment();
  }

  void lost() {
    losses.increment();
  }

  void failed() {
    failures.increment();
  }

  /** {@code operations=12 holds=10 waits=3 awaits=1 losses=0 failures=2}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "operations=%s holds=%s waits=%s awaits=%s losses=%s failures=%s",
        operations.sum(),
        holds.sum(),
        waits.sum(),
        awaits.sum(),
        losses.sum(),
        failures.sum());
  }
}
