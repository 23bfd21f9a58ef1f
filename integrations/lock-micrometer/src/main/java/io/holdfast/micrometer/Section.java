package io.holdfast.micrometer;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.LossCause;
import io.holdfast.micrometer.SectionContext.Outcome;
import io.micrometer.observation.Observation;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One section that is observed. Ends once. Any thread. What handlers and conventions throw is
 * logged and otherwise ignored: whoever has a lock must get to know that, and be able to release
 * it.
 */
final class Section {

  private static final Logger LOG = LoggerFactory.getLogger(Section.class);

  private final Observation observation;
  private final SectionContext context;
  private final AtomicBoolean hasEnded = new AtomicBoolean();
  private final AtomicBoolean isLossTold = new AtomicBoolean(); // by the callback, or by the end

  Section(Observation observation, SectionContext context) {
    this.observation = observation;
    this.context = context;
  }

  Section start() {
    guard(observation::start);
    return this;
  }

  /** What runs in the scope has the section as its current observation. */
  Observation.Scope openScope() {
    try {
      Observation.Scope scope = observation.openScope();
      return new Observation.Scope() {
        @Override
        public Observation getCurrentObservation() {
          return scope.getCurrentObservation();
        }

        @Override
        public void close() {
          guard(scope::close);
        }

        @Override
        public void reset() {
          guard(scope::reset);
        }

        @Override
        public void makeCurrent() {
          guard(scope::makeCurrent);
        }
      };
    } catch (RuntimeException | Error e) {
      ignored(e);
      return Observation.Scope.NOOP;
    }
  }

  private static void guard(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      ignored(e);
    }
  }

  private static void ignored(Throwable e) {
    LOG.warn("A section could not be observed; the lock is not concerned", e);
  }

  /** There is a hold: from now on a loss is an event. */
  void acquired(Hold hold) {
    context.acquired(hold.token());
    guard(() -> observation.event(Observation.Event.of("acquired")));
    hold.onLost(this::lost);
  }

  /** Not its end: whoever works goes on. */
  private void lost(LossCause cause) {
    if (!hasEnded.get() && isLossTold.compareAndSet(false, true)) {
      guard(() -> observation.event(Observation.Event.of("lost", "lost: " + cause.text())));
    }
  }

  /** The hold was released. */
  void released() {
    end(Outcome.RELEASED);
  }

  /** The hold was released, and what was done under it has failed. */
  void releasedBehind(Throwable ofTheWork) {
    Throwable cause = unwrapped(ofTheWork);
    guard(() -> observation.error(cause));
    end(Outcome.RELEASED);
  }

  /** Its thread has begun another one: it had lost this one, and was never told. */
  void forgotten() {
    end(Outcome.LOST);
  }

  /** Somebody else has the lock. */
  void refused(boolean hasWaited) {
    end(hasWaited ? Outcome.TIMEOUT : Outcome.REFUSED);
  }

  /** It ended by this: the attempt, or the hold. */
  void failed(Throwable thrown) {
    Throwable cause = unwrapped(thrown);
    Outcome outcome = isLossTold.get() ? Outcome.LOST : outcomeOf(cause);
    if (cause instanceof LeaseLostException loss) {
      lost(loss.lossCause());
    }
    if (outcome != Outcome.TIMEOUT) {
      guard(() -> observation.error(cause));
    }
    end(outcome);
  }

  private static Throwable unwrapped(Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static Outcome outcomeOf(Throwable thrown) {
    if (thrown instanceof LeaseLostException) {
      return Outcome.LOST;
    } else if (thrown instanceof LockTimeoutException) {
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
