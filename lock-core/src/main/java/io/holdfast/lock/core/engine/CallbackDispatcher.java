package io.holdfast.lock.core.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands user code to the executor of the application, from a thread that has nothing else to do: an
 * executor may block in {@code execute}, as one with a bounded queue does, and the callers of this
 * class are threads that answers arrive on, the watchdog, or users in the midst of other code. What
 * the executor refuses, or runs in the calling thread, is left to the client's own threads.
 */
public final class CallbackDispatcher implements Executor {

  private static final Logger LOG = LoggerFactory.getLogger(CallbackDispatcher.class);

  /** Set while the current thread is inside an executor of the application, which may run tasks. */
  private static final ThreadLocal<@Nullable Boolean> IS_HANDING_OVER = new ThreadLocal<>();

  private final Executor chosen;
  private final Executor offering;
  private final Executor own;
  private final AtomicInteger waiting = new AtomicInteger(); // tasks in our own threads' queues
  private final AtomicBoolean isTold; // that the executor does not take all

  /**
   * To this executor.
   *
   * @param offering one thread of the client, which does nothing but call the executor, in order;
   *     an executor that blocks it delays what is handed over behind, and nothing else
   * @param own the client's own threads; if these refuse as well, as the client is closed, the
   *     common pool runs user code
   */
  public CallbackDispatcher(Executor chosen, Executor offering, Executor own) {
    this(chosen, offering, own, new AtomicBoolean());
  }

  private CallbackDispatcher(
      Executor chosen, Executor offering, Executor own, AtomicBoolean isTold) {
    this.chosen = chosen;
    this.offering = offering;
    this.own = own;
    this.isTold = isTold;
  }

  /** To the same executor in the same order; what it does not take goes to other own threads. */
  public CallbackDispatcher beside(Executor otherOwn) {
    return new CallbackDispatcher(chosen == own ? otherOwn : chosen, offering, otherOwn, isTold);
  }

  /** To the client's own threads. */
  public static CallbackDispatcher to(Executor own) {
    return new CallbackDispatcher(own, own, own);
  }

  @Override
  public void execute(Runnable userCode) {
    if (chosen == own) {
      runOnOwn(userCode);
    } else {
      offerLater(new Task(userCode));
    }
  }

  /**
   * How many tasks wait here: for a thread of the client, or to be taken by the executor of the
   * application. What that has taken does not count: it is in a queue that the application chose.
   */
  public int waiting() {
    return waiting.get();
  }

  private void offerLater(Task task) {
    runOn(
        offering,
        waits -> {
          try {
            offer(task);
          } finally {
            waits.end();
          }
        });
  }

  private void offer(Task task) {
    boolean isNested = IS_HANDING_OVER.get() != null;
    IS_HANDING_OVER.set(true);
    try {
      chosen.execute(task);
    } catch (RuntimeException | Error e) { // whatever it throws, nobody shall wait for ever
      if (task.take()) {
        tellOnce("refused a task", e);
        runOnOwn(task.userCode);
      } else {
        LOG.warn("A task failed after the callback executor had started it", e);
      }
    } finally {
      if (!isNested) {
        IS_HANDING_OVER.remove();
      }
    }
  }

  private void runOnOwn(Runnable userCode) {
    runOn(
        own,
        waits -> {
          waits.end();
          guard(userCode);
        });
  }

  /**
   * On these threads of the client. Of a closed one they have ended: on those of all the process.
   */
  private void runOn(Executor threads, Consumer<Wait> task) {
    Wait waits = new Wait();
    Runnable inTurn = () -> task.accept(waits);
    try {
      threads.execute(inTurn);
    } catch (RejectedExecutionException e) {
      ForkJoinPool.commonPool().execute(inTurn);
    } catch (RuntimeException | Error e) { // such as for want of another thread
      waits.end();
      throw e;
    }
  }

  /** One task that waits here; it counts until that has ended. */
  private final class Wait {

    private final AtomicBoolean hasEnded = new AtomicBoolean();

    Wait() {
      waiting.incrementAndGet();
    }

    void end() {
      if (hasEnded.compareAndSet(false, true)) {
        waiting.decrementAndGet();
      }
    }
  }

  private void tellOnce(String what, @Nullable Throwable thrown) {
    if (isTold.compareAndSet(false, true)) {
      LOG.warn(
          "The callback executor {}: the client's own threads run those tasks; logged once",
          what,
          thrown);
    }
  }

  /** Runs it; what it throws is logged. */
  static void guard(Runnable userCode) {
    try {
      userCode.run();
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  static void failed(Throwable thrown) {
    LOG.warn("A callback failed", thrown);
  }

  /** Runs once at most. */
  private final class Task implements Runnable {

    private final Runnable userCode;
    private final AtomicBoolean isTaken = new AtomicBoolean();

    Task(Runnable userCode) {
      this.userCode = userCode;
    }

    boolean take() {
      return isTaken.compareAndSet(false, true);
    }

    @Override
    public void run() {
      if (!take()) {
        return;
      }
      if (IS_HANDING_OVER.get() != null) { // this task, or another one: some executors work in turn
        tellOnce("runs tasks in the threads that submit them", null);
        runOnOwn(userCode);
      } else {
        guard(userCode);
      }
    }
  }
}
