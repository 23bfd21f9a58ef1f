package io.holdfast.lock.testkit.local;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockListener.Why;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gets a handle without blocking a thread: asks again if the hold is lost on its way. */
final class LocalAsync {

  private final LocalClient client;
  private final String name;
  private final Function<Runnable, LocalClaim> claims;
  private final Function<LocalClaim, RuntimeException> timedOut;
  private final CompletableFuture<Hold> future = new CompletableFuture<>();
  private @Nullable LocalClaim claim; // the present one; guarded by the space

  /**
   * Does nothing yet.
   *
   * @param claims makes one that runs this when it is decided
   * @param timedOut what tells that it was refused
   */
  LocalAsync(
      LocalClient client,
      String name,
      Function<Runnable, LocalClaim> claims,
      Function<LocalClaim, RuntimeException> timedOut) {
    this.client = client;
    this.name = name;
    this.claims = claims;
    this.timedOut = timedOut;
  }

  CompletableFuture<Hold> future() {
    return future;
  }

  private boolean in(Function<LocalQueue, Boolean> work) {
    return client.space().in(name, work);
  }

  /** Begins. Completing the future withdraws the request. */
  void start() {
    future.whenComplete((hold, thrown) -> withdraw(thrown));
    ask();
  }

  private void ask() {
    boolean unused =
        in(
            queue -> {
              LocalClaim fresh = claims.apply(this::runDecided);
              claim = fresh;
              return client.ask(queue, fresh);
            });
  }

  private void withdraw(@Nullable Throwable thrown) {
    Why why = thrown instanceof TimeoutException ? Why.TIMEOUT : Why.INTERRUPTED;
    boolean unused = in(queue -> claim != null && queue.withdraw(claim, why));
  }

  /** Under the space's monitor, where no user code runs. */
  private void runDecided() {
    LocalClaim decided = Objects.requireNonNull(claim, "claim");
    client.callbacks().run(() -> decided(decided));
  }

  private void decided(LocalClaim decided) {
    LocalHold hold = decided.hold().orElse(null);
    if (hold == null) {
      future.completeExceptionally(
          decided.isForClosed() ? client.closed(name) : timedOut.apply(decided));
    } else if (future.isDone()) {
      giveBack(hold.view());
    } else if (!in(queue -> decided.isSeen())) {
      ask();
    } else if (!future.complete(hold.view())) {
      giveBack(hold.view());
    }
  }

  private static void giveBack(Hold hold) {
    try {
      hold.close();
    } catch (LeaseLostException e) {
      // Nobody knows of this hold, so nobody is told of its loss.
    }
  }

  /** Has the work done under the hold, and then releases it. To be called before it is started. */
  <T> CompletableFuture<T> thenWork(Function<? super Hold, ? extends CompletionStage<T>> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    future.whenComplete(
        (hold, thrown) -> {
          if (hold == null) {
            result.completeExceptionally(
                thrown == null ? new CancellationException("completed without a hold") : thrown);
          } else {
            workAndRelease(hold, work, result);
          }
        });
    result.whenComplete((value, thrown) -> giveUp(thrown));
    return result;
  }

  /** Ending the result early withdraws a request that still waits. */
  private void giveUp(@Nullable Throwable thrown) {
    if (!future.isDone()) {
      future.completeExceptionally(
          thrown == null ? new CancellationException("the result is known") : thrown);
    }
  }

  private <T> void workAndRelease(
      Hold hold,
      Function<? super Hold, ? extends CompletionStage<T>> work,
      CompletableFuture<T> result) {
    CompletionStage<T> working;
    try {
      working = Objects.requireNonNull(work.apply(hold), "the work returned no stage");
    } catch (Throwable e) { // whatever it is: the hold must be released
      working = CompletableFuture.failedFuture(e);
    }
    working.whenComplete(
        (value, thrown) -> client.callbacks().run(() -> release(hold, value, thrown, result)));
  }

  private static <T> void release(
      Hold hold, T value, @Nullable Throwable thrown, CompletableFuture<T> result) {
    try {
      hold.close();
    } catch (LeaseLostException e) {
      result.completeExceptionally(thrown == null ? e : cause(thrown));
      return;
    }
    if (thrown == null) {
      result.complete(value);
    } else {
      result.completeExceptionally(cause(thrown));
    }
  }

  private static Throwable cause(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
