package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs tasks, one after the other: an owner of locks that the test can steer. It
 * keeps its interrupt flag from one task to the next.
 */
final class Actor {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile boolean isDismissed; // written by itself

  Actor(TestThreads threads, String name) {
    thread = threads.start(name, this::work);
  }

  Thread thread() {
    return thread;
  }

  /** Begins the task, and does not wait for its end. */
  <T extends @Nullable Object> CompletableFuture<T> begins(Callable<T> body) {
    CompletableFuture<T> result = new CompletableFuture<>();
    tasks.add(
        () -> {
          try {
            result.complete(body.call());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  /** Begins the task, and does not wait for its end. */
  CompletableFuture<@Nullable Void> starts(TestThreads.Body body) {
    return begins(asCallable(body));
  }

  /** Runs the task and waits for its end; fails if it throws. */
  void does(TestThreads.Body body) {
    assertThat(starts(body)).succeedsWithin(PATIENCE);
  }

  /** Runs the task; returns its result. */
  <T> T says(Callable<T> body) {
    return succeeds(begins(body));
  }

  /** Runs the task; returns what it throws. */
  Throwable failsIn(TestThreads.Body body) {
    return failure(starts(body));
  }

  /** The result of the task that was begun. */
  static <T> T succeeds(CompletableFuture<T> begun) {
    return assertThat(begun).succeedsWithin(PATIENCE).actual();
  }

  /** Waits for the end of the task that was begun; fails if it throws. */
  static void ends(CompletableFuture<?> begun) {
    assertThat(begun).succeedsWithin(PATIENCE);
  }

  /** What the task that was begun threw. */
  static Throwable failure(CompletableFuture<?> begun) {
    Throwable wrapped = assertThat(begun).failsWithin(PATIENCE).withThrowableThat().actual();
    return Objects.requireNonNullElse(wrapped.getCause(), wrapped);
  }

  /**
   * Waits until the thread waits for something within a task: it has taken the task, and was then
   * seen waiting.
   */
  void awaitParked(CompletableFuture<?> task) {
    Eventually.eventually()
        .isTrue(thread.getName() + " waits", () -> tasks.isEmpty() && isParked());
    assertThat(task).isNotDone();
  }

  private boolean isParked() {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  /** Ends the thread after its tasks. */
  void dismiss() {
    tasks.add(() -> isDismissed = true);
  }

  private void work() {
    while (!isDismissed) {
      next().run();
    }
  }

  private Runnable next() {
    boolean wasInterrupted = false;
    try {
      while (true) {
        try {
          return tasks.take();
        } catch (InterruptedException e) {
          wasInterrupted = true;
        }
      }
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Callable<@Nullable Void> asCallable(TestThreads.Body body) {
    return () -> {
      body.run();
      return null;
    };
  }
}
