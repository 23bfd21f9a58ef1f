package io.holdfast.lock.torture.workload;

/** What a worker's thread can do with a lock, besides unlocking it. */
public enum Act {
  /** {@code lock()}. */
  LOCK,
  /** {@code lock(lease)}. */
  LOCK_FIXED,
  /** {@code lockInterruptibly()}. */
  LOCK_INTERRUPTIBLY,
  /** {@code tryLock()}. */
  TRY_LOCK,
  /** {@code tryLock(wait)}. */
  TIMED_TRY_LOCK,
  /** {@code tryLock(wait, lease)}. */
  TIMED_TRY_LOCK_FIXED,
  /** {@code tryAcquire(wait)}: a handle. */
  HANDLE,
  /** {@code acquireAsync()}, cancelled now and then. */
  ASYNC,
  /** {@code lock()}, and again inside. */
  RE_ENTER,
  /** {@code lock()}, now and then twice, and a timed wait for the condition of the lock inside. */
  AWAIT,
  /** {@code lock()}, and {@code signal()} or {@code signalAll()} inside. */
  SIGNAL,
  /** {@link #LOCK} of the read lock. */
  READ_LOCK(LOCK),
  /** {@link #LOCK_FIXED} of the read lock. */
  READ_LOCK_FIXED(LOCK_FIXED),
  /** {@link #LOCK_INTERRUPTIBLY} of the read lock. */
  READ_LOCK_INTERRUPTIBLY(LOCK_INTERRUPTIBLY),
  /** {@link #TRY_LOCK} of the read lock. */
  READ_TRY_LOCK(TRY_LOCK),
  /** {@link #TIMED_TRY_LOCK} of the read lock. */
  READ_TIMED_TRY_LOCK(TIMED_TRY_LOCK),
  /** {@link #TIMED_TRY_LOCK_FIXED} of the read lock. */
  READ_TIMED_TRY_LOCK_FIXED(TIMED_TRY_LOCK_FIXED),
  /** {@link #HANDLE} of the read lock. */
  READ_HANDLE(HANDLE),
  /** {@link #ASYNC} of the read lock. */
  READ_ASYNC(ASYNC),
  /** {@link #RE_ENTER} of the read lock. */
  READ_RE_ENTER(RE_ENTER),
  /** {@code lock()} of the write lock, of the read lock inside, and {@code unlock()} of both. */
  DOWNGRADE(LOCK, true, false),
  /** {@code lock()} of the read lock, and an attempt to have the write lock inside. */
  UPGRADE(LOCK, true, true),
  /** {@code acquire(permits)}. */
  PERMITS(true),
  /** {@code acquire(permits)} with a fixed lease, and a limit to the wait. */
  PERMITS_FIXED(true),
  /** {@code tryAcquire(permits)}. */
  TRY_PERMITS(true),
  /** {@code tryAcquire(permits, wait)}. */
  TIMED_TRY_PERMITS(true),
  /** {@code acquireAsync(permits)}, cancelled now and then. */
  PERMITS_ASYNC(true),
  /** {@code resize(size)}. */
  RESIZE(true);

  private final Act base;
  private final boolean needsReadLock;
  private final boolean needsPool;
  private final boolean reads;

  Act() {
    this(false);
  }

  Act(boolean needsPool) {
    this.base = this;
    this.needsReadLock = false;
    this.needsPool = needsPool;
    this.reads = false;
  }

  Act(Act base) {
    this(base, true, true);
  }

  Act(Act base, boolean needsReadLock, boolean reads) {
    this.base = base;
    this.needsReadLock = needsReadLock;
    this.needsPool = false;
    this.reads = reads;
  }

  /** How the lock is acquired. */
  Act base() {
    return base;
  }

  /** Whether it makes sense only with a lock that has a read lock. */
  public boolean needsReadLock() {
    return needsReadLock;
  }

  /** Whether it is done with a pool of permits, not with a lock. */
  public boolean needsPool() {
    return needsPool;
  }

  /** Whether it is the read lock that is acquired. */
  boolean reads() {
    return reads;
  }
}
