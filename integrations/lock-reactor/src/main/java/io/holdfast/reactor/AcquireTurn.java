package io.holdfast.reactor;

import io.holdfast.lock.Hold;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * One subscription to a hold.
 *
 * <pre>
 *         requested            granted             on the scheduler
 * UNASKED ---------> WAITING ----------> GRANTED ------------------> DELIVERED
 *    |                |   ^                |  |                          |
 *    |                |   +-- not usable --+  |                          |
 *    +-- cancelled ---+----- cancelled -------+------- cancelled --------+---> OVER
 * </pre>
 *
 * <p>One atomic step leaves each phase. Cancelling releases the hold if there is one. A subscriber
 * that cancels before or while the hold is delivered may have dropped it, and one that cancels
 * later has given up what it did with it.
 *
 * <p>A hold is not usable if it is lost before it is delivered, or if the scheduler takes no task:
 * it is released, and the subscriber is told as if the request had failed.
 */
final class AcquireTurn<H extends Hold> implements Subscription {

  private enum Phase {
    UNASKED,
    WAITING,
    GRANTED,
    DELIVERED,
    OVER
  }

  private final Source<H> source;
  private final Stage stage;
  private final CoreSubscriber<? super H> actual;
  private final Asking<H> asking = new Asking<>();
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.UNASKED);

  /** Written before GRANTED. */
  private @Nullable H hold;

  AcquireTurn(Source<H> source, Stage stage, CoreSubscriber<? super H> actual) {
    this.source = source;
    this.stage = stage;
    this.actual = actual;
  }

  private boolean moves(Phase from, Phase to) {
    return phase.compareAndSet(from, to);
  }

  @Override
  public void request(long number) {
    if (Operators.validate(number) && moves(Phase.UNASKED, Phase.WAITING)) {
      asking.begin(source, this::granted, this::refused);
    }
  }

  private void granted(H given) {
    hold = given;
    if (!moves(Phase.WAITING, Phase.GRANTED)) {
      Ending.unheeded(given, stage);
      return;
    }
    try {
      stage.runThere(() -> deliver(given));
    } catch (Throwable e) {
      if (moves(Phase.GRANTED, Phase.WAITING)) {
        Ending.releaseInTime(given, stage, loss -> refused(e));
      }
    }
  }

  private void refused(Throwable why) {
    stage.run(
        () -> {
          if (moves(Phase.WAITING, Phase.OVER)) {
            actual.onError(why);
          }
        });
  }

  private void deliver(H given) {
    if (!given.isValid()) {
      if (moves(Phase.GRANTED, Phase.WAITING)) {
        Ending.ofInvalid(given, stage, this::refused);
      }
    } else if (moves(Phase.GRANTED, Phase.DELIVERED)) {
      try {
        actual.onNext(given);
      } catch (Throwable e) { // an error so grave that operators pass it on to their publisher
        cancel();
        throw e;
      }
      actual.onComplete();
    }
  }

  @Override
  public void cancel() {
    Phase before = phase.getAndSet(Phase.OVER);
    H given = hold;
    if (before == Phase.WAITING) {
      asking.withdraw();
    } else if (given != null && (before == Phase.GRANTED || before == Phase.DELIVERED)) {
      Ending.unheeded(given, stage);
    }
  }
}
