package io.holdfast.lock.torture.history;

import java.util.Arrays;

/**
 * What was called. A new kind of lock adds its verbs here; what they mean is said by {@link
 * #effect()} and {@link #mode()}, which is all that the checks look at.
 */
public enum OperationKind {
  /** {@code lock()}, with any lease. */
  LOCK(1, Effect.ACQUIRES, Mode.EXCLUSIVE, true),
  /** {@code lockInterruptibly()}. */
  LOCK_INTERRUPTIBLY(2, Effect.ACQUIRES, Mode.EXCLUSIVE, true),
  /** {@code tryLock()} without waiting. */
  TRY_LOCK(3, Effect.ACQUIRES, Mode.EXCLUSIVE, false),
  /** {@code tryLock(time, unit)}; the time is {@link Facts#waitNanos()}. */
  TIMED_TRY_LOCK(4, Effect.ACQUIRES, Mode.EXCLUSIVE, true),
  /** {@code acquire}, {@code tryAcquire}: a handle. */
  ACQUIRE_HANDLE(5, Effect.ACQUIRES, Mode.EXCLUSIVE, true),
  /** {@code acquireAsync}: a handle, to its future's completion. */
  ACQUIRE_ASYNC(6, Effect.ACQUIRES, Mode.EXCLUSIVE, true),
  /** Any of the above by the thread that holds the lock already. */
  RE_ENTER(7, Effect.RE_ENTERS, Mode.EXCLUSIVE, false),
  /** {@code unlock()}; {@link Facts#holdCount()} is what is left. */
  UNLOCK(8, Effect.RELEASES, Mode.EXCLUSIVE, false),
  /** {@code close()} of a handle. */
  CLOSE_HANDLE(9, Effect.RELEASES, Mode.EXCLUSIVE, false),
  /**
   * {@code Condition.await} in any form. {@link Phase#OK} is every end with the lock won back, by
   * an exception too; {@link Phase#FAIL} with {@code InterruptedException} says that it was never
   * given up.
   */
  AWAIT(10, Effect.AWAITS, Mode.EXCLUSIVE, true),
  /** {@code Condition.signal}, {@code signalAll}. */
  SIGNAL(11, Effect.NOTHING, Mode.NONE, false),
  /** {@code forceUnlock()}. */
  FORCE_UNLOCK(12, Effect.FORCES, Mode.NONE, false),

  /** {@code readLock().lock()} and its kin that wait. The write lock is {@link #LOCK} and so on. */
  READ_LOCK(20, Effect.ACQUIRES, Mode.SHARED, true),
  /** {@code readLock().tryLock()} without waiting. */
  READ_TRY_LOCK(21, Effect.ACQUIRES, Mode.SHARED, false),
  /** {@code readLock().unlock()}. */
  READ_UNLOCK(22, Effect.RELEASES, Mode.SHARED, false),
  /** {@code readLock().tryLock(time, unit)}; the time is {@link Facts#waitNanos()}. */
  READ_TIMED_TRY_LOCK(23, Effect.ACQUIRES, Mode.SHARED, true),
  /** {@code acquire}, {@code tryAcquire} of the read lock: a handle. */
  READ_HANDLE(24, Effect.ACQUIRES, Mode.SHARED, true),
  /** {@code acquireAsync} of the read lock: a handle, to its future's completion. */
  READ_ASYNC(25, Effect.ACQUIRES, Mode.SHARED, true),
  /** Any read lock by the thread that holds the read lock already. */
  READ_RE_ENTER(26, Effect.RE_ENTERS, Mode.SHARED, false),
  /** {@code close()} of a handle of the read lock. */
  READ_CLOSE_HANDLE(27, Effect.RELEASES, Mode.SHARED, false),
  /** {@code readLock().forceUnlock()}; {@link #FORCE_UNLOCK} takes the write lock. */
  READ_FORCE_UNLOCK(28, Effect.FORCES, Mode.NONE, false),
  /**
   * The write lock in any form, asked for by a thread that holds the read lock only: does not wait,
   * does not succeed. Begins a hold of its own all the same.
   */
  UPGRADE(29, Effect.ACQUIRES, Mode.EXCLUSIVE, false),

  /** {@code Semaphore.acquire} and its kin that wait; {@link Facts#permits()} says how many. */
  ACQUIRE_PERMITS(30, Effect.ACQUIRES, Mode.PERMITS, true),
  /** {@code Semaphore.tryAcquire} without waiting. */
  TRY_ACQUIRE_PERMITS(31, Effect.ACQUIRES, Mode.PERMITS, false),
  /** {@code Semaphore.release}. */
  RELEASE_PERMITS(32, Effect.RELEASES, Mode.PERMITS, false),
  /** The number of permits is changed; {@link Facts#permits()} says to which. */
  RESIZE_PERMITS(33, Effect.NOTHING, Mode.NONE, false),

  /** No call: what happens to a hold while it is held. */
  HOLD(50, Effect.NOTHING, Mode.NONE, false),
  /** No call: the process that writes begins, lives ({@link Phase#NOTE}), ends in order. */
  PROCESS(51, Effect.NOTHING, Mode.NONE, false),
  /** No call: something is broken from {@link Phase#INVOKE} to {@link Phase#OK}, on purpose. */
  FAULT(52, Effect.NOTHING, Mode.NONE, false);

  private final int code;
  private final Effect effect;
  private final Mode mode;
  private final boolean waits;

  OperationKind(int code, Effect effect, Mode mode, boolean waits) {
    this.code = code;
    this.effect = effect;
    this.mode = mode;
    this.waits = waits;
  }

  /** What stands for it in a file. */
  int code() {
    return code;
  }

  static OperationKind of(int code) {
    return Arrays.stream(values())
        .filter(kind -> kind.code == code)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no kind has the code " + code));
  }

  /** What it does if it succeeds. */
  public Effect effect() {
    return effect;
  }

  /** What a hold of it excludes. */
  public Mode mode() {
    return mode;
  }

  /** Whether it waits while another holds the lock. */
  public boolean waits() {
    return waits;
  }

  /** Whether it is a call at all. */
  public boolean isCall() {
    return this != HOLD && this != PROCESS && this != FAULT;
  }
}
