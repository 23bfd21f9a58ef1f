package io.holdfast.benchmarks.table;

import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.fair.FairLocks;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * A process whose handles wait for a fair lock until its input ends. Says how much heap each of
 * them takes when all are queued.
 */
public final class IdleWaiters {

  static final String LOCK = "idle";
  static final Pattern QUEUED = Pattern.compile("^queued (-?\\d+\\.\\d+) KiB each$");

  private IdleWaiters() {}

  /** Waits for the lock at this server, so many times. */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    int count = Integer.parseInt(arguments[1]);
    try (HoldfastClient client = HoldfastClient.connect(arguments[0])) {
      FairLocks locks = new FairLocks(client);
      locks.get(LOCK).acquireAsync().cancel(true); // classes are loaded, scripts are known
      long before = usedHeap();
      List<CompletableFuture<Hold>> waiting = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        waiting.add(locks.get(LOCK).acquireAsync());
      }
      while (locks.get(LOCK).inspect().queueLength() < count) {
        Thread.sleep(50);
      }
      double kibEach = (usedHeap() - before) / 1024.0 / waiting.size();
      System.out.printf(Locale.ROOT, "queued %.3f KiB each%n", kibEach);
      while (System.in.read() >= 0) { // until whoever started this has measured
        continue;
      }
    }
  }

  private static long usedHeap() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(100);
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
