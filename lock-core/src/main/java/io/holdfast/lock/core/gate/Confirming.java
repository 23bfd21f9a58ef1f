package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.AcquireOptions.Confirmation;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.ReplyTimeout;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.server.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Has replicas confirm a hold before its caller has it, where the options say so. A hold that is
 * not confirmed ends.
 */
record Confirming(Gates gates, Optional<Confirmation> asked) {

  /**
   * As these options have it.
   *
   * @throws UnsupportedOperationException if there are no replicas to ask
   */
  static Confirming of(Gates gates, AcquireOptions options) {
    if (options.confirmation().isPresent() && !gates.canConfirm()) {
      throw new UnsupportedOperationException("a quorum lock has no replicas that confirm it");
    }
    return options.confirmation().isEmpty()
        ? gates.unconfirmed() // mostly so, and always the same
        : new Confirming(gates, options.confirmation());
  }

  /**
   * Waits for the replicas, through interrupts.
   *
   * @return the same
   * @throws LockServerException if too few have it; then it has ended
   */
  WaitResult confirmed(WaitResult result) {
    if (asked.isPresent() && result instanceof OwnedHold hold) {
      Duration timeout = gates.engine().times().commandTimeout();
      try {
        Parking.awaitAnswer(
            confirm(hold, asked.get()), asked.get().within().plus(timeout), hold::title);
      } catch (RuntimeException | Error e) {
        end(hold, e);
        gates.requireOpen();
        throw e;
      }
    }
    return result;
  }

  private static void end(OwnedHold hold, Throwable refusal) {
    try {
      HoldRelease.await(hold);
    } catch (RuntimeException | Error e) { // it was lost as well
      refusal.addSuppressed(e);
    }
  }

  /**
   * The same for one that is told later.
   *
   * @param acquiring completes when the server has granted it; is withdrawn if the result ends
   *     first
   * @param holdOf finds the hold in what that completes with
   * @return completes with the same when replicas have it
   */
  <T> CompletableFuture<T> confirmed(
      CompletableFuture<T> acquiring, Function<T, OwnedHold> holdOf) {
    if (asked.isEmpty()) {
      return acquiring;
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    acquiring.whenComplete(
        (had, thrown) -> {
          if (thrown == null) {
            confirmLater(holdOf.apply(had), had, result);
          } else {
            result.completeExceptionally(thrown);
          }
        });
    result.whenComplete((value, thrown) -> Withdrawal.of(acquiring, thrown)); // it may still wait
    return result;
  }

  private <T> void confirmLater(OwnedHold hold, T had, CompletableFuture<T> result) {
    result.whenComplete(
        (value, thrown) -> {
          if (value != had) { // withdrawn, while replicas are asked or after that
            var unused = hold.releaseAsync();
          }
        });
    if (result.isDone()) {
      return;
    }
    CompletableFuture<Void> confirming;
    try {
      confirming = confirm(hold, asked.orElseThrow());
    } catch (RuntimeException | Error e) {
      confirming = CompletableFuture.failedFuture(e);
    }
    confirming.whenComplete(
        (confirmed, thrown) -> {
          if (thrown == null) {
            deliver(hold, had, result);
          } else {
            refuse(hold, unwrapped(thrown), result);
          }
        });
  }

  /**
   * Releases the hold, and then tells why; a server that does not answer delays that only so far.
   */
  private void refuse(OwnedHold hold, Throwable refusal, CompletableFuture<?> result) {
    Consumer<Outcome<Boolean>> released =
        ReplyTimeout.with(
            gates.engine(),
            gates.engine().times().commandTimeout(),
            outcome -> failLater(result, refusal));
    hold.releaseAsync()
        .whenComplete((done, thrown) -> released.accept(new Outcome.Answered<>(thrown == null)));
  }

  /**
   * The callback executor may hang: a hold that no caller takes within a claim lease is released.
   */
  private <T> void deliver(OwnedHold hold, T had, CompletableFuture<T> result) {
    AtomicBoolean isDecided = new AtomicBoolean(); // delivered, or released
    Consumer<Outcome<Boolean>> taken =
        ReplyTimeout.with(
            gates.engine(),
            gates.engine().times().claimLease(),
            outcome -> {
              if (outcome instanceof Outcome.Failed<Boolean>
                  && isDecided.compareAndSet(false, true)) {
                var unused = hold.releaseAsync();
              }
            });
    gates
        .engine()
        .callbacks()
        .complete(
            () -> {
              boolean isInTime = isDecided.compareAndSet(false, true);
              taken.accept(new Outcome.Answered<>(isInTime));
              if (isInTime) {
                result.complete(had);
              } else {
                result.completeExceptionally(
                    new LockServerException(
                        "%s: the callback executor ran its task too late; the hold is released"
                            .formatted(hold.title()),
                        null));
              }
            });
  }

  /** On the callback executor. */
  private void failLater(CompletableFuture<?> result, Throwable refusal) {
    gates.engine().callbacks().complete(() -> fail(result, refusal));
  }

  private void fail(CompletableFuture<?> result, Throwable refusal) {
    Throwable told = refusal;
    try {
      gates.requireOpen();
    } catch (ClientClosedException e) {
      told = e;
    }
    result.completeExceptionally(told);
  }

  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  private static CompletableFuture<Void> confirm(OwnedHold hold, Confirmation asked) {
    return hold.acquisition()
        .confirm(asked.replicas(), asked.within())
        .thenAccept(told -> requireEnough(hold, asked, told));
  }

  private static void requireEnough(OwnedHold hold, Confirmation asked, Verbs.Confirmed told) {
    if (told.answer() == Renewal.Answer.GONE || !hold.isValid()) {
      throw new LockServerException(
          "%s: the hold was lost before replicas confirmed it".formatted(hold.title()), null);
    }
    if (told.replicas() < asked.replicas()) {
      throw new LockServerException(
          "%s: %s of %s replicas confirmed the hold within %s ms; it is released"
              .formatted(
                  hold.title(), told.replicas(), asked.replicas(), asked.within().toMillis()),
          null);
    }
  }
}
