package io.holdfast.leader;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the tasks of one election, one after the other, in a thread that exists while there is
 * something to do, and for a second after. Any thread may hand over tasks.
 */
final class ElectionThread {

  private static final Logger log = LoggerFactory.getLogger(LeaderElection.class);
  private static final Executor IN_A_SECOND =
      CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

  private final ThreadPoolExecutor executor;
  private volatile @Nullable Thread running; // written by itself

  ElectionThread(String name) {
    this(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  ElectionThread(ThreadFactory factory) {
    executor =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    executor.allowCoreThreadTimeOut(true);
  }

  /** Has the task run after all that were handed over before. */
  void run(Runnable task) {
    try {
      executor.execute(() -> runHere(task));
    } catch (OutOfMemoryError e) {
      // No thread could be started. If the task were dropped, nobody would ever release the lock.
      log.error("a leader election has no thread, and tries again in a second", e);
      IN_A_SECOND.execute(() -> run(task));
    }
  }

  private void runHere(Runnable task) {
    running = Thread.currentThread();
    try {
      task.run();
    } finally {
      running = null;
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
}
