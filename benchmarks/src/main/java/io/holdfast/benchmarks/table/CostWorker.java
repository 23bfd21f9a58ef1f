package io.holdfast.benchmarks.table;

import com.sun.management.OperatingSystemMXBean;
import io.holdfast.benchmarks.subject.HandleSubject;
import io.holdfast.benchmarks.subject.LockHandle;
import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.Subject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * The main class of a JVM that has what costs. It says how much heap that takes, and for each line
 * of its input, which says for how many milliseconds, what it used in that time.
 */
public final class CostWorker {

  /** The name of the lock that is waited for. */
  static final String LOCK = "one";

  /** What names of own locks begin with. */
  static final String PREFIX = "own-";

  /** The last line of the input: what is held is left to its lease. */
  static final String QUIT = "quit";

  /** Bytes of each. */
  static final Pattern READY = Pattern.compile("^ready (-?\\d+)$");

  /** Nanoseconds of processors and of the clock, lost holds, threads of the client. */
  static final Pattern MEASURED = Pattern.compile("^measured (\\d+) (\\d+) (\\d+) (\\d+)$");

  /** Until what was sent for each has been answered: a request on its way is no waiter. */
  private static final long SETTLE_MILLIS = 2000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int AT_ONCE = 500;

  private final Subject subject;
  private final String uri;
  private final int count;
  private final Duration lease;

  private CostWorker(Subject subject, String uri, int count, Duration lease) {
    this.subject = subject;
    this.uri = uri;
    this.count = count;
    this.lease = lease;
  }

  /** Of what, whose, at which server, how many, and with which lease. */
  public static void main(String[] args) throws InterruptedException, IOException {
    CostWorker worker =
        new CostWorker(
            Subject.valueOf(args[1]), args[2], Integer.parseInt(args[3]), Duration.parse(args[4]));
    switch (CostOver.valueOf(args[0])) {
      case HOLDS -> worker.hold();
      case WAITERS -> worker.await();
      case CLIENTS -> worker.use();
    }
  }

  private void hold() throws InterruptedException, IOException {
    warmUp();
    try (HandleSubject client = HandleSubject.open(subject, uri, lease)) {
      long before = usedHeap();
      Queue<Object> held = new ConcurrentLinkedQueue<>();
      Semaphore permits = new Semaphore(AT_ONCE);
      for (int i = 0; i < count; i++) {
        permits.acquire();
        client
            .acquire(PREFIX + i)
            .whenComplete(
                (hold, thrown) -> {
                  if (hold != null) {
                    held.add(hold);
                  }
                  permits.release();
                });
      }
      permits.acquire(AT_ONCE);
      ready((usedHeap() - before) / count);
      serve(() -> held.stream().filter(client::isLost).count(), 0);
    }
  }

  private void await() throws InterruptedException, IOException {
    warmUp();
    try (HandleSubject client = HandleSubject.open(subject, uri, lease)) {
      long before = usedHeap();
      List<CompletableFuture<?>> waiting = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        waiting.add(client.acquire(LOCK));
      }
      Thread.sleep(SETTLE_MILLIS);
      ready((usedHeap() - before) / count);
      serve(() -> waiting.stream().filter(CompletableFuture::isDone).count(), 0);
    }
  }

  /** Classes are loaded, and scripts are known: what comes then is what costs. */
  private void warmUp() {
    try (HandleSubject client = HandleSubject.open(subject, uri, lease)) {
      client.acquire("warm-up").join();
    }
  }

  private void use() throws InterruptedException, IOException {
    int notTheClients = THREADS.getThreadCount() + count;
    try (LockSubject client = subject.open(uri)) {
      for (int i = 0; i < count; i++) {
        LockHandle lock = client.lock(PREFIX + i);
        Thread user = new Thread(() -> useForEver(lock), "bench-" + i);
        user.setDaemon(true);
        user.start();
      }
      ready(0);
      serve(() -> 0, notTheClients);
    }
  }

  private static void useForEver(LockHandle lock) {
    while (true) {
      lock.lock();
      lock.unlock();
    }
  }

  private static void ready(long bytesOfEach) {
    System.out.println("ready " + bytesOfEach);
  }

  private static void serve(LongSupplier lost, int notTheClients)
      throws InterruptedException, IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null && !line.equals(QUIT); line = in.readLine()) {
      THREADS.resetPeakThreadCount();
      long cpuFrom = cpuNanos();
      long from = System.nanoTime();
      Thread.sleep(Long.parseLong(line));
      long cpu = cpuNanos() - cpuFrom;
      long nanos = System.nanoTime() - from;
      int threads = THREADS.getPeakThreadCount() - notTheClients;
      System.out.printf("measured %d %d %d %d%n", cpu, nanos, lost.getAsLong(), threads);
    }
    System.exit(0);
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static long usedHeap() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(100);
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
