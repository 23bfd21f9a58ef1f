package io.holdfast.micrometer;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.CriticalSection;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockInspection;
import io.holdfast.micrometer.OpenSections.Open;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lock whose sections are observed. It is the same lock as that which it asks. */
final class ObservedLock implements DistributedLock {

  private final DistributedLock lock;
  private final ObservedLocks observed;

  ObservedLock(DistributedLock lock, ObservedLocks observed) {
    this.lock = lock;
    this.observed = observed;
  }

  /** How a thread asks. */
  private interface Attempt<X extends Exception> {

    /** Whether it was acquired. */
    boolean run() throws X;
  }

  /*
   * Whether a thread is inside is known by its open sections, and by the holds of these. To ask the
   * lock for its count would show a thread the loss of its hold, and a thread that has seen it is
   * not told by lock() any more.
   */
  private <X extends Exception> boolean enter(boolean waits, Attempt<X> attempt) throws X {
    Open open = open();
    return open == null ? enterFirst(waits, attempt) : enterAgain(open, attempt);
  }

  /** That of the current thread, if it is inside. One that has lost its hold is ended. */
  private @Nullable Open open() {
    Open open = observed.open().of(name());
    if (open != null && !open.isAlive(this::held)) {
      observed.open().remove(name(), open);
      open.section().forgotten();
      return null;
    }
    return open;
  }

  private Optional<Hold> held() {
    try {
      return lock.currentHold();
    } catch (RuntimeException e) { // such as that the client is closed
      return Optional.empty();
    }
  }

  private <X extends Exception> boolean enterFirst(boolean waits, Attempt<X> attempt) throws X {
    Section section = observed.begin(name());
    boolean isAcquired;
    try {
      isAcquired = attempt.run();
    } catch (LeaseLostException e) {
      section.notBegun(e);
      throw e;
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
    if (isAcquired) {
      Open unused = isInside(section);
    } else {
      section.refused(waits);
    }
    return isAcquired;
  }

  private <X extends Exception> boolean enterAgain(Open open, Attempt<X> attempt) throws X {
    boolean isAcquired;
    try {
      isAcquired = attempt.run();
    } catch (LeaseLostException e) { // of the hold that it had a moment ago
      observed.open().remove(name(), open);
      open.section().failed(e);
      throw e;
    }
    if (isAcquired) {
      open.enterAgain();
    }
    return isAcquired;
  }

  /** Throws nothing: the lock is held. */
  private Open isInside(Section section) {
    Hold hold = held().orElse(null);
    if (hold != null) {
      section.acquired(hold);
    }
    Open open = new Open(section, hold);
    observed.open().put(name(), open);
    return open;
  }

  private static <X extends Exception> Attempt<X> whole(CriticalSection.Action<X> action) {
    return () -> {
      action.run();
      return true;
    };
  }

  @Override
  public String name() {
    return lock.name();
  }

  @Override
  public void lock() {
    enter(true, whole(lock::lock));
  }

  @Override
  public void lock(Duration lease) {
    enter(true, whole(() -> lock.lock(lease)));
  }

  @Override
  public void lock(long leaseTime, TimeUnit unit) {
    enter(true, whole(() -> lock.lock(leaseTime, unit)));
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    enter(true, whole(lock::lockInterruptibly));
  }

  @Override
  public boolean tryLock() {
    return enter(false, lock::tryLock);
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return enter(time > 0, () -> lock.tryLock(time, unit));
  }

  @Override
  public boolean tryLock(Duration wait, Duration lease) throws InterruptedException {
    return enter(isPositive(wait), () -> lock.tryLock(wait, lease));
  }

  @Override
  public boolean tryLock(long waitTime, long leaseTime, TimeUnit unit) throws InterruptedException {
    return enter(waitTime > 0, () -> lock.tryLock(waitTime, leaseTime, unit));
  }

  private static boolean isPositive(Duration wait) {
    return !wait.isZero() && !wait.isNegative();
  }

  @Override
  public void unlock() {
    Open open = observed.open().of(name());
    boolean isLast = open != null && open.leave();
    try {
      lock.unlock();
    } catch (RuntimeException | Error e) { // whatever its count was: it is inside no more
      if (open != null) {
        observed.open().remove(name(), open);
        open.section().failed(e);
      }
      throw e;
    }
    if (open != null && isLast) {
      observed.open().remove(name(), open);
      open.section().released();
    }
  }

  @Override
  public <T, X extends Exception> T withLock(CriticalSection<T, X> section)
      throws X, InterruptedException {
    return within(section, work -> lock.<T, X>withLock(work));
  }

  @Override
  public <T, X extends Exception> T withLock(AcquireOptions options, CriticalSection<T, X> section)
      throws X, InterruptedException {
    return within(section, work -> lock.<T, X>withLock(options, work));
  }

  /** Locks, runs what it is given, and unlocks. */
  private interface Locking<T, X extends Exception> {

    T run(CriticalSection<T, X> work) throws X, InterruptedException;
  }

  private <T, X extends Exception> T within(CriticalSection<T, X> work, Locking<T, X> locking)
      throws X, InterruptedException {
    if (work == null || open() != null) {
      return locking.run(work);
    }
    Section section = observed.begin(name());
    Observed<T, X> inScope = new Observed<>(this, section, work);
    T result;
    try {
      result = locking.run(inScope);
    } catch (Throwable e) {
      inScope.failed(e);
      throw e;
    }
    section.released();
    return result;
  }

  /** The work, with its section as the current observation. */
  private static final class Observed<T, X extends Exception> implements CriticalSection<T, X> {

    private final ObservedLock lock;
    private final Section section;
    private final CriticalSection<T, X> work;
    private @Nullable Throwable thrown; // by the work

    Observed(ObservedLock lock, Section section, CriticalSection<T, X> work) {
      this.lock = lock;
      this.section = section;
      this.work = work;
    }

    @Override
    public T run() throws X {
      Open open = lock.isInside(section);
      Runnable leave = section.enter();
      try {
        return work.run();
      } catch (Throwable e) {
        thrown = e;
        throw e;
      } finally {
        leave.run();
        lock.observed.open().remove(lock.name(), open);
      }
    }

    /** What the work throws is no failure of the lock. */
    void failed(Throwable e) {
      if (e == thrown) {
        section.releasedBehind(e);
      } else {
        section.failed(e);
      }
    }
  }

  @Override
  public Hold acquire() throws InterruptedException {
    return handle(lock::acquire);
  }

  @Override
  public Hold acquire(AcquireOptions options) throws InterruptedException {
    return handle(() -> lock.acquire(options));
  }

  /** How a handle is acquired. */
  private interface Acquiring<T> {

    T run() throws InterruptedException;
  }

  private Hold handle(Acquiring<Hold> acquiring) throws InterruptedException {
    Section section = observed.begin(name());
    try {
      return new ObservedHold(acquiring.run(), section);
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
  }

  @Override
  public Optional<Hold> tryAcquire() {
    Section section = observed.begin(name());
    try {
      return found(section, false, lock.tryAcquire());
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
  }

  @Override
  public Optional<Hold> tryAcquire(Duration wait) throws InterruptedException {
    return tried(isPositive(wait), () -> lock.tryAcquire(wait));
  }

  @Override
  public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
    boolean waits = options.maxWait().map(ObservedLock::isPositive).orElse(true);
    return tried(waits, () -> lock.tryAcquire(options));
  }

  private Optional<Hold> tried(boolean waits, Acquiring<Optional<Hold>> acquiring)
      throws InterruptedException {
    Section section = observed.begin(name());
    try {
      return found(section, waits, acquiring.run());
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
  }

  private static Optional<Hold> found(Section section, boolean waits, Optional<Hold> hold) {
    if (hold.isEmpty()) {
      section.refused(waits);
    }
    return hold.map(acquired -> new ObservedHold(acquired, section));
  }

  @Override
  public CompletableFuture<Hold> acquireAsync() {
    return async(lock::acquireAsync);
  }

  @Override
  public CompletableFuture<Hold> acquireAsync(AcquireOptions options) {
    return async(() -> lock.acquireAsync(options));
  }

  private CompletableFuture<Hold> async(Supplier<CompletableFuture<Hold>> ask) {
    Section section = observed.begin(name());
    CompletableFuture<Hold> asked;
    try {
      asked = ask.get();
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
    return FutureHold.of(asked, section);
  }

  @Override
  public <T> CompletableFuture<T> withLockAsync(
      Function<? super Hold, ? extends CompletionStage<T>> work) {
    return worked(work, lock::withLockAsync);
  }

  @Override
  public <T> CompletableFuture<T> withLockAsync(
      AcquireOptions options, Function<? super Hold, ? extends CompletionStage<T>> work) {
    return worked(work, observedWork -> lock.withLockAsync(options, observedWork));
  }

  /** Acquires, runs what it is given, and releases. */
  private interface LockingAsync<T> {

    CompletableFuture<T> run(Function<Hold, CompletionStage<T>> work);
  }

  private <T> CompletableFuture<T> worked(
      Function<? super Hold, ? extends CompletionStage<T>> work, LockingAsync<T> locking) {
    Objects.requireNonNull(work, "work");
    Section section = observed.begin(name());
    ObservedWork<T> observedWork = new ObservedWork<>(section, work);
    try {
      return observedWork.until(locking.run(observedWork));
    } catch (Throwable e) {
      section.failed(e);
      throw e;
    }
  }

  @Override
  public Optional<Hold> currentHold() {
    return lock.currentHold();
  }

  @Override
  public long token() {
    return lock.token();
  }

  @Override
  public boolean isLocked() {
    return lock.isLocked();
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return lock.isHeldByCurrentThread();
  }

  @Override
  public int getHoldCount() {
    return lock.getHoldCount();
  }

  @Override
  public LockInspection inspect() {
    return lock.inspect();
  }

  @Override
  public boolean forceUnlock() {
    return lock.forceUnlock();
  }

  @Override
  public Condition newCondition() {
    return lock.newCondition();
  }

  @Override
  public Condition newCondition(String name) {
    return lock.newCondition(name);
  }

  @Override
  public String toString() {
    return "observed " + lock;
  }
}
