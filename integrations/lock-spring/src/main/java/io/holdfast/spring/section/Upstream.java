package io.holdfast.spring.section;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Operators;

/**
 * The subscription to the work, which comes later than the first requests, and perhaps later than
 * the end. Any thread.
 */
final class Upstream {

  /** Stand in the place of the subscription when all is over. */
  private static final Subscription OVER = Operators.cancelledSubscription();

  private static final Subscription OVER_AND_TOLD = new Nothing();

  private final AtomicReference<@Nullable Subscription> current = new AtomicReference<>();
  private final AtomicLong requested = new AtomicLong();

  /** Whether somebody waits to be told that what came too late is cancelled. */
  boolean set(Subscription upstream) {
    if (current.compareAndSet(null, upstream)) {
      drain(upstream);
      return false;
    }
    upstream.cancel();
    return current.compareAndSet(OVER_AND_TOLD, OVER);
  }

  void request(long number) {
    requested.updateAndGet(before -> Operators.addCap(before, number));
    Subscription upstream = current.get();
    if (upstream != null) {
      drain(upstream);
    }
  }

  private void drain(Subscription upstream) {
    long number = requested.getAndSet(0);
    if (number > 0) {
      upstream.request(number);
    }
  }

  /** Cancels what is there, or what is to come. */
  void cancel() {
    cancel(OVER);
  }

  /**
   * The same.
   *
   * @return whether it is cancelled now; if not, {@link #set} will say that it waits to be told
   */
  boolean cancelAndTell() {
    return cancel(OVER_AND_TOLD);
  }

  private boolean cancel(Subscription end) {
    Subscription before = current.getAndUpdate(present -> present == null ? end : OVER);
    if (before != null) {
      before.cancel();
    }
    return before != null;
  }

  private static final class Nothing implements Subscription {
    @Override
    public void request(long number) {}

    @Override
    public void cancel() {}
  }
}
