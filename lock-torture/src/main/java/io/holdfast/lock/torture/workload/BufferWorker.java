package io.holdfast.lock.torture.workload;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.process.Signals;
import io.holdfast.lock.torture.client.LockClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that puts into a bounded buffer, or takes from it, which only a lock and its conditions
 * {@code notFull} and {@code notEmpty} protect: a main class. Started by {@link
 * BufferOptions#command()}; {@link BufferRun} runs several.
 *
 * <p>It says {@code ready}, and {@code overfull}, {@code empty} or {@code lost} if that happens. On
 * a line {@code stop}, or at the end of its input, it ends: a producer at once, a consumer when the
 * buffer is empty; it says {@code done OWNER COUNT} of each thread and exits with 0, or with 1 and
 * {@code unfinished …} if it cannot. On a line {@code die} it says {@code dying} and is killed by
 * {@code SIGKILL} with the lock held, when it has changed the buffer and has not signalled. On a
 * line {@code die last} it first leaves the others the time to empty the buffer and to fall asleep.
 */
public final class BufferWorker implements BufferUser.Fate {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration TIME_TO_FALL_ASLEEP = Duration.ofMillis(300);

  private final BufferOptions options;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final AtomicBoolean isLastTaken = new AtomicBoolean();
  private volatile boolean isToDie; // written by the reader, and by the last
  private volatile boolean isToBeLast; // written by the reader
  private volatile boolean isBroken; // written by users

  private BufferWorker(BufferOptions options) {
    this.options = options;
  }

  /** Runs until it is told to stop; ends the JVM. */
  public static void main(String[] arguments) throws InterruptedException {
    BufferWorker worker = new BufferWorker(BufferOptions.parse(List.of(arguments)));
    daemon("reader", worker::read);
    System.exit(worker.run() ? 0 : 1);
  }

  private void read() {
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String line = in.readLine();
      while (line != null && !line.equals("stop")) {
        isToDie |= line.equals("die");
        isToBeLast |= line.equals("die last");
        line = in.readLine();
      }
    } catch (IOException e) {
      System.out.println("input broken: " + e.getMessage());
    }
    stop.countDown();
  }

  /** Whether all went well. */
  private boolean run() throws InterruptedException {
    WorkloadFixture fixture = WorkloadFixture.named(options.fixture());
    try (LockClient client = fixture.open(options.servers(), options.spec())) {
      DistributedLock lock = client.lock(options.name());
      List<BufferUser> users = new ArrayList<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < options.threads(); i++) {
        BufferUser user = user(ProcessHandle.current().pid() + "." + i, lock);
        users.add(user);
        threads.add(daemon("user-" + i, () -> use(user)));
      }
      System.out.println("ready");
      stop.await();
      user("nobody", lock).wakeAll();
      boolean isOver = join(threads);
      users.forEach(user -> System.out.println("done " + user.owner() + " " + user.done()));
      if (!isOver) {
        Runtime.getRuntime().halt(1); // closing the client could take for ever, too
      }
      return !isBroken;
    }
  }

  private BufferUser user(String owner, DistributedLock lock) {
    BufferStore store = new BufferStore(options.store(), options.name());
    return new BufferUser(owner, lock, store, () -> stop.getCount() == 0, this);
  }

  private void use(BufferUser user) {
    try {
      if (options.role() == BufferOptions.Role.PRODUCER) {
        user.produce();
      } else {
        user.consume();
      }
    } catch (InterruptedException | RuntimeException | Error e) {
      isBroken = true;
      System.out.println("broken " + e);
      e.printStackTrace(System.out);
    }
  }

  @Override
  public void beforeAsking() {
    if (!isToBeLast) {
      return;
    }
    while (!isLastTaken.compareAndSet(false, true)) {
      LockSupport.park(); // another thread is the last
    }
    LockSupport.parkNanos(TIME_TO_FALL_ASLEEP.toNanos());
    isToDie = true;
  }

  @Override
  public void beforeSignal() {
    if (isToDie) {
      System.out.println("dying");
      Signals.kill(ProcessHandle.current().pid());
      while (true) {
        LockSupport.park();
      }
    }
  }

  private static boolean join(List<Thread> threads) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    boolean isOver = true;
    for (Thread thread : threads) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
      if (thread.isAlive()) {
        System.out.println("unfinished " + thread.getName());
        isOver = false;
      }
    }
    return isOver;
  }

  private static Thread daemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
