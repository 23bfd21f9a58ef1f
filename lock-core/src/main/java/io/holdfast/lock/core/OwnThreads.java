package io.holdfast.lock.core;

import io.holdfast.lock.core.engine.CallbackDispatcher;
import io.holdfast.lock.core.engine.Callbacks;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads on which a client runs the code of its users, if they name no executor. Daemons, that
 * exist while there is work.
 *
 * @param events one thread, so that events keep their order
 * @param lostEvents one thread, for listeners that are told of a loss: no other event delays it
 * @param directEvents one thread, for direct listeners where no thread can tell them that may wait
 * @param losses one thread, for what holders want run at a loss: no listener delays it
 * @param completions several threads, and more for those that wait for a future: work behind one
 *     lock may wait for another
 * @param log one thread, as the log may block
 * @param offeringEvents one thread, which hands events and losses to the executor of the
 *     application, in order
 * @param offeringCompletions likewise what completes futures: an executor that blocks one of them
 *     does not delay the other
 */
record OwnThreads(
    ExecutorService events,
    ExecutorService lostEvents,
    ExecutorService directEvents,
    ExecutorService losses,
    ExecutorService completions,
    ExecutorService log,
    ExecutorService offeringEvents,
    ExecutorService offeringCompletions)
    implements AutoCloseable {

  private static final long KEEP_ALIVE_SECONDS = 10;
  private static final int LEAST_THREADS = 4;
  private static final int MOST_THREADS = 256;

  static OwnThreads of(String clientLabel) {
    return new OwnThreads(
        oneThread("holdfast-callback-" + clientLabel),
        oneThread("holdfast-lost-" + clientLabel),
        oneThread("holdfast-direct-" + clientLabel),
        oneThread("holdfast-onlost-" + clientLabel),
        completions("holdfast-async-" + clientLabel),
        oneThread("holdfast-log-" + clientLabel),
        oneThread("holdfast-offer-callback-" + clientLabel),
        oneThread("holdfast-offer-async-" + clientLabel));
  }

  private static ExecutorService oneThread(String threadName) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            KEEP_ALIVE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, threadName);
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  private static ExecutorService completions(String threadName) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    int parallelism = Math.max(LEAST_THREADS, Runtime.getRuntime().availableProcessors());
    return new ForkJoinPool(
        parallelism,
        pool -> {
          ForkJoinWorkerThread thread =
              ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
          thread.setName(threadName + "-" + thread.getPoolIndex());
          thread.setContextClassLoader(loader); // user code finds what its own threads find
          return thread;
        },
        null, // callbacks are guarded
        true, // first come, first served
        0, // no thread while there is no work
        MOST_THREADS,
        1,
        pool -> true, // rather wait for a thread than refuse, with very many waiting
        KEEP_ALIVE_SECONDS,
        TimeUnit.SECONDS);
  }

  /**
   * Where callbacks run: on these threads, or by the executor of the application, which gets all
   * that is told from one thread: it may keep order.
   */
  Callbacks.Lanes lanes(Optional<Executor> chosen) {
    CallbackDispatcher toEvents = dispatcher(chosen, offeringEvents, events);
    return new Callbacks.Lanes(
        toEvents,
        toEvents.beside(lostEvents),
        CallbackDispatcher.to(directEvents),
        toEvents.beside(losses),
        dispatcher(chosen, offeringCompletions, completions),
        log);
  }

  private static CallbackDispatcher dispatcher(
      Optional<Executor> chosen, Executor offering, Executor own) {
    return chosen
        .map(executor -> new CallbackDispatcher(executor, offering, own))
        .orElseGet(() -> CallbackDispatcher.to(own));
  }

  /** Lets what was begun end; takes nothing more. */
  @Override
  public void close() {
    events.shutdown();
    lostEvents.shutdown();
    directEvents.shutdown();
    losses.shutdown();
    completions.shutdown();
    log.shutdown();
    offeringEvents.shutdown();
    offeringCompletions.shutdown();
  }
}
