package io.holdfast.micrometer;

import io.holdfast.lock.Hold;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Work under a lock that ends with a stage. It is begun with its section as the current
 * observation; the section ends when the lock is free again.
 */
final class ObservedWork<T> implements Function<Hold, CompletionStage<T>> {

  private final Section section;
  private final Function<? super Hold, ? extends CompletionStage<T>> work;
  private final CompletableFuture<Void> end = new CompletableFuture<>(); // of the work
  private volatile boolean hasBegun;
  private volatile @Nullable Throwable thrown; // by the work

  ObservedWork(Section section, Function<? super Hold, ? extends CompletionStage<T>> work) {
    this.section = section;
    this.work = work;
  }

  @Override
  public CompletionStage<T> apply(Hold hold) {
    hasBegun = true; // before the work: it may cancel the future itself
    section.acquired(hold);
    CompletionStage<T> stage;
    Runnable leave = section.enter();
    try {
      stage = work.apply(hold);
    } catch (Throwable e) {
      hasEnded(e);
      throw e;
    } finally {
      leave.run();
    }
    if (stage == null) { // refused by the lock
      hasEnded(null);
      return stage;
    }
    return stage.whenComplete((value, failure) -> hasEnded(failure));
  }

  private void hasEnded(@Nullable Throwable failure) {
    thrown = failure;
    end.complete(null);
  }

  /** Ends the section when this future, which the lock has returned, is complete. */
  CompletableFuture<T> until(CompletableFuture<T> result) {
    result.whenComplete(
        (value, failure) -> {
          if (hasBegun && !end.isDone()) { // its user ended it: the work goes on, and the hold
            end.whenComplete((ended, unused) -> ended(null));
          } else {
            ended(failure);
          }
        });
    return result;
  }

  /** What the work throws is no failure of the lock. */
  private void ended(@Nullable Throwable failure) {
    Throwable ofWork = thrown;
    if (ofWork != null) {
      section.releasedBehind(ofWork);
    } else if (failure != null) {
      section.failed(failure);
    } else {
      section.released();
    }
  }
}
