package io.holdfast.lock.testkit.concurrent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one test. None outlives it, and no failure in one is lost.
 *
 * <pre>{@code
 * try (TestThreads threads = TestThreads.open()) {
 *   Thread waiter = threads.start("waiter", lock::lockInterruptibly);
 *   ...
 *   threads.joinAll();
 * }
 * }</pre>
 *
 * <p>Threads are daemons of the {@linkplain ThreadKind#chosen() chosen kind}, named {@code test-}
 * and the given name.
 */
public final class TestThreads implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Of all tests: the JVM lists no virtual threads. */
  private static final Set<Thread> STARTED = ConcurrentHashMap.newKeySet();

  private final ThreadKind kind;
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final List<Throwable> failures =
      new CopyOnWriteArrayList<>(); // added by the threads, taken by report()

  private TestThreads(ThreadKind kind) {
    this.kind = kind;
  }

  /** What a thread does; it may throw. */
  @FunctionalInterface
  public interface Body {
    /** Runs once, on the new thread. */
    void run() throws Exception;
  }

  /** Threads of the kind chosen for this JVM. */
  public static TestThreads open() {
    return of(ThreadKind.chosen());
  }

  /** Threads of this kind. */
  public static TestThreads of(ThreadKind kind) {
    return new TestThreads(kind);
  }

  /** The threads of all tests that have not ended, whatever their kind. */
  public static List<Thread> alive() {
    STARTED.removeIf(thread -> !thread.isAlive());
    return List.copyOf(STARTED);
  }

  /** Starts a thread. What it throws is reported by {@link #joinAll} or {@link #close}, once. */
  public Thread start(String name, Body body) {
    Thread thread = kind.unstarted("test-" + name, () -> run(body));
    threads.add(thread);
    thread.start();
    STARTED.add(thread); // alive before it is in there, or it would be forgotten
    return thread;
  }

  /**
   * Starts that number of threads, named {@code name-0}, {@code name-1} and so on, with one body.
   */
  public List<Thread> start(int count, String name, Body body) {
    List<Thread> started = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      started.add(start(name + "-" + i, body));
    }
    return List.copyOf(started);
  }

  /**
   * Starts a thread whose result is wanted. What it throws is in the future only, not reported
   * elsewhere.
   */
  public <T extends @Nullable Object> CompletableFuture<T> call(String name, Callable<T> body) {
    CompletableFuture<T> result = new CompletableFuture<>();
    var unused = start(name, () -> complete(result, body));
    return result;
  }

  private void run(Body body) {
    try {
      body.run();
    } catch (Throwable e) {
      failures.add(e);
    }
  }

  private static <T extends @Nullable Object> void complete(
      CompletableFuture<T> result, Callable<T> body) {
    try {
      result.complete(body.call());
    } catch (Throwable e) {
      result.completeExceptionally(e);
    }
  }

  /** As {@link #joinAll(Duration)}, for 60 s. */
  public void joinAll() throws InterruptedException {
    joinAll(PATIENCE);
  }

  /**
   * Waits for all threads.
   *
   * @throws AssertionError if one has not ended within the limit (with the stacks of those that
   *     have not), or one has thrown (the first as the cause, the others suppressed)
   */
  public void joinAll(Duration limit) throws InterruptedException {
    List<Thread> late = join(limit);
    if (!late.isEmpty()) {
      throw withFailures(new AssertionError(unfinished(late, limit)));
    }
    report();
  }

  private List<Thread> join(Duration limit) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    for (Thread thread : threads) {
      long leftMillis = Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000);
      thread.join(leftMillis);
    }
    return threads.stream().filter(Thread::isAlive).toList();
  }

  private void report() {
    if (!failures.isEmpty()) {
      throw withFailures(
          new AssertionError(failures.size() + " of " + threads.size() + " test threads failed"));
    }
  }

  private AssertionError withFailures(AssertionError error) {
    List<Throwable> taken = List.copyOf(failures);
    failures.removeAll(taken);
    for (int i = 0; i < taken.size(); i++) {
      if (i == 0) {
        error.initCause(taken.get(i));
      } else {
        error.addSuppressed(taken.get(i));
      }
    }
    return error;
  }

  private static String unfinished(List<Thread> late, Duration limit) {
    StringBuilder text = new StringBuilder("not ended within " + limit.toMillis() + " ms:");
    for (Thread thread : late) {
      text.append(System.lineSeparator())
          .append(thread.getName())
          .append(" (")
          .append(thread.getState())
          .append(')');
      for (StackTraceElement frame : thread.getStackTrace()) {
        text.append(System.lineSeparator()).append("    at ").append(frame);
      }
    }
    return text.toString();
  }

  /**
   * Interrupts the threads that still run, waits up to 60 s for their end, and reports failures
   * that no {@link #joinAll} has reported. What a thread throws because of this interrupt is not a
   * failure. Idempotent.
   *
   * @throws AssertionError if a thread does not end, or one has thrown before
   */
  @Override
  public void close() {
    List<Throwable> before = List.copyOf(failures);
    boolean interrupted = Thread.interrupted();
    threads.forEach(Thread::interrupt);
    try {
      List<Thread> late = join(PATIENCE);
      failures.retainAll(before);
      if (!late.isEmpty()) {
        throw withFailures(new AssertionError("interrupted, yet " + unfinished(late, PATIENCE)));
      }
      report();
    } catch (InterruptedException e) {
      interrupted = true;
      throw new AssertionError("interrupted while ending the test's threads", e);
    } finally {
      threads.removeIf(thread -> !thread.isAlive());
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
