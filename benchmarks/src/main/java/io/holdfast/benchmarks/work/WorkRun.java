package io.holdfast.benchmarks.work;

import com.sun.management.OperatingSystemMXBean;
import io.holdfast.benchmarks.subject.LockHandle;
import io.holdfast.benchmarks.subject.LockSubject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/** One task, done by threads of this JVM. */
final class WorkRun {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(2);

  /** Never written. */
  private static final Histogram NOT_MEASURED = new Histogram(2);

  private final LockSubject subject;
  private final Task task;
  private final Section section;
  private final CountDownLatch go = new CountDownLatch(1);
  private volatile boolean isOver;

  /** What one thread has done. */
  private record Share(long inTime, long all, Histogram waits) {}

  private WorkRun(LockSubject subject, Task task, Section section) {
    this.subject = subject;
    this.task = task;
    this.section = section;
  }

  static Turns run(LockSubject subject, Task task)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    Section section = Section.on(Path.of(task.sectionFile()), task.self());
    return new WorkRun(subject, task, section).run();
  }

  private Turns run() throws InterruptedException, ExecutionException, TimeoutException {
    List<FutureTask<Share>> shares = new ArrayList<>();
    for (int i = 0; i < task.threads(); i++) {
      FutureTask<Share> share = new FutureTask<>(loop(i));
      Thread thread = new Thread(share, "bench-" + i);
      thread.setDaemon(true);
      thread.start();
      shares.add(share);
    }
    Thread.sleep(Math.max(0, task.startEpochMillis() - System.currentTimeMillis()));
    long cpuFrom = cpuNanos();
    long from = System.nanoTime();
    go.countDown();
    Thread.sleep(task.millis());
    isOver = true;
    long nanos = System.nanoTime() - from;
    long cpu = cpuNanos() - cpuFrom;

    long inTime = 0;
    long all = 0;
    Histogram waits = newHistogram();
    for (FutureTask<Share> future : shares) {
      Share share = future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      inTime += share.inTime();
      all += share.all();
      waits.add(share.waits());
    }
    return new Turns(inTime, all, nanos, waits.getValueAtPercentile(99), waits.getMaxValue(), cpu);
  }

  private Callable<Share> loop(int thread) {
    return switch (task.work()) {
      case OWN_LOCKS -> () -> ownLock(subject.lock(task.lockName() + thread));
      case ONE_LOCK -> () -> oneLock(subject.lock(task.lockName()));
      case REENTRY -> () -> reentry(subject.lock(task.lockName() + thread));
    };
  }

  private Share ownLock(LockHandle lock) throws InterruptedException {
    go.await();
    long turns = 0;
    while (!isOver) {
      lock.lock();
      lock.unlock();
      turns++;
    }
    return new Share(turns, turns, NOT_MEASURED);
  }

  private Share reentry(LockHandle lock) throws InterruptedException {
    lock.lock();
    try {
      return ownLock(lock);
    } finally {
      lock.unlock(); // throws if it was not held all the time
    }
  }

  private Share oneLock(LockHandle lock) throws InterruptedException {
    Histogram waits = newHistogram();
    go.await();
    long inTime = 0;
    long all = 0;
    while (!isOver) {
      long from = System.nanoTime();
      lock.lock();
      long until = System.nanoTime();
      section.turn(lock.token());
      lock.unlock();
      waits.recordValue(Math.min(until - from, LONGEST_NANOS));
      all++;
      if (!isOver) {
        inTime = all;
      }
    }
    return new Share(inTime, all, waits);
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** Nanoseconds, to one part in a hundred. */
  private static Histogram newHistogram() {
    return new Histogram(LONGEST_NANOS, 2);
  }
}
