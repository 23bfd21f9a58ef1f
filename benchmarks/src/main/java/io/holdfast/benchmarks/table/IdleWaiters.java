package io.holdfast.benchmarks.table;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.semaphore.Semaphores;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A process whose handles wait for one lock, semaphore or pool until its input ends. Says how much
 * heap each of them takes when all are queued.
 */
public final class IdleWaiters {

  static final Pattern QUEUED = Pattern.compile("^queued (-?\\d+\\.\\d+) KiB each$");

  private static final String NAME = "idle";
  private static final int AT_ONCE = 1000;

  /** What they wait for. */
  enum Kind {
    FAIR_LOCK("fair lock", 2, client -> queueOf(new FairLocks(client).get(NAME))),
    FAIR_SEMAPHORE(
        "fair semaphore", 10, client -> queueOf(new Semaphores(client).get(NAME, 1, true))),
    POOL("pool of permits", 10, client -> queueOf(new Semaphores(client).pool(NAME, 1)));

    final String words;
    final double mostCalls;
    private final Function<HoldfastClient, Queue> opening;

    Kind(String words, double mostCalls, Function<HoldfastClient, Queue> opening) {
      this.words = words;
      this.mostCalls = mostCalls;
      this.opening = opening;
    }

    Queue open(HoldfastClient client) {
      return opening.apply(client);
    }
  }

  /** Those who wait, and what for. */
  interface Queue {

    /** Takes all there is. */
    Held hold() throws InterruptedException;

    CompletableFuture<?> join();

    int length();
  }

  /** What the others wait for. */
  interface Held extends AutoCloseable {

    boolean isValid();

    @Override
    void close();
  }

  private IdleWaiters() {}

  private static Queue queueOf(DistributedLock lock) {
    return new Queue() {
      @Override
      public Held hold() throws InterruptedException {
        Hold hold = lock.acquire();
        return held(hold::isValid, hold::close);
      }

      @Override
      public CompletableFuture<?> join() {
        return lock.acquireAsync();
      }

      @Override
      public int length() {
        return lock.inspect().queueLength();
      }
    };
  }

  private static Queue queueOf(DistributedSemaphore semaphore) {
    return new Queue() {
      @Override
      public Held hold() throws InterruptedException {
        semaphore.acquire();
        return held(() -> semaphore.availablePermits() == 0, semaphore::release);
      }

      @Override
      public CompletableFuture<?> join() {
        return semaphore.acquireAsync();
      }

      @Override
      public int length() {
        return semaphore.getQueueLength();
      }
    };
  }

  private static Queue queueOf(PermitPool pool) {
    return new Queue() {
      @Override
      public Held hold() throws InterruptedException {
        Permit permit = pool.acquire();
        return held(permit::isValid, permit::close);
      }

      @Override
      public CompletableFuture<?> join() {
        return pool.acquireAsync();
      }

      @Override
      public int length() {
        return pool.inspect().queueLength();
      }
    };
  }

  private static Held held(BooleanSupplier isValid, Runnable end) {
    return new Held() {
      @Override
      public boolean isValid() {
        return isValid.getAsBoolean();
      }

      @Override
      public void close() {
        end.run();
      }
    };
  }

  /** Waits at this server, for this kind, so many times. */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    int count = Integer.parseInt(arguments[2]);
    try (HoldfastClient client = HoldfastClient.connect(arguments[0])) {
      Queue queue = Kind.valueOf(arguments[1]).open(client);
      queue.join().cancel(true); // classes are loaded, scripts are known
      long before = usedHeap();
      List<CompletableFuture<?>> waiting = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        waiting.add(queue.join());
        if (waiting.size() % AT_ONCE == 0) {
          await(queue, waiting.size()); // the server is to answer within the command time-out
        }
      }
      await(queue, count);
      double kibEach = (usedHeap() - before) / 1024.0 / waiting.size();
      System.out.printf(Locale.ROOT, "queued %.3f KiB each%n", kibEach);
      while (System.in.read() >= 0) { // until whoever started this has measured
        continue;
      }
    }
  }

  private static void await(Queue queue, int length) throws InterruptedException {
    while (queue.length() < length) {
      Thread.sleep(50);
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
