package io.holdfast.reactor;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The scheduler on which the code of the application is called. Any thread. */
final class Stage {

  private final Scheduler scheduler;

  Stage(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Runs it there; here, if the scheduler is disposed or full. */
  void run(Runnable task) {
    try {
      runThere(task);
    } catch (RejectedExecutionException e) {
      task.run(); // a signal that is not delivered would leave the subscriber waiting for ever
    }
  }

  /**
   * Runs it there.
   *
   * @throws RejectedExecutionException if the scheduler is disposed or full
   */
  void runThere(Runnable task) {
    scheduler.schedule(task);
  }

  /** Runs it there after a time. */
  Disposable runLater(Runnable task, Duration time) {
    long millis = time.toMillis();
    try {
      return scheduler.schedule(task, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) { // also one that knows no times
      return Schedulers.parallel().schedule(() -> run(task), millis, TimeUnit.MILLISECONDS);
    }
  }
}
