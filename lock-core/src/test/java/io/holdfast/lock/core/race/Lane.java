package io.holdfast.lock.core.race;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An event loop without a thread of its own: runs its tasks, one after the other, in the thread
 * that comes first. A thread that comes while another runs leaves its task to that one.
 */
final class Lane {

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger comers = new AtomicInteger();

  void put(Runnable task) {
    tasks.add(task);
  }

  boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** Runs all tasks, also those that come meanwhile. False if this thread had nothing to run. */
  boolean runAll() {
    if (comers.getAndIncrement() > 0) {
      return false;
    }
    boolean ran = false;
    int seen = 1;
    while (seen > 0) {
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        task.run();
        ran = true;
      }
      seen = comers.addAndGet(-seen);
    }
    return ran;
  }

  /** Runs the first, if there is one. Not by two threads at a time. */
  void runOne() {
    Runnable task = tasks.poll();
    if (task != null) {
      task.run();
    }
  }
}
