package io.holdfast.lock.testkit.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines a process has printed, with a mark up to where they have been consumed. Guarded by its
 * own monitor.
 */
final class OutputLines {

  private static final int TAIL = 20;

  private final List<String> lines = new ArrayList<>();
  private int consumed;
  private boolean ended;

  synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  synchronized void end() {
    ended = true;
    notifyAll();
  }

  synchronized List<String> all() {
    return List.copyOf(lines);
  }

  synchronized String tail() {
    List<String> last = lines.subList(Math.max(0, lines.size() - TAIL), lines.size());
    return last.isEmpty() ? "nothing" : String.join(System.lineSeparator(), last);
  }

  synchronized MatchResult await(String who, Pattern pattern, Duration limit)
      throws InterruptedException {
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    while (true) {
      while (consumed < lines.size()) {
        Matcher matcher = pattern.matcher(lines.get(consumed));
        consumed++;
        if (matcher.find()) {
          return matcher.toMatchResult();
        }
      }
      long leftNanos = deadlineNanos - System.nanoTime();
      if (ended || leftNanos <= 0) {
        String when = ended ? "ended" : "within " + limit.toMillis() + " ms";
        throw new AssertionError(
            "%s: %s without a line like %s; it said: %s".formatted(who, when, pattern, tail()));
      }
      TimeUnit.NANOSECONDS.timedWait(this, Math.max(leftNanos, 1_000_000));
    }
  }
}
