package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes to the log what people should know of a client's locks, in a thread of its own: a log may
 * block, and nothing else waits for that. Of each topic at most {@value #MOST_A_MINUTE} lines a
 * minute are written; the others are counted.
 */
public final class EventLog {

  static final int MOST_A_MINUTE = 10;

  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  /** What a line is about. Each has a logger of its own. */
  public enum Topic {
    /** A hold is lost. */
    LOSS("loss", Level.WARN),
    /** A waiter waits for long. */
    LONG_WAIT("long-wait", Level.INFO),
    /** A hold lasts for long while others wait. */
    LONG_HOLD("long-hold", Level.INFO),
    /** A waiter was too late for what it was given, and may be passed over. */
    LATE_GRANT("late-grant", Level.INFO);

    private final String loggerName;
    private final Level level;

    Topic(String name, Level level) {
      this.loggerName = "io.holdfast.lock." + name;
      this.level = level;
    }
  }

  private final Executor lane;
  private final MonotonicClock clock;
  private final Map<Topic, Lines> lines;

  /**
   * Nothing is written yet.
   *
   * @param lane writes, in order
   */
  public EventLog(Executor lane, MonotonicClock clock) {
    this.lane = lane;
    this.clock = clock;
    this.lines =
        Arrays.stream(Topic.values()).collect(Collectors.toMap(Function.identity(), Lines::new));
  }

  /** Whether lines of this topic are written. */
  public boolean isRead(Topic topic) {
    return of(topic).areRead();
  }

  private Lines of(Topic topic) {
    return Objects.requireNonNull(lines.get(topic), "each topic has its lines");
  }

  /**
   * Writes a line soon, unless there were too many. Any thread, without a monitor.
   *
   * @param line made only if it is written, in the thread that writes
   */
  public void tell(Topic topic, Supplier<String> line) {
    Lines its = of(topic);
    if (its.areRead()) {
      its.take(clock.nanoTime())
          .ifPresent(place -> lane.execute(() -> its.write(place.with(line.get()))));
    }
  }

  /** The lines of one topic. Any thread. */
  private static final class Lines {

    private final Logger logger;
    private final Level level;

    private final ReentrantLock guard = new ReentrantLock();

    // Guarded by it.
    private long sinceNanos;
    private int taken; // since then; 0 at first only
    private int leftOut;

    Lines(Topic topic) {
      this.logger = LoggerFactory.getLogger(topic.loggerName);
      this.level = topic.level;
    }

    boolean areRead() {
      return logger.isEnabledForLevel(level);
    }

    void write(String line) {
      logger.atLevel(level).log(line);
    }

    /** A place for a line; empty if it is to be left out. */
    Optional<Place> take(long now) {
      guard.lock();
      try {
        return taken(now);
      } finally {
        guard.unlock();
      }
    }

    private Optional<Place> taken(long now) {
      int before = 0;
      if (taken == 0 || now - sinceNanos >= MINUTE_NANOS) {
        before = leftOut;
        sinceNanos = now;
        taken = 0;
        leftOut = 0;
      }
      if (taken == MOST_A_MINUTE) {
        leftOut++;
        return Optional.empty();
      }
      taken++;
      return Optional.of(new Place(before, taken == MOST_A_MINUTE));
    }
  }

  /**
   * Where a line stands among others.
   *
   * @param leftOut how many were left out before it
   * @param isLast whether others will be for a while
   */
  private record Place(int leftOut, boolean isLast) {

    String with(String line) {
      return (leftOut == 0 ? "" : "(%s lines like this were left out) ".formatted(leftOut))
          + line
          + (isLast ? " (further lines like this are left out, for up to a minute)" : "");
    }
  }
}
