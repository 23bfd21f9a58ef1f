package io.holdfast.lock.torture.workload;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.Recording;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What an exception says of the operation that threw it. */
final class Outcomes {

  private Outcomes() {}

  /** Ends the operation: without effect for certain, or unknown. */
  static void end(Recording call, long hold, Throwable thrown) {
    Throwable cause = unwrapped(thrown);
    Facts facts = Facts.ofHold(hold).error(cause);
    if (isWithoutEffect(cause)) {
      call.fail(facts);
    } else {
      call.info(facts);
    }
  }

  /**
   * {@code LockServerException} says nothing of the outcome: what was begun is withdrawn in the
   * background. Nor does what is not documented.
   */
  private static boolean isWithoutEffect(Throwable cause) {
    return cause instanceof InterruptedException
        || cause instanceof LockTimeoutException
        || cause instanceof IllegalMonitorStateException // LeaseLostException too
        || cause instanceof ClientClosedException
        || cause instanceof CancellationException;
  }

  static Throwable unwrapped(Throwable thrown) {
    boolean isWrapper =
        thrown instanceof ExecutionException || thrown instanceof CompletionException;
    Throwable cause = thrown.getCause();
    return isWrapper && cause != null ? unwrapped(cause) : thrown;
  }
}
