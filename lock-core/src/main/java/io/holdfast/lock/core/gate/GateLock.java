package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Term;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.time.Deadline;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A light view of one name: all state is in the gates. */
public final class GateLock implements DistributedLock {

  /** How much longer than its wait a call may take, to say who holds the lock. */
  private static final Duration LONGEST_STORY = Duration.ofMillis(250);

  private final Gates gates;
  private final Administration administration;
  private final LockKeys keys;
  private final AcquireOptions defaults;

  /** A view with the options that its methods use where the caller names none. */
  public GateLock(
      Gates gates, Administration administration, LockKeys keys, AcquireOptions defaults) {
    this.gates = gates;
    this.administration = administration;
    this.keys = keys;
    this.defaults = defaults;
  }

  @Override
  public String name() {
    return keys.name();
  }

  // ---- the thread's view

  @Override
  public void lock() {
    lock(untimed(defaults.lease()));
  }

  @Override
  public void lock(Duration lease) {
    lock(untimed(Lease.fixed(lease)));
  }

  @Override
  public void lock(long leaseTime, TimeUnit unit) {
    lock(Leases.fixed(leaseTime, unit, "lock()"));
  }

  private void lock(AcquireOptions options) {
    if (!enterAgain()) {
      hold(enterUninterruptibly(options, Thread.currentThread()));
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    throwIfInterrupted();
    if (!enterAgain()) {
      hold(enter(untimed(defaults.lease()), Thread.currentThread()));
    }
  }

  @Override
  public boolean tryLock() {
    return enterAgain()
        || hold(enterUninterruptibly(
                untimed(defaults.lease()).withoutWaiting(), Thread.currentThread()))
            .isPresent();
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return tryLock(untimed(defaults.lease()).waitAtMost(Leases.saturated(time, unit)));
  }

  @Override
  public boolean tryLock(Duration wait, Duration lease) throws InterruptedException {
    return tryLock(untimed(Lease.fixed(lease)).waitAtMost(wait));
  }

  @Override
  public boolean tryLock(long waitTime, long leaseTime, TimeUnit unit) throws InterruptedException {
    Duration wait = Leases.saturated(waitTime, unit);
    return tryLock(wait, Leases.fixed(leaseTime, unit, "tryLock(waitTime, unit)"));
  }

  private boolean tryLock(AcquireOptions options) throws InterruptedException {
    throwIfInterrupted();
    return enterAgain() || hold(enter(options, Thread.currentThread())).isPresent();
  }

  @Override
  public void unlock() {
    Parking.refuseOnEventLoop(name());
    OwnedHold hold = ownHold();
    if (hold == null) {
      gates.losses().throwUntold(keys.lockKey());
      throw notHeld();
    }
    if (!hold.leaveInner()) {
      hold.gate().release(hold);
    }
  }

  @Override
  public Optional<Hold> currentHold() {
    OwnedHold hold = ownHold();
    if (hold == null) {
      gates.requireOpen();
    }
    return Optional.ofNullable(hold);
  }

  @Override
  public long token() {
    OwnedHold hold = ownHold();
    if (hold == null) {
      gates.losses().throwUntold(keys.lockKey());
      throw notHeld();
    }
    return hold.token();
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return getHoldCount() > 0;
  }

  @Override
  public int getHoldCount() {
    gates.requireOpen();
    OwnedHold hold = ownHold();
    if (hold == null) {
      gates.losses().tell(keys.lockKey()); // told by the answer
      return 0;
    }
    return hold.count();
  }

  /** The valid hold of this thread. */
  private @Nullable OwnedHold ownHold() {
    Gate gate = gates.find(keys);
    OwnedHold hold = gate == null ? null : gate.current();
    if (hold == null || hold.owner() != Thread.currentThread()) {
      return null;
    }
    if (!hold.isValid()) {
      hold.gate().expire(hold);
      return null;
    }
    return hold;
  }

  private boolean enterAgain() {
    OwnedHold hold = ownHold();
    if (hold == null) {
      gates.losses().throwUntold(keys.lockKey());
      return false;
    }
    hold.enterAgain();
    return true;
  }

  private IllegalMonitorStateException notHeld() {
    gates.requireOpen();
    return new IllegalMonitorStateException(
        "Lock '%s': not held by %s".formatted(name(), Thread.currentThread()));
  }

  // ---- handles

  @Override
  public Hold acquire() throws InterruptedException {
    return acquire(defaults);
  }

  @Override
  public Hold acquire(AcquireOptions options) throws InterruptedException {
    return tryAcquire(options).orElseThrow(() -> timedOutNow(options));
  }

  @Override
  public Optional<Hold> tryAcquire() {
    return hold(enterUninterruptibly(defaults.withoutWaiting(), null));
  }

  @Override
  public Optional<Hold> tryAcquire(Duration wait) throws InterruptedException {
    return tryAcquire(defaults.waitAtMost(wait));
  }

  @Override
  public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
    throwIfInterrupted();
    return hold(enter(options, null));
  }

  @Override
  public CompletableFuture<Hold> acquireAsync() {
    return acquireAsync(defaults);
  }

  @Override
  public CompletableFuture<Hold> acquireAsync(AcquireOptions options) {
    return new FutureWaiter(wish(options, null, null), gates, keys, () -> timedOut(options))
        .start();
  }

  @Override
  public <T> CompletableFuture<T> withLockAsync(
      Function<? super Hold, ? extends CompletionStage<T>> work) {
    return withLockAsync(defaults, work);
  }

  @Override
  public <T> CompletableFuture<T> withLockAsync(
      AcquireOptions options, Function<? super Hold, ? extends CompletionStage<T>> work) {
    return AsyncSection.run(acquireAsync(options), gates.engine().callbacks()::run, work);
  }

  // ---- the server's view

  @Override
  public boolean isLocked() {
    return inspect().holder().isPresent();
  }

  @Override
  public LockInspection inspect() {
    return inspection(ask(then -> administration.inspect(keys, then)));
  }

  private LockInspection inspection(Administration.State state) {
    String clientId = gates.engine().clientId();
    return new LockInspection(
        name(),
        state
            .holder()
            .map(
                holder ->
                    new LockInspection.Holder(
                        ClientId.labelOf(holder.id()),
                        ClientId.isOf(holder.id(), clientId),
                        Duration.ofMillis(Math.max(0, holder.millisLeft())),
                        holder.firstToken())),
        state.tickets());
  }

  @Override
  public boolean forceUnlock() {
    return ask(then -> administration.force(keys, then));
  }

  private <T> T ask(Consumer<Consumer<Outcome<T>>> question) {
    gates.requireOpen();
    Parking.refuseOnEventLoop(name());
    CompletableFuture<T> answer = new CompletableFuture<>();
    question.accept(
        outcome -> {
          if (outcome instanceof Outcome.Answered<T> answered) {
            answer.complete(answered.reply());
          } else {
            answer.completeExceptionally(((Outcome.Failed<T>) outcome).failure().toException(keys));
          }
        });
    return Parking.awaitAnswer(answer, gates.engine().times().commandTimeout(), name());
  }

  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException(
        "Lock '%s': conditions are not part of this version".formatted(name()));
  }

  @Override
  public Condition newCondition(String conditionName) {
    Objects.requireNonNull(conditionName, "conditionName");
    return newCondition();
  }

  // ---- entering

  private AcquireOptions untimed(Lease lease) {
    return new AcquireOptions(Optional.empty(), lease, defaults.interruptsOnLoss());
  }

  private Waiter.Wish wish(
      AcquireOptions options, @Nullable Thread owner, @Nullable Thread caller) {
    Deadline deadline =
        options
            .maxWait()
            .map(wait -> Deadline.after(gates.engine().clock(), wait))
            .orElse(Deadline.never());
    long now = gates.engine().clock().nanoTime();
    return new Waiter.Wish(
        Term.of(options.lease(), gates.engine().times().defaultLease()),
        owner,
        options.interruptsOnLoss() ? caller : null,
        now,
        deadline,
        options.maxWait().filter(wait -> wait.isZero() || wait.isNegative()).isPresent());
  }

  private Verdict enter(AcquireOptions options, @Nullable Thread owner)
      throws InterruptedException {
    Parking.refuseOnEventLoop(name());
    return new ThreadWaiter(wish(options, owner, Thread.currentThread())).await(gates, keys, true);
  }

  private Verdict enterUninterruptibly(AcquireOptions options, @Nullable Thread owner) {
    Parking.refuseOnEventLoop(name());
    try {
      return new ThreadWaiter(wish(options, owner, Thread.currentThread()))
          .await(gates, keys, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException("an uninterruptible wait was interrupted", e);
    }
  }

  private static Optional<Hold> hold(Verdict verdict) {
    if (verdict instanceof Verdict.Failed failed) {
      throw failed.exception().get();
    }
    return verdict instanceof OwnedHold hold ? Optional.of(hold) : Optional.empty();
  }

  private static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** A time-out with what the server says of the lock, if it says it soon. */
  private LockTimeoutException timedOutNow(AcquireOptions options) {
    CompletableFuture<LockTimeoutException> story = timedOut(options);
    Parking.awaitUninterruptibly(story, LONGEST_STORY);
    return story.getNow(timedOut(options, "its holder is unknown"));
  }

  private CompletableFuture<LockTimeoutException> timedOut(AcquireOptions options) {
    CompletableFuture<LockTimeoutException> story = new CompletableFuture<>();
    administration.inspect(
        keys,
        outcome -> {
          String state =
              outcome instanceof Outcome.Answered<Administration.State> answer
                  ? Leases.describe(inspection(answer.reply()))
                  : "its holder is unknown";
          story.complete(timedOut(options, state));
        });
    return story;
  }

  private LockTimeoutException timedOut(AcquireOptions options, String state) {
    long millis = options.maxWait().map(Leases::saturatedMillis).orElse(0L);
    return new LockTimeoutException(
        "Lock '%s': not acquired within %d ms (%s)".formatted(name(), millis, state));
  }

  @Override
  public String toString() {
    return "DistributedLock[%s]".formatted(name());
  }
}
