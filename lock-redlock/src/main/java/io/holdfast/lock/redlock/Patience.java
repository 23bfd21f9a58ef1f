package io.holdfast.lock.redlock;

import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Waits for the answer of one node, but not for longer than the node time-out: then the outcome is
 * unknown, and an answer that comes later is not listened to. Any thread.
 */
final class Patience<T> implements Watched, Consumer<Outcome<T>> {

  private final Quorum quorum;
  private final Consumer<Outcome<T>> then;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final long dueNanos;

  private Patience(Quorum quorum, Consumer<Outcome<T>> then) {
    this.quorum = quorum;
    this.then = then;
    this.dueNanos = quorum.now() + quorum.nodeTimeout().toNanos();
  }

  /** From now on. */
  static <T> Consumer<Outcome<T>> with(Quorum quorum, Consumer<Outcome<T>> then) {
    Patience<T> patience = new Patience<>(quorum, then);
    quorum.engine().watchdog().watch(patience);
    return patience;
  }

  @Override
  public void accept(Outcome<T> outcome) {
    if (isOver.compareAndSet(false, true)) {
      quorum.engine().watchdog().forget(this);
      then.accept(outcome);
    }
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    accept(
        new Outcome.Failed<>(
            new ServerFailure(
                ServerFailure.Kind.UNKNOWN,
                new IllegalStateException(
                    "no answer within %d ms".formatted(quorum.nodeTimeout().toMillis())))));
  }
}
