package io.holdfast.lock.core;

import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.ReasonsTold;
import io.holdfast.lock.core.time.Backoff;
import io.holdfast.lock.core.time.MonotonicClock;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects to a server that may be away, again and again until it is there. */
final class LateOpening implements Watched {

  private static final Logger LOG = LoggerFactory.getLogger(LateOpening.class);

  private final String server;
  private final Supplier<? extends CompletionStage<Void>> open;
  private final MonotonicClock clock;
  private final Watchdog watchdog;
  private final BooleanSupplier isClosing;
  private final ReasonsTold reasons;
  private final Backoff backoff = new Backoff(); // of one attempt at a time
  private volatile long dueNanos;

  /**
   * Connects to nothing yet.
   *
   * @param open called again and again until it succeeds, one call at a time
   */
  LateOpening(
      String server,
      Supplier<? extends CompletionStage<Void>> open,
      MonotonicClock clock,
      Watchdog watchdog,
      BooleanSupplier isClosing) {
    this.server = server;
    this.open = open;
    this.clock = clock;
    this.watchdog = watchdog;
    this.isClosing = isClosing;
    this.reasons = new ReasonsTold(clock);
  }

  void begin() {
    CompletionStage<Void> opening;
    try {
      opening = open.get();
    } catch (RuntimeException e) { // the client is closed at this moment; or memory is short
      ended(e);
      return;
    }
    opening.whenComplete((opened, thrown) -> ended(thrown));
  }

  private void ended(@Nullable Throwable thrown) {
    if (thrown == null || isClosing.getAsBoolean()) {
      return;
    }
    String reason = FailureReason.of(thrown);
    if (reasons.isNews(reason)) {
      LOG.warn("{} cannot be reached yet: {}", server, reason);
    } else {
      LOG.debug("{} cannot be reached yet: {}", server, reason);
    }
    dueNanos = clock.nanoTime() + backoff.nextNanos();
    watchdog.watch(this);
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    watchdog.forget(this);
    if (!isClosing.getAsBoolean()) {
      begin();
    }
  }
}
