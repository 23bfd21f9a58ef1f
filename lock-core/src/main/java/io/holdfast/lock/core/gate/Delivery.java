package io.holdfast.lock.core.gate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** What becomes of the future of a waiter. */
interface Delivery<T> {

  /** What it is completed with, when this was given. */
  T of(WaitResult given);

  /** It was completed by somebody else meanwhile. */
  void giveBack(WaitResult given);

  /** What it is completed with when nothing was given; found without blocking. */
  CompletionStage<T> refused();

  /**
   * Of what is not held.
   *
   * @param result what the future is completed with, when it was granted or not
   * @param giveBack what to do if nobody wants it
   */
  static <T> Delivery<T> ofGrant(Function<Boolean, T> result, Runnable giveBack) {
    return new Delivery<>() {
      @Override
      public T of(WaitResult given) {
        return result.apply(true);
      }

      @Override
      public void giveBack(WaitResult given) {
        giveBack.run();
      }

      @Override
      public CompletionStage<T> refused() {
        return CompletableFuture.completedFuture(result.apply(false));
      }
    };
  }

  /**
   * Of a hold.
   *
   * @param handle what the future is completed with
   * @param whenRefused finds the exception for a time-out
   */
  static <T> Delivery<T> ofHold(
      Function<OwnedHold, T> handle,
      Supplier<? extends CompletionStage<? extends RuntimeException>> whenRefused) {
    return new Delivery<>() {
      @Override
      public T of(WaitResult given) {
        return handle.apply((OwnedHold) given);
      }

      @Override
      public void giveBack(WaitResult given) {
        var unused = ((OwnedHold) given).releaseAsync();
      }

      @Override
      public CompletionStage<T> refused() {
        return whenRefused.get().thenCompose(CompletableFuture::failedFuture);
      }
    };
  }
}
