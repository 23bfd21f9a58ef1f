package io.holdfast.benchmarks.work;

import com.sun.management.OperatingSystemMXBean;
import io.holdfast.benchmarks.subject.HeldPermit;
import io.holdfast.benchmarks.subject.LockHandle;
import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.PermitHandle;
import io.holdfast.benchmarks.subject.ReadWriteHandle;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * One task, done by threads of this JVM. A thread that finds its section broken ends with that, and
 * lets go: the others would wait for it, and nobody would learn why.
 */
final class WorkRun {

  /** Longer than three leases one after the other. */
  private static final Duration PATIENCE = Duration.ofSeconds(100);

  private final LockSubject subject;
  private final Task task;
  private final Section section;
  private final RunTime time;
  private final CountDownLatch ready;
  private final CountDownLatch counted = new CountDownLatch(1);

  private WorkRun(LockSubject subject, Task task, Section section) {
    this.subject = subject;
    this.task = task;
    this.section = section;
    this.time = new RunTime(Duration.ofMillis(task.millis()));
    this.ready = new CountDownLatch(task.load().threads());
  }

  static Turns run(LockSubject subject, Task task)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    Section section = Section.on(Path.of(task.sectionFile()), task.self(), task.load().names());
    return new WorkRun(subject, task, section).run();
  }

  private Turns run() throws InterruptedException, ExecutionException, TimeoutException {
    List<FutureTask<Share>> shares = new ArrayList<>();
    IntFunction<Callable<Share>> loops = loops();
    for (int i = 0; i < task.load().threads(); i++) {
      FutureTask<Share> share = new FutureTask<>(loops.apply(i));
      Thread thread = new Thread(() -> runAndStay(share), "bench-" + i);
      thread.setDaemon(true);
      thread.start();
      shares.add(share);
    }
    try {
      return measure(shares);
    } finally {
      counted.countDown();
    }
  }

  /** A thread stays until what it has allocated is counted. */
  private void runAndStay(FutureTask<Share> share) {
    try {
      share.run();
      ready.countDown(); // it may have failed before
      counted.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitBegin() throws InterruptedException {
    ready.countDown();
    time.awaitBegin();
  }

  private Turns measure(List<FutureTask<Share>> shares)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (!ready.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TimeoutException("not all threads are ready");
    }
    Thread.sleep(Math.max(0, task.startEpochMillis() - System.currentTimeMillis()));
    Allocation allocatedBefore = Allocation.look();
    long lostBefore = subject.lostRounds();
    long cpuFrom = cpuNanos();
    time.begin();
    Thread.sleep(task.millis());
    time.end();
    long nanos = System.nanoTime() - time.from();
    long cpu = cpuNanos() - cpuFrom;

    List<Share> done = new ArrayList<>();
    for (FutureTask<Share> future : shares) {
      done.add(await(future));
    }
    long allocated = Allocation.look().bytesSince(allocatedBefore);
    Waits reads = Waits.sum(done.stream().map(Share::reads));
    Waits writes = Waits.sum(done.stream().map(Share::writes));
    return new Turns(
        done.stream().mapToLong(Share::inTime).sum(),
        done.stream().mapToLong(Share::all).sum(),
        writes.count(),
        nanos,
        cpu,
        System.nanoTime() - time.from(),
        subject.lostRounds() - lostBefore,
        allocated,
        Waits.sum(Stream.of(reads, writes)),
        writes);
  }

  private static Share await(FutureTask<Share> share)
      throws InterruptedException, ExecutionException, TimeoutException {
    try {
      return share.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new TimeoutException(
          "turns that began in time have not ended %d s after it".formatted(PATIENCE.toSeconds()));
    }
  }

  /** What each thread does. Permits are of one object, which is made before the time begins. */
  private IntFunction<Callable<Share>> loops() {
    String name = task.lockName();
    return switch (task.load().work()) {
      case OWN_LOCKS -> thread -> () -> ownLock(subject.lock(name + thread));
      case ONE_LOCK -> thread -> () -> oneLock(subject.lock(name), thread);
      case ONE_FAIR_LOCK -> thread -> () -> oneLock(subject.fairLock(name), thread);
      case SHARED_NAMES -> thread -> () -> sharedNames(name, thread);
      case ONE_READ_WRITE_LOCK -> thread -> () -> readAndWrite(subject.readWriteLock(name), thread);
      case ONE_SEMAPHORE -> permits(subject.semaphore(name, task.load().permits()));
      case ONE_FAIR_SEMAPHORE -> permits(subject.fairSemaphore(name, task.load().permits()));
      case ONE_PERMIT_POOL -> permits(subject.permitPool(name, task.load().permits()));
      case REENTRY -> thread -> () -> reentry(subject.lock(name + thread));
    };
  }

  private IntFunction<Callable<Share>> permits(PermitHandle permits) {
    return thread -> () -> onePermit(permits);
  }

  private Share ownLock(LockHandle lock) throws InterruptedException {
    awaitBegin();
    long turns = 0;
    while (!time.isOver()) {
      lock.lock();
      lock.unlock();
      turns++;
    }
    return new Share(turns, turns, Waits.none(), Waits.none());
  }

  private Share reentry(LockHandle lock) throws InterruptedException {
    lock.lock();
    try {
      return ownLock(lock);
    } finally {
      lock.unlock(); // throws if it was not held all the time
    }
  }

  private Share oneLock(LockHandle lock, int thread) throws InterruptedException {
    return turns(thread, from -> turn(lock, section, from));
  }

  private Share sharedNames(String prefix, int thread) throws InterruptedException {
    ZipfNames names = new ZipfNames(task.load().names(), seed(thread));
    return turns(
        thread,
        from -> {
          int name = names.next();
          return turn(subject.lock(prefix + name), section.part(name), from);
        });
  }

  /** A turn, and the time between then and when it had the lock. */
  private interface Turn {

    long waitSince(long from);
  }

  private Share turns(int thread, Turn turn) throws InterruptedException {
    Waits waits = Waits.none();
    awaitBegin();
    Pace pace = Pace.of(task.load(), time, seed(thread));
    long inTime = 0;
    long all = 0;
    while (pace.awaitNext()) {
      waits.add(turn.waitSince(pace.from()));
      all++;
      if (!time.isOver()) {
        inTime = all;
      }
    }
    return new Share(inTime, all, Waits.none(), waits);
  }

  private long turn(LockHandle lock, Section inside, long from) {
    lock.lock();
    long until = System.nanoTime();
    try {
      inside.turn(lock.token(), task.load().section());
    } finally {
      lock.unlock();
    }
    return until - from;
  }

  /** Of a thread of this JVM; the same in every run. */
  private long seed(int thread) {
    return task.self() * 1000L + thread;
  }

  /** One permit is as good as a lock, and its tokens rise; of several, turns overlap. */
  private Share onePermit(PermitHandle permits) throws InterruptedException {
    int limit = task.load().permits();
    Duration length = task.load().section();
    Waits waits = Waits.none();
    awaitBegin();
    long inTime = 0;
    long all = 0;
    while (!time.isOver()) {
      long from = System.nanoTime();
      HeldPermit permit = permits.acquire();
      long until = System.nanoTime();
      try {
        if (limit == 1) {
          section.turn(permit.token(), length);
        } else {
          section.turnAmong(limit, length);
        }
      } finally {
        permit.release();
      }
      waits.add(until - from);
      all++;
      if (!time.isOver()) {
        inTime = all;
      }
    }
    return new Share(inTime, all, Waits.none(), waits);
  }

  /** Each thread draws its reads and writes, the same ones in every run. */
  private Share readAndWrite(ReadWriteHandle lock, int thread) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed(thread));
    Load load = task.load();
    Waits reads = Waits.none();
    Waits writes = Waits.none();
    awaitBegin();
    long inTime = 0;
    long all = 0;
    while (!time.isOver()) {
      boolean isWrite = random.nextInt(100) < load.writePercent();
      LockHandle half = isWrite ? lock.write() : lock.read();
      long from = System.nanoTime();
      half.lock();
      long until = System.nanoTime();
      try {
        if (isWrite) {
          section.turn(half.token(), load.section());
        } else {
          section.look(half.token(), load.section());
        }
      } finally {
        half.unlock();
      }
      (isWrite ? writes : reads).add(until - from);
      all++;
      if (!time.isOver()) {
        inTime = all;
      }
    }
    return new Share(inTime, all, reads, writes);
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
