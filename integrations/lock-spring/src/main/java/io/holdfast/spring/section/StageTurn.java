package io.holdfast.spring.section;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.spring.OnLoss;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Work that returns a stage.
 *
 * <pre>
 *           granted            the stage ended
 * WAITING ----------> WORKING ----------------> ENDED      released on the way to ENDED
 *    |                                            ^
 *    +------- cancelled, or not granted ----------+        a grant that comes later is released
 * </pre>
 *
 * One compare-and-set leaves each phase. So either the work begins, and the lock is released when
 * the stage of the work has ended, or the thread that brings the grant releases it at once. A
 * caller that cancels does not end the work: its stage would be complete at once, and the lock
 * free, though the work goes on.
 */
final class StageTurn {

  private enum Phase {
    WAITING,
    WORKING,
    ENDED
  }

  private final Section section;
  private final @Nullable Frame outer = Frame.current().orElse(null);
  private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);

  /** The request; written by {@link #start}, read by the thread that cancels. */
  private volatile @Nullable CompletableFuture<?> acquiring;

  StageTurn(Section section) {
    this.section = section;
  }

  CompletableFuture<@Nullable Object> result() {
    return result;
  }

  void start() {
    acquiring = section.wanted().acquireAsync(this::answered);
    result.whenComplete((value, thrown) -> endedByCaller());
  }

  private void answered(@Nullable Grant grant, @Nullable Throwable thrown) {
    if (grant == null) {
      if (phase.compareAndSet(Phase.WAITING, Phase.ENDED)) {
        without(thrown == null ? new IllegalStateException("no grant, and no reason") : thrown);
      }
    } else if (phase.compareAndSet(Phase.WAITING, Phase.WORKING)) {
      work(grant);
    } else {
      Release.unheeded(grant);
    }
  }

  private void work(Grant grant) {
    CompletionStage<?> stage;
    try {
      stage = (CompletionStage<?>) section.work(Frame.ofHandles(outer, section.wanted(), grant));
    } catch (Throwable e) {
      finish(grant, null, e);
      return;
    }
    if (stage == null) {
      finish(grant, null, null);
      return;
    }
    if (section.policies().onLoss() == OnLoss.INTERRUPT) {
      grant.onLost(cause -> cancel(stage)); // nothing is protected any more
    }
    try {
      stage.whenComplete((value, thrown) -> finish(grant, value, Wanted.cause(thrown)));
    } catch (Throwable e) { // a stage of somebody else's making
      finish(grant, null, e);
    }
  }

  private void finish(Grant grant, @Nullable Object value, @Nullable Throwable thrown) {
    if (phase.compareAndSet(Phase.WORKING, Phase.ENDED)) {
      Release.of(grant, loss -> complete(value, thrown, loss));
    }
  }

  private void complete(
      @Nullable Object value, @Nullable Throwable thrown, @Nullable LeaseLostException loss) {
    if (loss != null && (section.policies().onLoss() == OnLoss.LOG || result.isDone())) {
      section.logLoss(loss);
    } else if (loss != null) {
      result.completeExceptionally(thrown == null ? loss : Losses.with(loss, thrown));
      return;
    }
    end(value, thrown);
  }

  private void end(@Nullable Object value, @Nullable Throwable thrown) {
    if (thrown == null) {
      result.complete(value);
    } else {
      result.completeExceptionally(thrown);
    }
  }

  private void without(Throwable thrown) {
    try {
      switch (section.policies().after(thrown)) {
        case SKIP -> follow(section.skip());
        case PROCEED -> follow(section.unlocked(thrown, outer));
        case THROW -> {
          if (thrown instanceof LockTimeoutException) {
            NotObtained.later(section.wanted(), thrown)
                .whenComplete((told, failed) -> end(null, told == null ? failed : told));
          } else {
            end(null, thrown);
          }
        }
      }
    } catch (Throwable e) {
      end(null, e);
    }
  }

  /** What runs without a lock. */
  private void follow(@Nullable Object stage) {
    if (stage == null) {
      end(null, null);
      return;
    }
    ((CompletionStage<?>) stage).whenComplete((value, thrown) -> end(value, Wanted.cause(thrown)));
  }

  /** The result is complete: by us, and then all is over, or by the caller, who withdraws so. */
  private void endedByCaller() {
    CompletableFuture<?> request = acquiring;
    if (phase.compareAndSet(Phase.WAITING, Phase.ENDED) && request != null) {
      request.cancel(false);
    }
  }

  private static void cancel(CompletionStage<?> stage) {
    try {
      stage.toCompletableFuture().cancel(true);
    } catch (UnsupportedOperationException e) { // it cannot be cancelled: it ends by itself
      return;
    }
  }
}
