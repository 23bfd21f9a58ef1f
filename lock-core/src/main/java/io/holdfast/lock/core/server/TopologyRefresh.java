package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which master has which slots now: not twice at a time, and at most once a second.
 * Lettuce does so when a node redirects it, but not for one that is silent, or to which there is no
 * connection. Any thread.
 */
public final class TopologyRefresh {

  private static final Logger LOG = LoggerFactory.getLogger(TopologyRefresh.class);

  private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

  /** One that takes longer hangs, whatever its time-outs should have done. */
  private static final long LONGEST_SECONDS = 20;

  private final Connector connector;
  private final MonotonicClock clock;
  private final Consumer<Boolean> whenDone;
  private final AtomicBoolean underWay = new AtomicBoolean();
  private volatile long notBeforeNanos;

  /**
   * May begin at once.
   *
   * @param whenDone hears of each look whether it told the topology: mostly not if no node answers
   */
  public TopologyRefresh(Connector connector, MonotonicClock clock, Consumer<Boolean> whenDone) {
    this.connector = connector;
    this.clock = clock;
    this.whenDone = whenDone;
    this.notBeforeNanos = clock.nanoTime();
  }

  /** Begins, unless one is under way or the last one was just now: who still misses a node asks. */
  public void begin() {
    long now = clock.nanoTime();
    if (now - notBeforeNanos < 0 || !underWay.compareAndSet(false, true)) {
      return;
    }
    notBeforeNanos = now + PAUSE_NANOS;
    boolean isBegun = false;
    try {
      connector
          .refreshTopology()
          .toCompletableFuture()
          .copy() // a future of our own, which may time out
          .orTimeout(LONGEST_SECONDS, TimeUnit.SECONDS)
          .whenComplete(
              (done, thrown) -> {
                underWay.set(false);
                if (thrown != null) {
                  LOG.debug("{}: its nodes could not be looked up", connector.describe(), thrown);
                }
                whenDone.accept(thrown == null);
              });
      isBegun = true;
    } finally {
      if (!isBegun) {
        underWay.set(false);
      }
    }
  }
}
