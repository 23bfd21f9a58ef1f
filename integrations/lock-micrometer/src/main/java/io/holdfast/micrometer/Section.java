package io.holdfast.micrometer;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.LossCause;
import io.holdfast.micrometer.SectionContext.Outcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One section that is observed. Ends once. Any thread. Exceptions of handlers and conventions are
 * logged and otherwise ignored: a caller that has the lock must learn that, and be able to release
 * it.
 */
final class Section {

  private static final Logger LOG = LoggerFactory.getLogger(Section.class);

  private final Observation observation;
  private final ObservationRegistry registry;
  private final SectionContext context;
  private final boolean waits;
  private final AtomicBoolean hasEnded = new AtomicBoolean();
  private final AtomicBoolean isLost = new AtomicBoolean(); // told by the callback, or by the end

  /** With whether the attempt may wait: if not, one that is too late is refused. */
  Section(
      Observation observation,
      ObservationRegistry registry,
      SectionContext context,
      boolean waits) {
    this.observation = observation;
    this.registry = registry;
    this.context = context;
    this.waits = waits;
  }

  Section start() {
    guard(observation::start);
    return this;
  }

  /**
   * What is run has the section as its current observation. A scope that fails when it is opened or
   * closed may stay the current one: what was there before is put back.
   */
  Runnable enter() {
    Observation.@Nullable Scope before = registry.getCurrentObservationScope();
    Observation.@Nullable Scope opened = null;
    try {
      opened = observation.openScope();
    } catch (Throwable e) {
      ignored(e);
      guard(() -> registry.setCurrentObservationScope(before));
    }
    Observation.@Nullable Scope scope = opened;
    return () -> {
      if (scope != null) {
        guard(scope::close);
      }
      if (registry.getCurrentObservationScope() != before) {
        guard(() -> registry.setCurrentObservationScope(before));
      }
    };
  }

  /** Also checked exceptions, which other languages throw undeclared. */
  private static void guard(Runnable step) {
    try {
      step.run();
    } catch (Throwable e) {
      ignored(e);
    }
  }

  private static void ignored(Throwable e) {
    try {
      LOG.warn("An observation of a section failed; the lock is not affected", e);
    } catch (Throwable ofTheLog) { // such as at the end of the stack
      // nothing is left to be done
    }
  }

  /** There is a hold: from now on a loss is an event. Throws nothing. */
  void acquired(Hold hold) {
    guard(
        () -> {
          context.acquired(hold.token());
          hold.onLost(this::lost);
          observation.event(Observation.Event.of("acquired"));
        });
  }

  /** The section does not end: the work goes on. */
  void lost(LossCause cause) {
    if (!hasEnded.get() && isLost.compareAndSet(false, true)) {
      guard(() -> observation.event(Observation.Event.of("lost", "lost: " + cause.text())));
    }
  }

  /** The hold was released, unless that was lost before. */
  void released() {
    end(isLost.get() ? Outcome.LOST : Outcome.RELEASED);
  }

  /** The hold was released, and what was done under it has failed. */
  void releasedBehind(Throwable ofTheWork) {
    Throwable cause = unwrapped(ofTheWork);
    lossIn(cause).ifPresent(loss -> lost(loss.lossCause()));
    guard(() -> observation.error(cause));
    released();
  }

  /** Its thread lost the hold, and has begun another one without being told. */
  void forgotten() {
    end(Outcome.LOST);
  }

  /** Somebody else has the lock. */
  void refused() {
    end(tooLate());
  }

  private Outcome tooLate() {
    return waits ? Outcome.TIMEOUT : Outcome.REFUSED;
  }

  /** The attempt told of the loss of an earlier hold, and has begun none. */
  void notBegun(LeaseLostException ofAnEarlierHold) {
    guard(() -> observation.error(ofAnEarlierHold));
    end(Outcome.FAILED);
  }

  /** It ended by this: the attempt, or the hold. */
  void failed(Throwable thrown) {
    Throwable cause = unwrapped(thrown);
    lossIn(cause).ifPresent(loss -> lost(loss.lossCause()));
    Outcome outcome = isLost.get() ? Outcome.LOST : outcomeOf(cause);
    if (outcome != tooLate()) {
      guard(() -> observation.error(cause));
    }
    end(outcome);
  }

  private static Optional<LeaseLostException> lossIn(Throwable thrown) {
    return Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed()))
        .filter(LeaseLostException.class::isInstance)
        .map(LeaseLostException.class::cast)
        .findFirst();
  }

  private static Throwable unwrapped(Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private Outcome outcomeOf(Throwable thrown) {
    if (thrown instanceof LockTimeoutException) {
      return tooLate();
    } else if (thrown instanceof TimeoutException) {
      return Outcome.TIMEOUT;
    } else if (thrown instanceof InterruptedException || thrown instanceof CancellationException) {
      return Outcome.INTERRUPTED;
    } else if (thrown instanceof ClientClosedException) {
      return Outcome.CLOSED;
    } else if (thrown instanceof LockServerException) {
      return Outcome.UNREACHABLE;
    }
    return Outcome.FAILED;
  }

  private void end(Outcome outcome) {
    if (hasEnded.compareAndSet(false, true)) {
      context.ended(outcome);
      guard(observation::stop);
    }
  }
}
