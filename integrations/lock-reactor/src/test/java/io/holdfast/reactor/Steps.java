package io.holdfast.reactor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * A scheduler whose tasks run when a test says so, in its thread. (One of virtual time runs at once
 * what is due.) Times are those of a virtual clock.
 */
final class Steps implements Scheduler {

  private final VirtualTimeScheduler clock;
  private final Queue<Runnable> due = new ConcurrentLinkedQueue<>();
  private final Queue<Disposable> timers = new ConcurrentLinkedQueue<>();

  Steps(VirtualTimeScheduler clock) {
    this.clock = clock;
  }

  /** Whether one is neither over nor disposed of. */
  boolean hasTimer() {
    return !timers.stream().allMatch(Disposable::isDisposed);
  }

  boolean isIdle() {
    return due.isEmpty();
  }

  /** Runs all that is due, and what comes of it. */
  void run() {
    for (Runnable next = due.poll(); next != null; next = due.poll()) {
      next.run();
    }
  }

  @Override
  public Disposable schedule(Runnable task) {
    due.add(task);
    return Disposables.disposed();
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    Disposable timer = Disposables.single();
    timers.add(timer);
    Disposable unused =
        clock.schedule(
            () -> {
              if (!timer.isDisposed()) {
                timer.dispose();
                due.add(task);
              }
            },
            delay,
            unit);
    return timer;
  }

  @Override
  public Worker createWorker() {
    throw new UnsupportedOperationException("no worker is needed");
  }

  @Override
  public void dispose() {}
}
