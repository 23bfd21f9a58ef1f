package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DeletedException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.StackRoom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the caller of a change is told. */
final class Changing {

  private static final Logger LOG = LoggerFactory.getLogger(Changing.class);

  private Changing() {}

  /**
   * Waits for the answer, up to one command time-out; without one the change goes on in the
   * background.
   *
   * @throws DeletedException if what it was meant for was deleted before
   * @throws LockServerException if the server refused, or the client was closed before it answered
   */
  static void await(CompletableFuture<?> answer, Engine engine, LockKeys keys) {
    Parking.awaitUninterruptibly(answer, engine.times().commandTimeout());
    if (!answer.isDone()) {
      LOG.warn(
          "{}: a change is not acknowledged in time; it is retried in the background",
          keys.title());
    } else if (answer.isCompletedExceptionally()) {
      Throwable cause = causeOf(answer);
      if (cause instanceof DeletedException deleted) {
        throw new DeletedException(String.valueOf(deleted.getMessage()));
      }
      throw new LockServerException(
          FailureReason.of(cause),
          cause,
          cause instanceof LockServerException known && known.isRefusal());
    }
  }

  /**
   * Waits for the answer, up to one command time-out.
   *
   * @throws LockServerException if there is none in time, or a failure
   */
  static <T> T awaitAnswer(CompletableFuture<T> answer, Engine engine, LockKeys keys) {
    return Parking.awaitAnswer(answer, engine.times().commandTimeout(), keys::title);
  }

  /**
   * The same without waiting; completes on the callback executor, and fails if the client is
   * closed.
   */
  static CompletableFuture<Void> async(
      Supplier<? extends CompletableFuture<?>> change, Engine engine) {
    StackRoom.requireForCall();
    CompletableFuture<?> answer;
    try {
      answer = change.get();
    } catch (ClientClosedException e) {
      return CompletableFuture.failedFuture(e);
    }
    CompletableFuture<Void> told = new CompletableFuture<>();
    answer.whenCompleteAsync(
        (ok, thrown) -> {
          if (thrown == null) {
            told.complete(null);
          } else {
            told.completeExceptionally(thrown);
          }
        },
        engine.callbacks()::complete);
    return told;
  }

  private static Throwable causeOf(CompletableFuture<?> failed) {
    try {
      failed.join();
      throw new IllegalStateException("it has not failed");
    } catch (CompletionException e) {
      return e.getCause() == null ? e : e.getCause();
    }
  }
}
