package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.time.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How callers come in at one name: what they wish, and the wait of a thread for it. */
record Entrance(Gates gates, LockKeys keys) {

  /**
   * What a caller wishes, as of now.
   *
   * @param owner the thread that is to own it; null for a handle
   * @param caller whom to interrupt at its loss if the options say so; null for nobody
   * @param share how much of it
   * @throws IllegalArgumentException if the lease is too long
   */
  Waiter.Wish wish(
      AcquireOptions options, @Nullable Thread owner, @Nullable Thread caller, Waiter.Share share) {
    return new Waiter.Wish(
        gates.term(options.lease()),
        owner,
        options.interruptsOnLoss() ? caller : null,
        gates.engine().clock().nanoTime(),
        options
            .maxWait()
            .map(wait -> Deadline.after(gates.engine().clock(), wait))
            .orElse(Deadline.never()),
        options.maxWait().filter(Entrance::isNoTime).isPresent(),
        share);
  }

  private static boolean isNoTime(Duration wait) {
    return wait.isZero() || wait.isNegative();
  }

  /**
   * Has the current thread wait for it.
   *
   * @return what became of it, unless it failed: that is thrown
   */
  Verdict enter(Waiter.Wish wish) throws InterruptedException {
    Parking.beforeBlocking(keys);
    throwIfInterrupted();
    return answer(new ThreadWaiter(wish).await(gates, keys, true));
  }

  /** The same, through all interrupts. */
  Verdict enterUninterruptibly(Waiter.Wish wish) {
    Parking.beforeBlocking(keys);
    return answer(new ThreadWaiter(wish).awaitUninterruptibly(gates, keys));
  }

  private static Verdict answer(Verdict verdict) {
    if (verdict instanceof Verdict.Failed failed) {
      throw failed.exception().get();
    }
    return verdict;
  }

  /** Has somebody wait for it who is told later. It has not begun to wait yet. */
  <T> FutureWaiter<T> later(Waiter.Wish wish, Delivery<T> delivery) {
    return new FutureWaiter<>(wish, gates, keys, delivery);
  }

  /** As the contract of whatever can be interrupted has it: before anything else. */
  static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /**
   * Whether the current thread reads and would write, for which it would wait for itself.
   *
   * @throws IllegalMonitorStateException if it means to wait without end
   */
  boolean isUpgrade(AcquireOptions options) {
    if (gates.isSharing() || gates.holdOfOtherSide(keys, Thread.currentThread()) == null) {
      return false;
    }
    if (options.maxWait().isEmpty()) {
      throw new IllegalMonitorStateException(
          "Lock '%s': %s holds the read lock, and would wait for itself: a read lock does not become a write lock; release it first"
              .formatted(keys.name(), Thread.currentThread()));
    }
    return true;
  }
}
