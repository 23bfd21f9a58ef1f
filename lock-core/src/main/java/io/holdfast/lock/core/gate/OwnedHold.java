package io.holdfast.lock.core.gate;

import io.holdfast.lock.HeldLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.jfr.LockSpan;
import io.holdfast.lock.core.server.StackRoom;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One owner's turn under an acquisition. */
public final class OwnedHold extends HoldState implements Hold, WaitResult {

  private final Holds holds;
  private final Acquisition acquisition;
  private final Waiter.WaitRequest request;
  private final long arrival;
  private final long token;
  private int count = 1; // of the owning thread, which alone reads and writes it
  private long sinceNanos; // when its owner took it; written before the state says that it has

  OwnedHold(
      Holds holds, Acquisition acquisition, Waiter.WaitRequest request, long arrival, long token) {
    this.holds = holds;
    this.acquisition = acquisition;
    this.request = request;
    this.arrival = arrival;
    this.token = token;
  }

  // ---- for the gate and the view

  Waiter.WaitRequest request() {
    return request;
  }

  Holds holds() {
    return holds;
  }

  Gate gate() {
    return holds.gate();
  }

  Acquisition acquisition() {
    return acquisition;
  }

  /** How many permits it is of. */
  public int permits() {
    return request.share().permits();
  }

  /** The thread that owns it; null for a handle. */
  @Nullable Thread owner() {
    return request.owner();
  }

  /** Who owns it, for people. */
  String who() {
    Thread owner = request.owner();
    return owner == null ? "a handle" : nameOf(owner);
  }

  static String nameOf(Thread thread) {
    String name = thread.getName();
    return name.isEmpty() ? "a thread without a name" : "thread '%s'".formatted(name);
  }

  /** Whether the thread that owns it has died. */
  boolean isOrphan() {
    Thread owner = request.owner();
    return owner != null && !owner.isAlive();
  }

  /** The waiter has seen it. False if it was lost before: then the waiter waits again. */
  boolean accept() {
    long now = gate().now();
    sinceNanos = now;
    LockSpan span = request.span();
    if (span != null) {
      span.holdBegins(); // before another thread can end it
    }
    boolean isOurs = acquisition.grantedLease().leftNanos(now) > 0 && becomeOwned();
    if (isOurs) {
      holds.events().acquired(this, now - request.sinceNanos());
    }
    return isOurs;
  }

  /** Since the last request that the server answered with a new expiry. */
  long sinceRenewalNanos() {
    return acquisition.grantedLease().sinceSetNanos(gate().now());
  }

  /** Whether its owner has had it since then. */
  boolean isOwnedSince(long nanos) {
    return isOwned() && sinceNanos - nanos <= 0;
  }

  /** For how long its owner has had it. */
  Duration heldFor() {
    return Duration.ofNanos(gate().now() - sinceNanos);
  }

  /** What is told of it to people; empty if nobody owns it now. */
  Optional<HeldLock> look(LockKind kind) {
    Duration remaining = remaining();
    return remaining.isZero()
        ? Optional.empty()
        : Optional.of(new HeldLock(kind, lockName(), token, heldFor(), remaining, permits()));
  }

  /**
   * It is lost.
   *
   * @return whether an owner had it, who has to be told
   */
  boolean lose(LossCause cause) {
    State before = becomeLost(cause);
    LossInterrupt interrupt = request.lossInterrupt();
    if (before == State.OWNED && interrupt != null) {
      gate().monitor.afterwards(interrupt::interrupt); // what it runs may want the monitor
    }
    return before == State.OWNED || before == State.ENDED;
  }

  /** The loss, for the owner, if that was not told before. */
  Optional<LeaseLostException> tellLoss() {
    return becomeTold() ? Optional.of(loss()) : Optional.empty();
  }

  /** The loss, for the owner. Without the monitor. */
  LeaseLostException loss() {
    return untold().exception();
  }

  /** The loss, to be told to a thread later. */
  Losses.Loss untold() {
    return new Losses.Loss(lockName(), token, cause(), request.lossInterrupt());
  }

  /** The number by which the server ordered its owner among the waiters. */
  long arrival() {
    return arrival;
  }

  /** Its owner had it that often before it waited for a signal. */
  void restoreCount(int before) {
    count = before;
  }

  void enterAgain() {
    if (count == Integer.MAX_VALUE) {
      throw new Error("Maximum lock count exceeded");
    }
    count++;
  }

  int count() {
    return count;
  }

  /** One exit of several; false if it is the last. */
  boolean leaveInner() {
    if (count == 1) {
      return false;
    }
    count--;
    return true;
  }

  /**
   * Whether the validity lasts. "No" is for ever; the caller that hears it must declare the loss.
   */
  boolean hasValidity() {
    return leftNanos() > 0;
  }

  private long leftNanos() {
    long now = gate().now(); // first
    return acquisition.grantedLease().leftNanos(now);
  }

  // ---- for users

  @Override
  public String lockName() {
    return gate().keys().name();
  }

  /** What messages call it. */
  String title() {
    return gate().keys().title();
  }

  @Override
  public long token() {
    return token;
  }

  @Override
  public boolean isValid() {
    return isOwned() && hasValidity();
  }

  @Override
  public Duration remaining() {
    return isOwned() ? Duration.ofNanos(leftNanos()) : Duration.ZERO;
  }

  @Override
  public void extend(Duration atLeast) {
    Parking.beforeBlocking(gate().keys());
    holds.extend(this, atLeast);
  }

  @Override
  public void releaseAfter(Duration time) {
    requireHandle();
    Parking.beforeBlocking(gate().keys());
    HoldRelease.awaitAfter(this, time);
  }

  @Override
  public void onLost(Consumer<LossCause> callback) {
    holds.onLost(this, Objects.requireNonNull(callback, "callback"));
  }

  private void requireHandle() {
    if (request.owner() != null) {
      throw new IllegalMonitorStateException(
          "Lock '%s': this hold belongs to %s; release it with unlock()"
              .formatted(lockName(), request.owner()));
    }
  }

  @Override
  public void close() {
    requireHandle();
    if (Parking.isEventLoop()) {
      HoldRelease.async(this);
    } else {
      StackRoom.requireForCall();
      HoldRelease.await(this);
    }
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    requireHandle();
    return HoldRelease.async(this);
  }

  @Override
  public String toString() {
    return "Hold[lock '%s', token %s, %s]".formatted(lockName(), token, state());
  }
}
