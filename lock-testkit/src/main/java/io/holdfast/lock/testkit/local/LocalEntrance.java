package io.holdfast.lock.testkit.local;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.LockListener.Why;
import io.holdfast.lock.LockTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How calls of one client come by the lock of one name: at once by re-entry, in a wait of the
 * calling thread, or later. Any thread; none of the methods is called under the space's monitor.
 *
 * @param client whose calls they are
 * @param name what they want
 */
record LocalEntrance(LocalClient client, String name) {

  /** Whether the current thread holds the lock; then it does so once more. */
  boolean enterAgain() {
    return client.space().in(name, queue -> client.enterAgain(name));
  }

  /** For a method that can be interrupted, before anything else. */
  void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      boolean unused =
          client
              .space()
              .in(
                  name,
                  queue -> {
                    client.events().failed(name, 0, Why.INTERRUPTED);
                    return true;
                  });
      throw new InterruptedException();
    }
  }

  // ---- in the calling thread

  /**
   * Waits until it is decided whether this call gets the lock.
   *
   * @param owner the thread that is to own it; null for a handle
   */
  LocalClaim take(AcquireOptions options, @Nullable Thread owner) throws InterruptedException {
    LocalWaiting waiting =
        new LocalWaiting(client, name, (queue, claim) -> queue.withdraw(claim, Why.INTERRUPTED));
    LocalClaim claim;
    try {
      claim = take(options, owner, waiting);
    } catch (RuntimeException e) {
      waiting.restoreFlag();
      throw e;
    }
    waiting.end();
    return claim;
  }

  /** The same through all interrupts. */
  LocalClaim takeUninterruptibly(AcquireOptions options, @Nullable Thread owner) {
    LocalWaiting waiting = new LocalWaiting(client, name, (queue, claim) -> false);
    try {
      return take(options, owner, waiting);
    } finally {
      waiting.restoreFlag();
    }
  }

  private LocalClaim take(AcquireOptions options, @Nullable Thread owner, LocalWaiting waiting) {
    long now = now();
    Thread current = Thread.currentThread();
    LocalClaim.Wish wish =
        new LocalClaim.Wish(
            client, name, owner, options.interruptsOnLoss() ? current : null, options.lease());
    LocalDeadline deadline = LocalDeadline.after(now, options.maxWait());
    Runnable wakeUp = () -> LockSupport.unpark(current);
    return waiting.obtain(() -> new LocalClaim(wish, now, deadline, wakeUp));
  }

  // ---- later

  /** An attempt for a handle, which has not begun yet. */
  LocalAsync async(AcquireOptions options) {
    long now = now();
    LocalDeadline deadline = LocalDeadline.after(now, options.maxWait());
    LocalClaim.Wish wish = new LocalClaim.Wish(client, name, null, null, options.lease());
    return new LocalAsync(
        client,
        name,
        whenDecided -> new LocalClaim(wish, now, deadline, whenDecided),
        claim -> timedOut(options, claim));
  }

  private long now() {
    return client.space().clock().nanoTime();
  }

  /** What a call is told whose time was over. */
  LockTimeoutException timedOut(AcquireOptions options, LocalClaim claim) {
    return new LockTimeoutException(
        "Lock '%s': not acquired within %s ms (%s)"
            .formatted(
                name, options.maxWait().map(LocalEntrance::millis).orElse(0L), claim.story()));
  }

  private static long millis(Duration duration) {
    return TimeUnit.MILLISECONDS.convert(duration);
  }
}
