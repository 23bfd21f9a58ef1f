package io.holdfast.lock.core.gate;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.ServerLink;
import io.holdfast.lock.core.server.StackRoom;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waiting by the caller's own thread. */
public final class Parking {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Parking() {}

  /**
   * For every call that blocks, before it changes anything: refuses to block a thread that the
   * answers arrive on, and one that could run out of stack in the midst of it.
   *
   * @throws IllegalStateException if the answers arrive on it
   * @throws StackOverflowError if there may not be enough stack
   */
  public static void beforeBlocking(String lockName) {
    if (isEventLoop()) {
      throw onEventLoop("Lock '" + lockName + "'");
    }
    StackRoom.requireForCall();
  }

  /** As {@link #beforeBlocking(String)}, of whatever kind. */
  static void beforeBlocking(LockKeys keys) {
    if (isEventLoop()) {
      throw onEventLoop(keys.title());
    }
    StackRoom.requireForCall();
  }

  private static IllegalStateException onEventLoop(String title) {
    return new IllegalStateException(
        "%s: a blocking call on %s, a network thread of Lettuce, would block the answer that it waits for; use the async methods or another thread"
            .formatted(title, Thread.currentThread().getName()));
  }

  /** Whether the current thread is one that answers arrive on, as Lettuce names them. */
  static boolean isEventLoop() {
    return ServerLink.isOnEventLoop();
  }

  /** Waits for the end of the future, but no longer than that; keeps the interrupt flag. */
  static void awaitUninterruptibly(CompletableFuture<?> future, Duration longest) {
    long untilNanos = System.nanoTime() + longest.toNanos();
    boolean wasInterrupted = false;
    while (!future.isDone()) {
      long left = untilNanos - System.nanoTime();
      if (left <= 0) {
        break;
      }
      try {
        future.get(left, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        wasInterrupted = true;
      } catch (ExecutionException | TimeoutException e) {
        break; // the caller looks at the future
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Does it as if this thread had not been interrupted before; the interrupt is there again then.
   */
  public static void setInterruptAside(Runnable action) {
    boolean wasInterrupted = Thread.interrupted();
    try {
      action.run();
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits for what is told once.
   *
   * @param teller is handed the callback to tell
   * @throws LockServerException if it takes longer than that
   */
  public static <T> T awaitWord(Consumer<Consumer<T>> teller, Duration longest, String lockName) {
    CompletableFuture<T> word = new CompletableFuture<>();
    teller.accept(word::complete);
    return awaitAnswer(word, longest, () -> "Lock '" + lockName + "'");
  }

  /**
   * Waits until all have been told, but no longer than that; keeps the interrupt flag.
   *
   * @param tellers each is handed what to run when it is
   */
  public static void awaitAll(List<Consumer<Runnable>> tellers, Duration longest) {
    List<CompletableFuture<Boolean>> words = new ArrayList<>();
    for (Consumer<Runnable> teller : tellers) {
      CompletableFuture<Boolean> word = new CompletableFuture<>();
      words.add(word);
      teller.accept(() -> word.complete(true));
    }
    awaitUninterruptibly(
        CompletableFuture.allOf(words.toArray(CompletableFuture<?>[]::new)), longest);
  }

  /**
   * Looks again and again until it is true.
   *
   * @return false if it was not within that time, or before the thread was interrupted
   */
  public static boolean awaitTrue(
      BooleanSupplier condition, Duration longest, MonotonicClock clock) {
    long untilNanos = clock.nanoTime() + longest.toNanos();
    while (!condition.getAsBoolean()) {
      long now = clock.nanoTime();
      if (untilNanos - now <= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      parkUntil(clock, condition, now + LOOK_NANOS);
    }
    return true;
  }

  /**
   * Waits for an answer of the server.
   *
   * @param title the subject of messages; asked for only if there is one to write
   * @throws DeletedException if what it was meant for was deleted before
   * @throws LockServerException if there is none in time, or a failure
   */
  static <T> T awaitAnswer(CompletableFuture<T> answer, Duration longest, Supplier<String> title) {
    awaitUninterruptibly(answer, longest.plusMillis(100)); // the connection's time-out comes first
    if (!answer.isDone()) {
      throw new LockServerException(
          "%s: no answer from the server within %s ms".formatted(title.get(), longest.toMillis()),
          null);
    }
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // cannot be: it is done
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof DeletedException deleted) {
        throw new DeletedException(String.valueOf(deleted.getMessage()));
      }
      if (e.getCause() instanceof LockServerException known) {
        throw new LockServerException(String.valueOf(known.getMessage()), known, known.isRefusal());
      }
      throw new LockServerException("%s: %s".formatted(title.get(), e.getCause()), e.getCause());
    }
  }

  /**
   * Parks until then at the latest. A thread of a fork-join pool, as those are that complete our
   * futures, lets its pool know, so that another one can do what this one may be waiting for.
   */
  static void parkUntil(MonotonicClock clock, Object blocker, long untilNanos) {
    if (!(Thread.currentThread() instanceof ForkJoinWorkerThread)) {
      clock.parkUntil(blocker, untilNanos);
      return;
    }
    try {
      ForkJoinPool.managedBlock(new Park(clock, blocker, untilNanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // a park does not throw it; the caller looks at the flag
    }
  }

  private record Park(MonotonicClock clock, Object blocker, long untilNanos)
      implements ForkJoinPool.ManagedBlocker {

    @Override
    public boolean block() {
      clock.parkUntil(blocker, untilNanos);
      return true;
    }

    @Override
    public boolean isReleasable() {
      return false;
    }
  }
}
