package io.holdfast.lock.semaphore;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Recording;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process whose threads take permits and give them back, with time-outs and interrupts, until it
 * is killed or told to stop. Writes a history.
 */
final class SemaphoreWorker {

  private static final int THREADS = 3;

  private final DistributedSemaphore semaphore;
  private final HistoryWriter history;
  private volatile boolean isStopped;

  private SemaphoreWorker(DistributedSemaphore semaphore, HistoryWriter history) {
    this.semaphore = semaphore;
    this.history = history;
  }

  /** Of the server, the name, the number of permits, whether it is fair, and the directory. */
  public static void main(String[] args) throws Exception {
    ClientSpec.Pace pace = ClientSpec.Pace.QUICK;
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .claimLease(pace.claimLease())
            .commandTimeout(pace.commandTimeout())
            .build();
    try (HoldfastClient client = HoldfastClient.connect(settings, args[0])) {
      DistributedSemaphore semaphore =
          new Semaphores(client)
              .get(args[1], Integer.parseInt(args[2]), Boolean.parseBoolean(args[3]));
      new SemaphoreWorker(semaphore, HistoryWriter.open(Path.of(args[4]))).run();
    }
    System.out.println("done");
  }

  private void run() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random();
      threads.add(new Thread(() -> work(random), "taker-" + i));
    }
    threads.forEach(Thread::start);
    Thread interrupter = new Thread(() -> interrupt(threads), "interrupter");
    interrupter.start();
    System.out.println("ready");
    var unused = System.in.read(); // a line, or the end of the input
    isStopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
    interrupter.join();
  }

  /** Now and then; without end when it is over, as some wait without bound. */
  private void interrupt(List<Thread> threads) {
    Random random = new Random();
    while (threads.stream().anyMatch(Thread::isAlive)) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(15));
      threads.get(random.nextInt(threads.size())).interrupt();
    }
  }

  private void work(Random random) {
    while (!isStopped) {
      int permits = 1 + random.nextInt(3);
      long hold = history.newHold();
      if (hasTaken(random, Facts.ofHold(hold).permits(permits), permits)) {
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(3000)));
        giveBack(Facts.ofHold(hold).permits(permits), permits);
      }
      var unused = Thread.interrupted();
    }
  }

  private boolean hasTaken(Random random, Facts facts, int permits) {
    int how = random.nextInt(4);
    long waitNanos = TimeUnit.MILLISECONDS.toNanos(random.nextInt(150));
    Recording call =
        switch (how) {
          case 0 -> history.invoke(semaphore.name(), OperationKind.TRY_ACQUIRE_PERMITS, facts);
          case 1 -> history.invoke(semaphore.name(), OperationKind.ACQUIRE_PERMITS, facts);
          default ->
              history.invoke(
                  semaphore.name(), OperationKind.ACQUIRE_PERMITS, facts.waitNanos(waitNanos));
        };
    try {
      boolean taken = isTaken(how, permits, waitNanos);
      if (taken) {
        call.ok(facts);
      } else {
        call.fail(facts.error("false"));
      }
      return taken;
    } catch (InterruptedException | LockServerException e) {
      call.fail(facts.error(e));
      return false;
    }
  }

  private boolean isTaken(int how, int permits, long waitNanos) throws InterruptedException {
    return switch (how) {
      case 0 -> semaphore.tryAcquire(permits);
      case 1 -> {
        semaphore.acquire(permits);
        yield true;
      }
      default -> semaphore.tryAcquire(permits, waitNanos, TimeUnit.NANOSECONDS);
    };
  }

  private void giveBack(Facts facts, int permits) {
    Recording call = history.invoke(semaphore.name(), OperationKind.RELEASE_PERMITS, facts);
    semaphore.release(permits);
    call.ok(facts);
  }
}
