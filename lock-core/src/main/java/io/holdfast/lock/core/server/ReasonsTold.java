package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether a reason is news to people who read the log: a change is, the same again is not. Of
 * reasons that take turns each is news once in ten seconds. Any thread; two at the same time may
 * both be told that theirs is.
 */
public final class ReasonsTold {

  private static final long CALM_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int MOST = 100;

  private final MonotonicClock clock;
  private final Map<String, Long> toldNanos = new ConcurrentHashMap<>();
  private volatile String last = "";

  /** Nothing has been told. */
  public ReasonsTold(MonotonicClock clock) {
    this.clock = clock;
  }

  /** Whether it is to be told now; if so, it has been told. */
  public boolean isNews(String reason) {
    String kind = reason.replaceAll("\\d+", "0"); // ports and durations differ
    Long before = toldNanos.get(kind);
    long now = clock.nanoTime();
    if (kind.equals(last) || (before != null && now - before < CALM_NANOS)) {
      return false;
    }
    if (toldNanos.size() >= MOST) {
      toldNanos.clear();
    }
    toldNanos.put(kind, now);
    last = kind;
    return true;
  }

  /** What comes next belongs to another trouble. */
  public void forget() {
    toldNanos.clear();
    last = "";
  }
}
