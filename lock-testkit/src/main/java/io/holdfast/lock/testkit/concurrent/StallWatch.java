package io.holdfast.lock.testkit.concurrent;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long this JVM stood still: a thread that wants to run every 10 ms notices when it
 * could not, for want of a processor or during garbage collection. Other threads may not have run
 * then either. Judge promises that hold on a machine that does not stand still by {@link
 * #running()}.
 *
 * <pre>{@code
 * try (StallWatch watch = StallWatch.start()) {
 *   client.lock("orders").lock();
 *   assertThat(watch.running()).isLessThan(Duration.ofSeconds(2));
 * }
 * }</pre>
 *
 * <p>Safe for use by many threads. Costs one thread, a daemon, until closed.
 */
public final class StallWatch implements AutoCloseable {

  /**
   * What was seen so far.
   *
   * @param largest the largest gap
   * @param total all gaps of {@link #LEAST} and more together
   * @param count how many these were
   */
  public record Stalls(Duration largest, Duration total, int count) {

    private static final Stalls NONE = new Stalls(Duration.ZERO, Duration.ZERO, 0);

    private Stalls and(Duration gap) {
      Duration larger = gap.compareTo(largest) > 0 ? gap : largest;
      return gap.compareTo(LEAST) < 0
          ? new Stalls(larger, total, count)
          : new Stalls(larger, total.plus(gap), count + 1);
    }

    /** Such as {@code largest gap 312 ms; 3 of 20 ms and more, 540 ms together}. */
    @Override
    public String toString() {
      return "largest gap %s ms; %s of %s ms and more, %s ms together"
          .formatted(largest.toMillis(), count, LEAST.toMillis(), total.toMillis());
    }
  }

  /** A gap that is smaller is the usual unpunctuality of timers, and not counted: 20 ms. */
  public static final Duration LEAST = Duration.ofMillis(20);

  private static final Duration BEAT = Duration.ofMillis(10);

  /** What the sleeper knew when it last ran: replaced as a whole, so that no gap counts twice. */
  private record Seen(long atNanos, Stalls stalls) {

    Seen at(long now, long beatNanos) {
      Duration gap = Duration.ofNanos(Math.max(0, now - atNanos - beatNanos));
      return new Seen(now, stalls.and(gap));
    }
  }

  private final long startNanos = System.nanoTime();
  private final Thread sleeper = new Thread(this::watch, "stall-watch");
  private volatile Seen seen = new Seen(startNanos, Stalls.NONE); // written by the sleeper
  private volatile boolean isClosed;

  private final long beatNanos;

  private StallWatch(Duration beat) {
    this.beatNanos = beat.toNanos();
  }

  /** Begins to measure. */
  public static StallWatch start() {
    return start(BEAT);
  }

  /**
   * Begins to measure.
   *
   * @param beat how often it wants to run: a gap that is over before it wants to run goes unseen,
   *     and each run costs processor time
   */
  public static StallWatch start(Duration beat) {
    StallWatch watch = new StallWatch(beat);
    watch.sleeper.setDaemon(true);
    watch.sleeper.start();
    return watch;
  }

  private void watch() {
    while (!isClosed) {
      LockSupport.parkNanos(beatNanos);
      seen = seen.at(System.nanoTime(), beatNanos);
    }
  }

  private Seen now() {
    Seen last = seen;
    return sleeper.isAlive() ? last.at(System.nanoTime(), beatNanos) : last;
  }

  /**
   * The gaps from the start until now, or until closed. A gap that still lasts counts already, for
   * example when the caller could run before the watch.
   */
  public Stalls stalls() {
    return now().stalls();
  }

  /**
   * The time from the start until now, or until closed, without the gaps: the time that a waiter
   * can be held to.
   */
  public Duration running() {
    Seen now = now();
    return Duration.ofNanos(now.atNanos() - startNanos).minus(now.stalls().total());
  }

  /** Ends measuring; the results can still be read. Idempotent. */
  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(sleeper);
    try {
      sleeper.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it ends all the same
    }
  }
}
