package io.holdfast.lock.cli.demo;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.core.HoldfastClient;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** One worker's work: orders in, events out. One thread. */
final class Worker {

  private static final int WARM_UP_TURNS = 300;

  private final DistributedLock lock;
  private final DistributedLock warmUpLock;
  private final CounterClient counter;
  private final BlockingQueue<WorkerOrder> orders;
  private final Reports reports;

  Worker(
      HoldfastClient client,
      String lockName,
      CounterClient counter,
      BlockingQueue<WorkerOrder> orders,
      Reports reports) {
    this.lock = client.lock(lockName);
    this.warmUpLock = client.lock(lockName + ":warm-up:" + ProcessHandle.current().pid());
    this.counter = counter;
    this.orders = orders;
    this.reports = reports;
  }

  /** Works until the JVM is ended. */
  void run() throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UP_TURNS; i++) {
      warmUpLock.acquire().close();
      counter.read();
    }
    reports.add(new WorkerEvent.Ready(System.nanoTime()));
    while (true) {
      WorkerOrder order = orders.take();
      if (order instanceof WorkerOrder.Contend contend) {
        while (orders.isEmpty()) {
          turn(token -> pause(contend.section()));
        }
      } else if (order instanceof WorkerOrder.Stay) {
        turn(this::stay);
      } else if (order instanceof WorkerOrder.Rest) {
        reports.add(new WorkerEvent.Rests(System.nanoTime()));
      }
    }
  }

  /** What happens between reading and writing the counter. */
  private interface Section {
    void pass(long token) throws InterruptedException;
  }

  /**
   * One turn: read, do something, write back the successor, with no look at whether the hold is
   * still valid. That is what people write, and what fencing is for.
   */
  private void turn(Section section) throws IOException, InterruptedException {
    reports.add(new WorkerEvent.Waits(System.nanoTime()));
    Hold hold = lock.acquire();
    long token = hold.token();
    reports.add(new WorkerEvent.Holds(System.nanoTime(), token));
    long value = counter.read();
    section.pass(token);
    OptionalLong refused = counter.write(token, value + 1);
    if (refused.isPresent()) {
      reports.add(new WorkerEvent.Refused(System.nanoTime(), token, refused.getAsLong()));
    }
    release(hold);
  }

  private void stay(long token) throws InterruptedException {
    reports.add(new WorkerEvent.Inside(System.nanoTime(), token));
    while (!(orders.take() instanceof WorkerOrder.Finish)) {
      // No other order is for a worker that is inside.
    }
  }

  private void release(Hold hold) {
    long called = System.nanoTime();
    try {
      hold.close();
      reports.add(new WorkerEvent.Released(called, hold.token()));
    } catch (LeaseLostException e) {
      reports.add(new WorkerEvent.Lost(called, e.token(), e.lossCause().text()));
    }
  }

  private static void pause(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    // Parking may end early: the acquisition may have left its permit.
    for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
