package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DeletedException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.StackRoom;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the callers of changes wait for the server, and what they are told: of changes to a number
 * that nobody owns. Has no state. Any thread.
 */
public final class AwaitedChanges {

  private static final Logger LOG = LoggerFactory.getLogger(AwaitedChanges.class);

  private final Engine engine;
  private final LockKeys keys;

  AwaitedChanges(Engine engine, LockKeys keys) {
    this.engine = engine;
    this.keys = keys;
  }

  /**
   * Has the current thread wait until the server has made a change, up to one command time-out;
   * without an answer the change goes on in the background.
   *
   * @param change begins it
   * @throws DeletedException if what it was meant for was deleted before
   * @throws LockServerException if the server refused, or the client was closed before it answered
   */
  public void await(Supplier<? extends CompletableFuture<?>> change) {
    Parking.beforeBlocking(keys);
    CompletableFuture<?> answer = change.get();
    switch (Acknowledgement.await(answer, engine.times().commandTimeout())) {
      case ANSWERED -> {}
      case LATE ->
          LOG.warn(
              "{}: a change is not acknowledged in time; it is retried in the background",
              keys.title());
      case FAILED -> throw exception(Acknowledgement.causeOf(answer));
    }
  }

  /** With the stack of the caller, for which the server's answer failed elsewhere. */
  private static RuntimeException exception(Throwable cause) {
    return cause instanceof DeletedException deleted
        ? new DeletedException(String.valueOf(deleted.getMessage()))
        : new LockServerException(
            FailureReason.of(cause),
            cause,
            cause instanceof LockServerException known && known.isRefusal());
  }

  /**
   * Has the current thread wait for what the server answers to a change.
   *
   * @param change begins it
   * @param whenLate for an answer that comes after that: the change goes on, but for nobody
   * @throws LockServerException if there is none within one command time-out, or a failure
   */
  public <T> T awaitAnswer(Supplier<CompletableFuture<T>> change, Consumer<T> whenLate) {
    Parking.beforeBlocking(keys);
    CompletableFuture<T> answer = change.get();
    try {
      return Parking.awaitAnswer(answer, engine.times().commandTimeout(), keys::title);
    } catch (LockServerException e) {
      answer.thenAccept(whenLate);
      throw e;
    }
  }

  /**
   * The same as {@link #await} without waiting; completes on the callback executor, and fails if
   * the client is closed.
   */
  public CompletableFuture<Void> later(Supplier<? extends CompletableFuture<?>> change) {
    StackRoom.requireForCall();
    CompletableFuture<?> answer;
    try {
      answer = change.get();
    } catch (ClientClosedException e) {
      return CompletableFuture.failedFuture(e);
    }
    return Acknowledgement.later(answer, engine.callbacks()::complete, reply -> Optional.empty());
  }
}
