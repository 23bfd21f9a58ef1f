package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.Backoff;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.api.StatefulConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a connection may be opened anew: one attempt at a time, after pauses that grow. Says so once
 * when trouble begins, with what came of the first attempt, once for each new reason that an
 * attempt fails, and once when it is over. Any thread.
 */
public final class Reopening {

  private static final Logger LOG = LoggerFactory.getLogger(Reopening.class);

  /** After so long without an attempt the next one is made without a pause, and told again. */
  private static final long CALM_NANOS = Duration.ofSeconds(10).toNanos();

  private final String what;
  private final MonotonicClock clock;
  private final ReasonsTold reasons;

  /** One that takes longer hangs, whatever its time-outs should have done: another may begin. */
  private static final long LONGEST_ATTEMPT_NANOS = Duration.ofSeconds(20).toNanos();

  private record Attempt(long sinceNanos) {}

  private final AtomicReference<@Nullable Attempt> underWay = new AtomicReference<>();
  // The following are written by who has set `underWay`.
  private final Backoff backoff = Backoff.ofConnections();
  private boolean isToldAway;
  private @Nullable String untold; // why trouble began, until its first attempt has ended
  private @Nullable StatefulConnection<?, ?> lastClosed;
  private long toldNanos;
  private volatile long notBeforeNanos;

  /**
   * May begin at once.
   *
   * @param what names the connection, for people
   */
  public Reopening(String what, MonotonicClock clock) {
    this.what = what;
    this.clock = clock;
    this.reasons = new ReasonsTold(clock);
    this.notBeforeNanos = clock.nanoTime();
    this.toldNanos = notBeforeNanos - CALM_NANOS;
  }

  /**
   * Makes an attempt, unless one is under way or the last one was just now: who still misses the
   * connection then will say so again.
   *
   * @param why for people
   * @param old what is closed before; null if there is none
   * @param isNeeded whether nobody has opened it meanwhile
   * @param attempt opens it; called once at most
   * @param then gets what was opened; not called if it could not be
   */
  public <T> void begin(
      String why,
      @Nullable StatefulConnection<?, ?> old,
      BooleanSupplier isNeeded,
      Supplier<? extends CompletionStage<T>> attempt,
      Consumer<T> then) {
    long now = clock.nanoTime();
    Attempt other = underWay.get();
    Attempt mine = new Attempt(now);
    boolean mayBegin = other == null || now - other.sinceNanos() > LONGEST_ATTEMPT_NANOS;
    if (now - notBeforeNanos < 0 || !mayBegin || !underWay.compareAndSet(other, mine)) {
      return;
    }
    if (!isNeeded.getAsBoolean()) {
      underWay.compareAndSet(mine, null);
      return;
    }
    pause(why);
    try {
      close(old);
      attempt
          .get()
          .whenComplete(
              (opened, thrown) -> {
                if (thrown == null) {
                  use(mine, then, opened);
                } else {
                  end(mine, thrown);
                }
              });
    } catch (RuntimeException | Error e) { // not even begun
      end(mine, e);
    }
  }

  private <T> void use(Attempt mine, Consumer<T> then, T opened) {
    try {
      then.accept(opened);
      end(mine, null);
    } catch (RuntimeException | Error e) {
      end(mine, e);
    }
  }

  /** Once, or Lettuce would complain each time. */
  private void close(@Nullable StatefulConnection<?, ?> old) {
    if (old != null && old != lastClosed) {
      lastClosed = old;
      old.closeAsync();
    }
  }

  private void pause(String why) {
    long now = clock.nanoTime();
    if (now - notBeforeNanos > CALM_NANOS) {
      backoff.reset();
    }
    notBeforeNanos = now + backoff.nextNanos();
    if (untold != null) {
      LOG.warn("{} is reopened, because {}; the first attempt hangs", what, untold);
      untold = null;
    }
    if (!isToldAway && now - toldNanos >= CALM_NANOS) {
      isToldAway = true;
      toldNanos = now;
      untold = why;
      reasons.forget();
    } else {
      LOG.debug("{} is reopened, because {}", what, why);
    }
  }

  private void end(Attempt mine, @Nullable Throwable thrown) {
    String why = untold;
    untold = null;
    if (thrown != null) {
      tellFailure(why, thrown);
    } else {
      lastClosed = null;
      if (why != null) {
        LOG.warn("{} is reopened, because {}", what, why);
      }
      if (isToldAway) {
        isToldAway = false;
        LOG.info("{} is open again", what);
      }
    }
    underWay.compareAndSet(mine, null);
  }

  private void tellFailure(@Nullable String why, Throwable thrown) {
    String reason = FailureReason.of(thrown);
    boolean isNews = reasons.isNews(reason);
    if (why != null) {
      LOG.warn("{} is reopened, because {}; not open yet: {}", what, why, reason);
    } else if (isNews) {
      LOG.warn("{} is not open yet: {}", what, reason);
    } else {
      LOG.debug("{} is not open yet", what, thrown);
    }
  }
}
