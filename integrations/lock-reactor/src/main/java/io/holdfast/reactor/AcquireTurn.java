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
 * UNASKED ---------> WAITING ----------> GRANTED ------------------> OVER   the subscriber has the hold
 *    |                  |                   |                          ^
 *    +--- cancelled ----+---- cancelled ----+------- cancelled --------+    the hold is released
 * </pre>
 *
 * <p>One compare-and-set leaves each phase, so a hold has one owner: this, and then the subscriber.
 */
final class AcquireTurn<H extends Hold> implements Subscription {

  private enum Phase {
    UNASKED,
    WAITING,
    GRANTED,
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

  @Override
  public void request(long number) {
    if (Operators.validate(number) && phase.compareAndSet(Phase.UNASKED, Phase.WAITING)) {
      asking.begin(source, this::answered);
    }
  }

  private void answered(@Nullable H given, @Nullable Throwable thrown) {
    if (given == null) {
      Throwable why = thrown == null ? new IllegalStateException("no hold, and no reason") : thrown;
      stage.run(() -> refuse(why));
      return;
    }
    hold = given;
    if (!phase.compareAndSet(Phase.WAITING, Phase.GRANTED)) {
      Ending.unheeded(given, stage);
      return;
    }
    stage.run(() -> deliver(given));
  }

  private void refuse(Throwable why) {
    if (phase.compareAndSet(Phase.WAITING, Phase.OVER)) {
      actual.onError(why);
    }
  }

  private void deliver(H given) {
    if (phase.compareAndSet(Phase.GRANTED, Phase.OVER)) {
      actual.onNext(given);
      actual.onComplete();
    }
  }

  @Override
  public void cancel() {
    Phase before = phase.getAndSet(Phase.OVER);
    H given = hold;
    if (before == Phase.WAITING) {
      asking.withdraw();
    } else if (before == Phase.GRANTED && given != null) {
      Ending.unheeded(given, stage);
    }
  }
}
