package io.holdfast.reactor;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The scheduler on which the code of the application is called. Any thread. */
final class Stage {

  private final Scheduler scheduler;

  Stage(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Runs it there; here, if the scheduler does not take it. */
  void run(Runnable task) {
    AtomicBoolean isBegun = new AtomicBoolean();
    Runnable once =
        () -> {
          if (isBegun.compareAndSet(false, true)) {
            task.run();
          }
        };
    try {
      runThere(once);
    } catch (Throwable e) {
      if (isBegun.get()) { // the task threw, in a scheduler that runs it at once
        throw e;
      }
      once.run(); // a signal that is not delivered would leave the subscriber waiting for ever
    }
  }

  /** Runs it there. Throws what the scheduler throws: it may be disposed, full or out of memory. */
  void runThere(Runnable task) {
    scheduler.schedule(task);
  }

  /** Runs it there after a time. */
  Disposable runLater(Runnable task, Duration time) {
    long millis = time.toMillis();
    try {
      return scheduler.schedule(task, millis, TimeUnit.MILLISECONDS);
    } catch (Throwable e) { // also of one that knows no times
      return Schedulers.parallel().schedule(() -> run(task), millis, TimeUnit.MILLISECONDS);
    }
  }
}
