package io.holdfast.migrate;

import java.util.function.BooleanSupplier;

/**
 * Calls of a lock with the interrupt flag cleared, for calls that are not interruptible. Some lock
 * libraries wait for their server by a future: with the flag set the call throws, although the
 * server does what it was asked for.
 */
final class InterruptHeldBack {

  private InterruptHeldBack() {}

  /** Sets the flag again after the call, if it was set. */
  static boolean call(BooleanSupplier action) {
    boolean interrupted = Thread.interrupted();
    try {
      return action.getAsBoolean();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The same, without a result. */
  static void run(Runnable action) {
    boolean unused =
        call(
            () -> {
              action.run();
              return true;
            });
  }
}
