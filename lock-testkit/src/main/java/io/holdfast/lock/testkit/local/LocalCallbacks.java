package io.holdfast.lock.testkit.local;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the code of users: callbacks, listeners, and what depends on futures. Any thread. */
final class LocalCallbacks {

  private static final Logger LOG = LoggerFactory.getLogger(LocalCallbacks.class);
  private static final long KEEP_ALIVE_MILLIS = 50;

  /** For all clients of this JVM. Its threads are daemons, and end when there is no work. */
  private static final Executor OWN_THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          KEEP_ALIVE_MILLIS,
          TimeUnit.MILLISECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "holdfast-local-callback");
            thread.setDaemon(true);
            return thread;
          });

  private final Executor executor;
  private final Queue<Runnable> ordered = new ArrayDeque<>(); // guarded by itself
  private boolean isBusy; // whether somebody runs them; guarded by ordered

  /** On this executor, or on threads of our own. */
  LocalCallbacks(@Nullable Executor executor) {
    this.executor = executor == null ? OWN_THREADS : executor;
  }

  /** Runs it, now or soon. What it throws is logged. */
  void run(Runnable task) {
    Runnable guarded = () -> runLogged(task);
    try {
      executor.execute(guarded);
    } catch (RejectedExecutionException e) {
      OWN_THREADS.execute(guarded);
    }
  }

  /** Runs it after all that was given to this method before. */
  void runInOrder(Runnable task) {
    synchronized (ordered) {
      ordered.add(task);
      if (isBusy) {
        return;
      }
      isBusy = true;
    }
    run(this::runOrdered);
  }

  private void runOrdered() {
    for (Runnable next = next(); next != null; next = next()) {
      runLogged(next);
    }
  }

  private @Nullable Runnable next() {
    synchronized (ordered) {
      Runnable next = ordered.poll();
      isBusy = next != null;
      return next;
    }
  }

  private static void runLogged(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.warn("a callback threw", e);
    }
  }
}
