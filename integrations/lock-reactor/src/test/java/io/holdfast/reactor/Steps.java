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

  Steps(VirtualTimeScheduler clock) {
    this.clock = clock;
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
    return clock.schedule(() -> due.add(task), delay, unit);
  }

  @Override
  public Worker createWorker() {
    throw new UnsupportedOperationException("no worker is needed");
  }

  @Override
  public void dispose() {}
}
