package io.holdfast.lock.testkit.concurrent;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.process.JvmProcess;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A process that stands still, and sees it. */
class StallWatchIT {

  private static final Duration FROZEN = Duration.ofMillis(1500);

  /** Says what it saw whenever it is asked, and at last when the watch was closed. */
  static final class Watching {
    public static void main(String[] arguments) throws Exception {
      StallWatch watch = StallWatch.start();
      long start = System.nanoTime();
      System.out.println("watching");
      while (System.in.read() == '?') {
        System.in.skip(1);
        report(watch, start);
      }
    }

    private static void report(StallWatch watch, long start) {
      StallWatch.Stalls stalls = watch.stalls();
      long ran = watch.running().toMillis();
      System.out.printf(
          "largest %d total %d count %d ran %d of %d%n",
          stalls.largest().toMillis(),
          stalls.total().toMillis(),
          stalls.count(),
          ran,
          (System.nanoTime() - start) / 1_000_000);
    }
  }

  private static long[] seen(JvmProcess process) throws Exception {
    process.send("?");
    MatchResult line =
        process.awaitLine("^largest (\\d+) total (\\d+) count (\\d+) ran (\\d+) of (\\d+)");
    return IntStream.rangeClosed(1, 5).mapToLong(i -> Long.parseLong(line.group(i))).toArray();
  }

  @Test
  void watch_ofAProcessThatWasFrozen_saysForHowLong() throws Exception {
    try (JvmProcess process = JvmProcess.start(Watching.class)) {
      process.awaitLine("watching");
      process.freeze();
      stays(FROZEN, "frozen", process::isAlive);
      process.thaw();

      long[] seen = seen(process);

      // Not exactly so long: the moment in which it was frozen belongs to nobody.
      long least = FROZEN.minusMillis(200).toMillis();
      assertThat(seen[0]).as("largest").isGreaterThan(least);
      assertThat(seen[1]).as("total").isGreaterThanOrEqualTo(seen[0]);
      assertThat(seen[2]).as("count").isPositive();
      assertThat(seen[3]).as("ran").isLessThanOrEqualTo(seen[4] - least);
    }
  }

  @Test
  void watch_closed_seesNoMore() {
    StallWatch watch = StallWatch.start();
    watch.close();
    StallWatch.Stalls before = watch.stalls();
    stays(Duration.ofMillis(50), "as it was", () -> watch.stalls().equals(before));
    watch.close();
  }

  @Test
  void stalls_none_areSaidSo() {
    try (StallWatch watch = StallWatch.start()) {
      assertThat(watch.stalls().toString())
          .matches("largest gap \\d+ ms; \\d+ of 20 ms and more, \\d+ ms together");
    }
  }
}
