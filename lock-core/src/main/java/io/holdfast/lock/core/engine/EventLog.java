package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the log what people should know of a client's locks, in a thread of its own: a log may
 * block, and nothing else waits for that. Of each topic at most {@value #MOST_A_MINUTE} lines a
 * minute are written; the others are counted.
 */
public final class EventLog {

  static final int MOST_A_MINUTE = 10;

  /** Lines that wait for a log that blocks, at most; further ones are left out. */
  static final int MOST_WAITING = 40;

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  /** What a line is about. Each has a logger of its own. */
  public enum Topic {
    /** A hold is lost. */
    LOSS("loss", true),
    /** A waiter waits for long. */
    LONG_WAIT("long-wait", false),
    /** A hold lasts for long while others wait. */
    LONG_HOLD("long-hold", false),
    /** A waiter was too late for what it was given, and may be passed over. */
    LATE_GRANT("late-grant", false);

    private final String loggerName;
    private final boolean isWarning;

    Topic(String name, boolean isWarning) {
      this.loggerName = "io.holdfast.lock." + name;
      this.isWarning = isWarning;
    }
  }

  private final Executor lane;
  private final AtomicInteger waiting = new AtomicInteger(); // lines, for the lane
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

  /** Whether lines of this topic are written. Never throws. */
  public boolean isRead(Topic topic) {
    return of(topic).areRead();
  }

  private Lines of(Topic topic) {
    return Objects.requireNonNull(lines.get(topic), "each topic has its lines");
  }

  /**
   * Writes a line soon, unless there were too many. Any thread, without a monitor. Never throws.
   *
   * @param line made only if it is written, in the thread that writes
   */
  public void tell(Topic topic, Supplier<String> line) {
    begin(topic).ifPresent(begun -> begun.write(line));
  }

  /** A line that is to be written, if there were not too many. Any thread. Never throws. */
  public Optional<Line> begin(Topic topic) {
    Lines its = of(topic);
    return its.areRead()
        ? its.take(clock.nanoTime(), waiting.get() >= MOST_WAITING)
        : Optional.empty();
  }

  private void later(Runnable writing) {
    waiting.incrementAndGet();
    boolean isAccepted = false;
    try {
      lane.execute(
          () -> {
            waiting.decrementAndGet();
            attempt(writing);
          });
      isAccepted = true;
    } catch (RuntimeException | Error e) {
      // the client is closed, or there is no memory for a thread: the line is not written
    } finally {
      if (!isAccepted) {
        waiting.decrementAndGet();
      }
    }
  }

  private static void attempt(Runnable writing) {
    try {
      writing.run();
    } catch (RuntimeException | Error e) {
      // the log itself fails: there is nowhere to tell it
    }
  }

  /** A line of one topic. */
  public final class Line {

    private final Lines lines;
    private final int leftOut; // before it
    private final boolean isLast; // for a while

    private Line(Lines lines, int leftOut, boolean isLast) {
      this.lines = lines;
      this.leftOut = leftOut;
      this.isLast = isLast;
    }

    /** Writes it soon. Never throws. */
    public void write(Supplier<String> text) {
      later(() -> lines.write(around(text.get())));
    }

    private String around(String text) {
      return (leftOut == 0 ? "" : "(lines like this that were left out: %s) ".formatted(leftOut))
          + CONTROL.matcher(text).replaceAll("?")
          + (isLast ? " (further lines like this are left out, for up to a minute)" : "");
    }
  }

  /** The lines of one topic. Any thread. */
  private final class Lines {

    private final Logger logger;
    private final boolean isWarning;

    private final ReentrantLock guard = new ReentrantLock();

    // Guarded by it.
    private long sinceNanos;
    private int taken; // since then; 0 at first only
    private int leftOut;

    Lines(Topic topic) {
      this.logger = LoggerFactory.getLogger(topic.loggerName);
      this.isWarning = topic.isWarning;
    }

    boolean areRead() {
      try {
        return isWarning ? logger.isWarnEnabled() : logger.isInfoEnabled();
      } catch (RuntimeException | Error e) { // a filter of the application
        return false;
      }
    }

    void write(String line) {
      if (isWarning) {
        logger.warn(line);
      } else {
        logger.info(line);
      }
    }

    /** The next line; empty if it is to be left out. */
    Optional<Line> take(long now, boolean isTooMuch) {
      guard.lock();
      try {
        int before = 0;
        if (taken == 0 || now - sinceNanos >= MINUTE_NANOS) {
          before = leftOut;
          sinceNanos = now;
          taken = 0;
          leftOut = 0;
        }
        if (isTooMuch || taken == MOST_A_MINUTE) {
          leftOut += before + 1;
          return Optional.empty();
        }
        taken++;
        return Optional.of(new Line(this, before, taken == MOST_A_MINUTE));
      } finally {
        guard.unlock();
      }
    }
  }
}
