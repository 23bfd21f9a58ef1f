package io.holdfast.lock.core.lease;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one timer of a client: renews what is held, re-asserts what is queued, repeats what went
 * unanswered, and declares what is lost. Its thread runs no code of the user.
 */
public final class Watchdog implements Executor, AutoCloseable {

  /*
   * It keeps no order. It looks at everything it watches, does what is due, and sleeps until the
   * next thing is. So an acquisition pays nothing to be watched: it is in a map anyway, by which
   * the inbox finds it. A look costs O(n), which is paid by the thread that has time: with n
   * large it looks less often, so that looking does not take more than a twentieth of a core; but never
   * less often than every tenth of a second, whatever has held up one look.
   */

  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  private static final long LONGEST_SLEEP_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long SHORTEST_SLEEP_NANOS = Duration.ofMillis(1).toNanos();
  private static final long LONGEST_REST_NANOS = Duration.ofMillis(100).toNanos();
  private static final long RESTS_PER_LOOK = 20;
  private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();

  private final MonotonicClock clock;
  private final Collection<? extends Watched> residents;
  private final Set<Watched> visitors = ConcurrentHashMap.newKeySet();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Runnable afterEachLook;
  private final Thread thread;
  private volatile boolean closed;
  // The earliest that became due since the present look began: a permit to go on may be used up by
  // any lock that the look runs into, but not this.
  private final AtomicLong requestedNanos;
  // When it will look again as far as it knows. Written by its thread.
  private volatile long wakeNanos;
  // Failures that could not even be logged, and the last of them.
  private final AtomicInteger unlogged = new AtomicInteger();
  private volatile @Nullable Throwable lastUnlogged;

  /**
   * Not started yet.
   *
   * @param residents what it looks at as long as it is in there; a live view, safe to go through at
   *     any time
   * @param afterEachLook runs on the watchdog's thread when all that was due has been called
   */
  public Watchdog(
      String threadName,
      MonotonicClock clock,
      Collection<? extends Watched> residents,
      Runnable afterEachLook) {
    this.clock = clock;
    this.residents = residents;
    this.afterEachLook = afterEachLook;
    this.thread = new Timer(this::run, threadName);
    thread.setDaemon(true);
    wakeNanos = clock.nanoTime() + LONGEST_SLEEP_NANOS;
    requestedNanos = new AtomicLong(wakeNanos);
  }

  /** Known by its type, whichever watchdog it is of. */
  private static final class Timer extends Thread {

    Timer(Runnable task, String name) {
      super(task, name);
    }
  }

  /** Whether the current thread is that of a watchdog, of whatever client: it must never wait. */
  public static boolean isCurrentThread() {
    return Thread.currentThread() instanceof Timer;
  }

  /** Starts the thread. */
  public void start() {
    thread.start();
  }

  /** Calls it when it is due, again and again, until {@link #forget}. */
  public void watch(Watched one) {
    visitors.add(one);
    dueAt(one.dueNanos());
  }

  /** Calls it no more. */
  public void forget(Watched one) {
    visitors.remove(one);
  }

  /** Something is due at this time, perhaps earlier than was known. */
  public void dueAt(long nanos) {
    if (nanos - wakeNanos < 0) {
      requestedNanos.accumulateAndGet(nanos, Watchdog::earlier);
      LockSupport.unpark(thread);
    }
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }

  /** Runs the task soon, on the watchdog's thread; on one of the common pool if that has ended. */
  @Override
  public void execute(Runnable task) {
    if (closed) {
      ForkJoinPool.commonPool().execute(() -> attempt(task));
      return;
    }
    tasks.add(task);
    LockSupport.unpark(thread);
    if (closed && tasks.remove(task)) { // it has ended meanwhile, and had not seen this one
      ForkJoinPool.commonPool().execute(() -> attempt(task));
    }
  }

  /** Whatever fails, it goes on: nothing else renews what is held. */
  private void run() {
    while (!closed) {
      try {
        lookAndSleep();
        logUnlogged();
      } catch (RuntimeException | Error e) { // a look needs memory, and the log does
        notLogged(e);
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
    runTasks();
  }

  private void logUnlogged() {
    int failures = unlogged.get();
    if (failures > 0) {
      unlogged.addAndGet(-failures);
      LOG.error( // without its stack trace: that may be what cannot be logged
          "The watchdog failed {} times and could not log it, the last time with {}; it goes on",
          failures,
          lastUnlogged == null ? "nothing" : lastUnlogged.getClass().getName());
    }
  }

  /** Allocates nothing. */
  private void notLogged(Throwable thrown) {
    unlogged.incrementAndGet();
    lastUnlogged = thrown;
  }

  private void lookAndSleep() {
    long start = clock.nanoTime();
    wakeNanos = start + LONGEST_SLEEP_NANOS; // what comes while we look wakes us at once
    requestedNanos.set(wakeNanos); // what came before is seen by the look
    long next = start + LONGEST_SLEEP_NANOS;
    next = attend(residents, start, next);
    next = attend(visitors, start, next);
    long took = clock.nanoTime() - start;
    attempt(afterEachLook);
    runTasks();
    long rested = clock.nanoTime() + rest(took);
    wakeNanos = next;
    sleep(next, rested);
  }

  private static long rest(long lookedForNanos) {
    return Math.min(
        LONGEST_REST_NANOS, Math.max(SHORTEST_SLEEP_NANOS, lookedForNanos * RESTS_PER_LOOK));
  }

  /** Sleeps until {@code next}, or until something is due earlier, but not before a rest. */
  private void sleep(long next, long rested) {
    while (tasks.isEmpty() && !closed) {
      long due = earlier(next, requestedNanos.get());
      long until = due - rested < 0 ? rested : due;
      if (until - clock.nanoTime() <= 0) {
        return;
      }
      clock.parkUntil(this, until);
      if (Thread.interrupted()) {
        LOG.debug("The watchdog was interrupted; it goes on");
      }
    }
  }

  /** Calls what is due. Returns when the next is, or {@code latest} if that is earlier. */
  private long attend(Collection<? extends Watched> all, long now, long latest) {
    long next = latest;
    for (Watched one : all) {
      if (one.dueNanos() - now <= 0) {
        attempt(() -> one.onDue(now));
      }
      long due = one.dueNanos();
      next = due - next < 0 ? due : next;
    }
    return next;
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      attempt(task);
    }
  }

  /** One that fails must not keep the others waiting, even if its failure cannot be logged. */
  private void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      try {
        LOG.error("The watchdog goes on after a failure", e);
      } catch (RuntimeException | Error ofTheLog) {
        notLogged(e);
      }
    }
  }

  /** Ends the thread, after the tasks that it was given. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
