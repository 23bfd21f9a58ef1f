package io.holdfast.lock.testkit.local;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One owner's turn with a lock, as the space knows it. Once it has ended it stays so. Guarded by
 * the space's monitor, under which all methods are called, but for those that tell what never
 * changes; {@link LocalHoldView} is for owners.
 */
final class LocalHold {

  private enum State {
    HELD,
    RELEASED,
    LOST
  }

  private final LocalClaim claim;
  private final String name;
  private final long token;
  private final long sinceNanos;
  private final LocalLease lease;
  private final LocalHoldView view;
  private final List<Consumer<LossCause>> callbacks = new ArrayList<>();
  private State state = State.HELD;
  private int count = 1;
  private @Nullable LossCause loss;
  private boolean isOwned; // by an owner that knows of it
  private boolean isTold; // of the loss
  private boolean isShown; // the loss, to an owner that looked whether it holds the lock

  LocalHold(LocalSpace space, LocalClaim claim, String name, long token, long now) {
    this.claim = claim;
    this.name = name;
    this.token = token;
    this.sinceNanos = now;
    this.lease = new LocalLease(claim.wish().lease(), claim.client().lease(), now);
    this.view = new LocalHoldView(space, this);
  }

  // ---- the lease

  /** Renews the lease if that is due. Why the hold is over, if it is. */
  Optional<LossCause> renewOrEnd(long now) {
    if (lease.isOver(now)) {
      return Optional.of(LossCause.EXPIRED);
    }
    if (lease.isRenewalDue(now)) {
      Thread owner = claim.wish().owner();
      if (owner != null && !owner.isAlive()) {
        return Optional.of(LossCause.OWNER_DIED);
      }
      lease.renew(now);
      client().events().renewed(this);
    }
    return Optional.empty();
  }

  /** When it is to be looked after. */
  OptionalLong due() {
    return lease.due();
  }

  long leftNanos(long now) {
    return lease.leftNanos(now);
  }

  /** Lasts for that long from now; false if that is beyond the cap of the lease. */
  boolean extend(long nanos, long now) {
    return lease.extend(nanos, now);
  }

  // ---- the end

  /** Its owner knows of it. */
  void isOwned() {
    isOwned = true;
  }

  void isReleased(long now) {
    state = State.RELEASED;
    client().forget(this);
    if (isOwned) {
      client().events().released(this, now - sinceNanos);
    }
  }

  void isLost(LossCause cause, long now) {
    state = State.LOST;
    loss = cause;
    if (!isOwned) {
      return; // the caller that was to get it asks again
    }
    Thread toInterrupt = claim.wish().toInterrupt();
    if (toInterrupt != null) {
      toInterrupt.interrupt();
    }
    client().events().lost(this, cause, now - sinceNanos);
    callbacks.forEach(callback -> tell(callback, cause));
  }

  /** Has the callback run at its loss; at once if it is lost. */
  void onLost(Consumer<LossCause> callback) {
    if (isHeld()) {
      callbacks.add(callback);
    } else if (loss != null) {
      tell(callback, loss);
    }
  }

  private void tell(Consumer<LossCause> callback, LossCause cause) {
    client().callbacks().run(() -> callback.accept(cause));
  }

  boolean isHeld() {
    return state == State.HELD;
  }

  boolean isLost() {
    return state == State.LOST;
  }

  /** What tells of the loss; it counts as told from now on. */
  LeaseLostException telling() {
    isTold = true;
    return lost();
  }

  /** What tells of the loss, which counts as told as before. */
  LeaseLostException lost() {
    return new LeaseLostException(name, token, Objects.requireNonNull(loss, "loss"));
  }

  /** Whether its loss was told. */
  boolean isTold() {
    return isTold;
  }

  /** Its owner has looked, and seen that it has no hold. */
  void show() {
    isShown = true;
  }

  boolean isShown() {
    return isShown;
  }

  // ---- the owner

  LocalClient client() {
    return claim.client();
  }

  LocalClaim claim() {
    return claim;
  }

  @Nullable Thread owner() {
    return claim.wish().owner();
  }

  long sinceNanos() {
    return sinceNanos;
  }

  /** The number that ordered it among the waiters; its token if it did not wait. */
  long arrival() {
    return claim.arrival().orElse(token);
  }

  int count() {
    return count;
  }

  void setCount(int count) {
    this.count = count;
  }

  void enterAgain() {
    if (count == Integer.MAX_VALUE) {
      throw new Error("Lock '%s': the hold count would exceed %s".formatted(name, count));
    }
    count++;
  }

  /** Whether this was not the last of several holds of its thread. */
  boolean leavesInner() {
    if (count == 1) {
      return false;
    }
    count--;
    return true;
  }

  String lockName() {
    return name;
  }

  long token() {
    return token;
  }

  /** What its owner is given. */
  LocalHoldView view() {
    return view;
  }

  @Override
  public String toString() {
    return view.toString();
  }
}
