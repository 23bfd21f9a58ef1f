package io.holdfast.lock.testkit.local;

import java.time.Duration;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/** A condition of one lock. Has no state: its waiters are in the lock's queue. */
final class LocalCondition implements Condition {

  private final LocalClient client;
  private final String lockName;
  private final Object key;
  private final String text;

  /**
   * A view of one.
   *
   * @param key equal for views of the same condition
   * @param text what it is called, for people
   */
  LocalCondition(LocalClient client, String lockName, Object key, String text) {
    this.client = client;
    this.lockName = lockName;
    this.key = key;
    this.text = text;
  }

  // ---- waiting

  @Override
  public void await() throws InterruptedException {
    boolean unused = waitUntil(LocalDeadline.NEVER);
  }

  @Override
  public long awaitNanos(long nanosTimeout) throws InterruptedException {
    LocalDeadline deadline = after(Duration.ofNanos(nanosTimeout));
    boolean unused = waitUntil(deadline);
    return deadline.leftNanos(now());
  }

  @Override
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    return waitUntil(after(LocalDeadline.saturated(time, unit)));
  }

  @Override
  @SuppressWarnings("JavaUtilDate") // the contract's
  public boolean awaitUntil(Date deadline) throws InterruptedException {
    long now = System.currentTimeMillis(); // once; what is left is waited for
    long left = deadline.getTime() <= now ? 0 : deadline.getTime() - now;
    return waitUntil(after(Duration.ofMillis(left)));
  }

  @Override
  public void awaitUninterruptibly() {
    LocalWaiting waiting = new LocalWaiting(client, lockName, (queue, claim) -> false);
    try {
      boolean unused = waitUntil(LocalDeadline.NEVER, waiting);
    } finally {
      waiting.restoreFlag();
    }
  }

  private long now() {
    return client.space().clock().nanoTime();
  }

  private LocalDeadline after(Duration wait) {
    return LocalDeadline.after(now(), wait);
  }

  private boolean waitUntil(LocalDeadline deadline) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    LocalWaiting waiting = new LocalWaiting(client, lockName, (queue, claim) -> queue.wakes(claim));
    boolean isInTime;
    try {
      isInTime = waitUntil(deadline, waiting);
    } catch (RuntimeException e) {
      waiting.restoreFlag();
      throw e;
    }
    waiting.end();
    return isInTime;
  }

  /** What a thread leaves behind while it waits for a signal. */
  private record Left(LocalClaim claim, int count) {}

  /** Lets go of the lock, and returns with it. Whether that was not for the time-out. */
  private boolean waitUntil(LocalDeadline deadline, LocalWaiting waiting) {
    Thread current = Thread.currentThread();
    Runnable wakeUp = () -> LockSupport.unpark(current);
    long start = now();
    Left left =
        client
            .space()
            .in(
                lockName,
                queue -> {
                  LocalHold hold = client.require(lockName);
                  LocalClaim.Wish wish = hold.claim().wish();
                  LocalClaim sleeper = new LocalClaim(wish, start, deadline, wakeUp, key);
                  queue.sleep(hold, sleeper);
                  return new Left(sleeper, hold.count());
                });
    LocalClaim claim = left.claim;
    if (!waiting.isForGood(claim)) {
      LocalClaim.Wish wish = claim.wish();
      claim = waiting.obtain(() -> new LocalClaim(wish, start, LocalDeadline.NEVER, wakeUp));
    }
    claim.hold().orElseThrow().setCount(left.count);
    return !left.claim.hasTimedOut();
  }

  // ---- signalling

  @Override
  public void signal() {
    signal(LocalQueue::signal);
  }

  @Override
  public void signalAll() {
    signal(LocalQueue::signalAll);
  }

  private void signal(BiConsumer<LocalQueue, Object> signalling) {
    boolean unused =
        client
            .space()
            .in(
                lockName,
                queue -> {
                  LocalHold unusedHold = client.require(lockName);
                  signalling.accept(queue, key);
                  return true;
                });
  }

  @Override
  public String toString() {
    return "Condition[lock '%s', %s]".formatted(lockName, text);
  }
}
