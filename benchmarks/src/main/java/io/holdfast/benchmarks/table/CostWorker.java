package io.holdfast.benchmarks.table;

import com.sun.management.OperatingSystemMXBean;
import io.holdfast.benchmarks.subject.HandleSubject;
import io.holdfast.benchmarks.subject.LockHandle;
import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.Subject;
import io.lettuce.core.cluster.SlotHash;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** All is there on which nothing is counted; what costs comes when a line is read. */
  static final Pattern BEGIN = Pattern.compile("^begin$");

  /** Bytes of each. */
  static final Pattern READY = Pattern.compile("^ready (-?\\d+)$");

  /** Nanoseconds of processors and of the clock, lost holds, threads of the client. */
  static final Pattern MEASURED = Pattern.compile("^measured (\\d+) (\\d+) (\\d+) (\\d+)$");

  /** Until what was sent for each has been answered: a request on its way is no waiter. */
  private static final long SETTLE_MILLIS = 2000;

  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
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
      case IDLE -> worker.idle();
      case NAMES -> worker.takeAndRelease();
      case SLOTS -> worker.awaitInSlots();
    }
  }

  private void hold() throws InterruptedException, IOException {
    warmUp();
    try (HandleSubject client = HandleSubject.open(subject, uri, lease)) {
      long before = begin();
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
      await(client, Collections.nCopies(count, LOCK));
    }
  }

  private void awaitInSlots() throws InterruptedException, IOException {
    try (HandleSubject client = HandleSubject.openCluster(subject, uri, lease)) {
      await(client, namesInSlots(count));
    }
  }

  private static void await(HandleSubject client, List<String> names)
      throws InterruptedException, IOException {
    long before = begin();
    List<CompletableFuture<?>> waiting = new ArrayList<>(names.size());
    names.forEach(name -> waiting.add(client.acquire(name)));
    Thread.sleep(SETTLE_MILLIS);
    ready((usedHeap() - before) / names.size());
    serve(() -> waiting.stream().filter(CompletableFuture::isDone).count(), 0);
  }

  /** So many names, each in a slot of its own. */
  static List<String> namesInSlots(int count) {
    Map<Integer, String> names = new LinkedHashMap<>();
    for (int i = 0; names.size() < count; i++) {
      names.putIfAbsent(SlotHash.getSlot(PREFIX + i), PREFIX + i);
    }
    return List.copyOf(names.values());
  }

  private void idle() throws InterruptedException, IOException {
    warmUp();
    long before = begin();
    List<HandleSubject> clients = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      clients.add(HandleSubject.open(subject, uri, lease));
    }
    Thread.sleep(SETTLE_MILLIS);
    ready((usedHeap() - before) / count);
    serve(() -> 0, 0);
    clients.forEach(HandleSubject::close);
  }

  private void takeAndRelease() throws InterruptedException, IOException {
    warmUp();
    try (HandleSubject client = HandleSubject.open(subject, uri, lease)) {
      long before = begin();
      Semaphore permits = new Semaphore(AT_ONCE);
      for (int i = 0; i < count; i++) {
        permits.acquire();
        client
            .acquire(PREFIX + i)
            .thenCompose(client::release)
            .whenComplete((nothing, thrown) -> permits.release());
      }
      permits.acquire(AT_ONCE);
      ready((usedHeap() - before) / count);
      serve(() -> 0, 0);
    }
  }

  /** Tells that all is there on which nothing is counted, and waits for the word. */
  private static long begin() throws InterruptedException, IOException {
    long heap = usedHeap();
    System.out.println("begin");
    if (IN.readLine() == null) {
      System.exit(0); // whoever measures has gone
    }
    return heap;
  }

  /** Classes are loaded, and scripts are known: what comes then is what costs. */
  private void warmUp() {
    try (HandleSubject client = HandleSubject.open(subject, uri, lease)) {
      client.acquire("warm-up").join();
    }
  }

  private void use() throws InterruptedException, IOException {
    int notTheClients = THREADS.getThreadCount() + count;
    begin();
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
    for (String line = IN.readLine(); line != null && !line.equals(QUIT); line = IN.readLine()) {
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
