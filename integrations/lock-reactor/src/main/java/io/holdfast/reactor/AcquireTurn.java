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
 *    |                  |                   |                            |
 *    +--- cancelled ----+---- cancelled ----+------- cancelled ----------+---> OVER    the hold, if any, is released
 * </pre>
 *
 * <p>One compare-and-set leaves each phase. A subscriber that cancels while the hold is delivered
 * by another thread may have dropped it, and one that cancels later has given up what it did with
 * it: both release it. Operators that want one value, as {@code next}, cancel inside of the
 * delivery, and keep it.
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

  /** While it delivers; written by itself. */
  private volatile @Nullable Thread deliverer;

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
    deliverer = Thread.currentThread();
    try {
      if (phase.compareAndSet(Phase.GRANTED, Phase.DELIVERED)) {
        actual.onNext(given);
        actual.onComplete();
      }
    } finally {
      deliverer = null;
    }
  }

  @Override
  public void cancel() {
    if (deliverer == Thread.currentThread()) {
      return;
    }
    Phase before = phase.getAndSet(Phase.OVER);
    H given = hold;
    if (before == Phase.WAITING) {
      asking.withdraw();
    } else if (given != null && (before == Phase.GRANTED || before == Phase.DELIVERED)) {
      Ending.unheeded(given, stage);
    }
  }
}
