package io.holdfast.lock.contract.mutant;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * The lock of one name: a small honest lock, so that what a checker finds in its mutants is the
 * defect and nothing else.
 */
final class MiniLock extends UnsupportedLock {

  private final MiniClient client;
  private final String name;
  private final Defect defect;
  private final Map<Thread, MiniHold> holds = new ConcurrentHashMap<>();

  MiniLock(MiniClient client, String name, Defect defect) {
    this.client = client;
    this.name = name;
    this.defect = defect;
  }

  @Override
  public String name() {
    return name;
  }

  private boolean enter(
      boolean waits, Optional<Duration> wait, Optional<Duration> lease, boolean interruptible)
      throws InterruptedException {
    Thread me = Thread.currentThread();
    MiniHold held = holds.get(me);
    if (held != null) {
      requireValid(held);
      held.enter();
      return true;
    }
    Optional<MiniClient.Granted> granted = client.acquire(name, waits, wait, lease, interruptible);
    granted.ifPresent(each -> holds.put(me, new MiniHold(name, each)));
    return granted.isPresent();
  }

  /** Tells the thread once that its hold is lost. */
  private void requireValid(MiniHold held) {
    if (!held.isValid()) {
      holds.remove(Thread.currentThread());
      throw new LeaseLostException(name, held.token(), LossCause.EXPIRED);
    }
  }

  private void enterUninterruptibly(Optional<Duration> lease) {
    try {
      enter(true, Optional.empty(), lease, false);
    } catch (InterruptedException e) {
      throw new AssertionError("not interruptible", e);
    }
  }

  @Override
  public void lock() {
    enterUninterruptibly(Optional.empty());
  }

  @Override
  public void lock(Duration lease) {
    enterUninterruptibly(Optional.of(lease));
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    requireNotInterrupted();
    enter(true, Optional.empty(), Optional.empty(), true);
  }

  @Override
  public boolean tryLock() {
    try {
      return enter(false, Optional.empty(), Optional.empty(), false);
    } catch (InterruptedException e) {
      throw new AssertionError("not interruptible", e);
    }
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    requireNotInterrupted();
    return enter(true, Optional.of(Duration.ofNanos(unit.toNanos(time))), Optional.empty(), true);
  }

  @Override
  public boolean tryLock(Duration wait, Duration lease) throws InterruptedException {
    requireNotInterrupted();
    return enter(true, Optional.of(wait), Optional.of(lease), true);
  }

  private static void requireNotInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  @Override
  public void unlock() {
    MiniHold held = owned();
    if (held.leave()) {
      giveUp(held);
    }
  }

  /** Ends the hold of the present thread, whatever its count. */
  void giveUp(MiniHold held) {
    holds.remove(Thread.currentThread());
    boolean wasValid = held.isValid();
    boolean wasHeld = client.release(name, held.id());
    if (!wasValid || !wasHeld) {
      throw new LeaseLostException(
          name, held.token(), wasValid ? LossCause.GONE : LossCause.EXPIRED);
    }
  }

  /** Gets the lock again, with the count of that hold. */
  void takeBack(MiniHold before) {
    if (defect == Defect.BARE_RETURN) {
      holds.put(Thread.currentThread(), before);
      return;
    }
    enterUninterruptibly(Optional.empty());
    MiniHold held = owned();
    while (held.count() < before.count()) {
      held.enter();
    }
  }

  /** The valid hold of the present thread. */
  MiniHold requireHeld() {
    MiniHold held = owned();
    requireValid(held);
    return held;
  }

  private MiniHold owned() {
    MiniHold held = holds.get(Thread.currentThread());
    if (held == null) {
      throw new IllegalMonitorStateException("Lock '" + name + "' is not held by this thread");
    }
    return held;
  }

  @Override
  public Condition newCondition(String condition) {
    return new MiniCondition(
        this, client, MiniScripts.lockKey(name) + ":cond:" + condition, defect);
  }

  @Override
  public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
    requireNotInterrupted();
    Optional<Duration> lease =
        options.lease() instanceof Lease.Fixed fixed
            ? Optional.of(fixed.length())
            : Optional.empty();
    return client
        .acquire(name, true, options.maxWait(), lease, true)
        .map(granted -> new MiniHandle(client, name, granted));
  }

  /** On a thread of its own. What comes too late is released. */
  @Override
  public CompletableFuture<Hold> acquireAsync() {
    CompletableFuture<Hold> future = new CompletableFuture<>();
    client.runAsync(() -> acquire(future));
    return future;
  }

  private void acquire(CompletableFuture<Hold> future) {
    try {
      Hold hold = tryAcquire(AcquireOptions.defaults()).orElseThrow();
      if (!future.complete(hold)) {
        hold.close();
      }
    } catch (InterruptedException | RuntimeException e) {
      future.completeExceptionally(e);
    }
  }

  @Override
  public Optional<Hold> currentHold() {
    return Optional.<Hold>ofNullable(holds.get(Thread.currentThread())).filter(Hold::isValid);
  }

  @Override
  public long token() {
    return requireHeld().token();
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return getHoldCount() > 0;
  }

  @Override
  public int getHoldCount() {
    MiniHold held = holds.get(Thread.currentThread());
    return held == null ? 0 : held.count();
  }
}
