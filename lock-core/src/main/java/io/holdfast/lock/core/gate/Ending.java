package io.holdfast.lock.core.gate;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.engine.Engine;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an owner is told of the end, or of the extension, of its hold. */
final class Ending {

  private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

  private Ending() {}

  /**
   * Waits for the answer to a release, up to one command time-out.
   *
   * @param answer whether it was held; null if the hold was lost, or had ended, before
   * @throws LeaseLostException if the hold was lost and that has not been told
   */
  static void await(
      Engine engine, Holds holds, OwnedHold hold, @Nullable CompletableFuture<Boolean> answer) {
    if (answer == null) {
      throwLoss(holds, hold);
      return;
    }
    Parking.awaitUninterruptibly(answer, engine.times().commandTimeout());
    if (answer.isCompletedExceptionally()) {
      LOG.warn(
          "{}: the release of token {} failed; if the server did not execute it, the hold ends with its"
              + " lease",
          hold.title(),
          hold.token());
    } else if (!answer.isDone()) {
      LOG.warn(
          "{}: the release of token {} is not acknowledged in time; it is retried in the background"
              + " until the lease ends",
          hold.title(),
          hold.token());
      hearLater(holds, hold, answer);
    } else if (!answer.join()) {
      holds.lostBeforeRelease(hold);
      throw hold.tellLoss().orElseGet(hold::loss);
    }
  }

  /** The same without waiting; completes on the callback executor, or at once. */
  static CompletableFuture<Void> async(
      Engine engine, Holds holds, OwnedHold hold, @Nullable CompletableFuture<Boolean> answer) {
    if (answer == null) {
      return holds
          .tellLoss(hold)
          .map(CompletableFuture::<Void>failedFuture)
          .orElseGet(() -> CompletableFuture.completedFuture(null));
    }
    CompletableFuture<Void> told = new CompletableFuture<>();
    answer.whenCompleteAsync(
        (wasHeld, thrown) -> {
          if (thrown != null) {
            told.completeExceptionally(thrown);
          } else if (wasHeld) {
            told.complete(null);
          } else {
            holds.lostBeforeRelease(hold);
            told.completeExceptionally(hold.tellLoss().orElseGet(hold::loss));
          }
        },
        engine.callbacks()::complete);
    return told;
  }

  /** Waits for the answer to an extension. */
  static void awaitExtension(
      Engine engine, Holds holds, OwnedHold hold, CompletableFuture<Void> answer) {
    Parking.awaitAnswer(answer, engine.times().commandTimeout(), hold::title);
    if (!hold.isValid()) {
      throwLoss(holds, hold);
      throw new IllegalMonitorStateException(hold + " has ended");
    }
  }

  /**
   * Waits for the answer to a release that comes later.
   *
   * @param answer whether it was held; null if the hold was lost, or had ended, before
   */
  static void awaitLeaving(
      Engine engine, Holds holds, OwnedHold hold, @Nullable CompletableFuture<Boolean> answer) {
    if (answer == null) {
      throwLoss(holds, hold);
      throw new IllegalMonitorStateException(hold + " has ended");
    }
    boolean wasHeld;
    try {
      wasHeld = Parking.awaitAnswer(answer, engine.times().commandTimeout(), hold::title);
    } catch (LockServerException e) {
      hearLater(holds, hold, answer);
      throw e;
    }
    if (!wasHeld) {
      holds.lostBeforeRelease(hold);
      throw hold.tellLoss().orElseGet(hold::loss);
    }
  }

  /** Nobody waits for the answer any more. */
  private static void hearLater(Holds holds, OwnedHold hold, CompletableFuture<Boolean> answer) {
    answer.thenAccept(
        wasHeld -> {
          if (!wasHeld) {
            holds.lostBehindRelease(hold);
          }
        });
  }

  private static void throwLoss(Holds holds, OwnedHold hold) {
    holds.expire(hold);
    LeaseLostException loss = holds.tellLoss(hold).orElse(null);
    if (loss != null) {
      throw loss;
    }
  }
}
