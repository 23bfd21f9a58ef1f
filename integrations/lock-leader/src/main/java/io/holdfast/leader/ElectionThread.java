package io.holdfast.leader;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Runs the tasks of one election, one after the other, in a thread that exists while there is
 * something to do, and for a second after. Any thread may hand over tasks.
 */
final class ElectionThread {

  /** In the JDK's timer thread, which exists already: a pool might have to start a thread. */
  private static final Executor IN_A_SECOND =
      CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, Runnable::run);

  private final ThreadPoolExecutor executor;
  private volatile @Nullable Thread running; // written by itself

  ElectionThread(String name) {
    this(daemons(name, Thread.currentThread().getContextClassLoader()));
  }

  ElectionThread(ThreadFactory factory) {
    executor =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    executor.allowCoreThreadTimeOut(true);
  }

  /** The thread that reports a loss may start them, so they inherit nothing from their starter. */
  private static ThreadFactory daemons(String name, @Nullable ClassLoader loader) {
    return task -> {
      Thread thread = new Thread(null, task, name, 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(loader);
      return thread;
    };
  }

  /** Has the task run after all that were handed over before. */
  void run(Runnable task) {
    execute(new Task(task));
  }

  private void execute(Task task) {
    try {
      executor.execute(task);
    } catch (OutOfMemoryError e) {
      // No thread could be started. If the task were dropped, nobody would ever release the lock.
      ElectionLog.write(
          Level.ERROR, e, "a leader election has no thread, and tries again in a second");
      IN_A_SECOND.execute(() -> executeAgain(task));
    }
  }

  private void executeAgain(Task task) {
    if (!task.hasBegun.get()) {
      execute(task);
    }
  }

  /** Whether this is the current thread. */
  boolean isCurrent() {
    return running == Thread.currentThread();
  }

  /** The thread ends after the tasks that were handed over. No more may be. */
  void end() {
    executor.shutdown();
  }

  /** Runs at most once: an attempt that failed may have queued it all the same. */
  private final class Task implements Runnable {

    private final Runnable task;
    private final AtomicBoolean hasBegun = new AtomicBoolean();

    Task(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (hasBegun.compareAndSet(false, true)) {
        running = Thread.currentThread();
        try {
          task.run();
        } finally {
          running = null;
        }
      }
    }
  }
}
