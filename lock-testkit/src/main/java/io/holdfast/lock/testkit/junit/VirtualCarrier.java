package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.concurrent.ThreadKind;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.ThrowingSupplier;

/**
 * The one virtual thread of a test. JUnit's thread waits for what it does, and passes interrupts on
 * to it.
 */
final class VirtualCarrier implements AutoCloseable {

  private final ExecutorService executor;

  VirtualCarrier(String testName) {
    executor = Executors.newSingleThreadExecutor(ThreadKind.VIRTUAL.factory("test-" + testName));
  }

  /** Runs this on the virtual thread; throws what it throws, as it is. */
  void run(ThrowingSupplier<@Nullable Void> body) throws Throwable {
    Future<@Nullable Throwable> outcome = executor.submit(() -> attempt(body));
    Throwable thrown = await(outcome);
    if (thrown != null) {
      throw thrown;
    }
  }

  private static @Nullable Throwable attempt(ThrowingSupplier<@Nullable Void> body) {
    try {
      body.get();
      return null;
    } catch (Throwable e) {
      return e;
    }
  }

  private @Nullable Throwable await(Future<@Nullable Throwable> outcome) throws ExecutionException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return outcome.get();
        } catch (InterruptedException e) {
          interrupted = true;
          executor.shutdownNow(); // interrupts the test, which then ends: JUnit's time-outs work so
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
