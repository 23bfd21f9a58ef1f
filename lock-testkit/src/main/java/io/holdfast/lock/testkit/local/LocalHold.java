package io.holdfast.lock.testkit.local;

import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One owner's turn with a lock. Once it has ended it stays so. Its state is guarded by the space's
 * monitor, under which all methods but those of {@link Hold} are called.
 */
final class LocalHold implements Hold {

  private enum State {
    HELD,
    RELEASED,
    LOST
  }

  private static final int RENEWALS_PER_LEASE = 3;

  private final LocalSpace space;
  private final LocalClaim claim;
  private final String name;
  private final long token;
  private final long sinceNanos;
  private final List<Consumer<LossCause>> callbacks = new ArrayList<>();
  private State state = State.HELD;
  private int count = 1;
  private long endNanos;
  private long renewalNanos; // when to look after it again, if its lease is renewed
  private @Nullable LossCause loss;
  private boolean isOwned; // by an owner that knows of it
  private boolean isTold; // of the loss
  private boolean isShown; // the loss, to an owner that looked whether it holds the lock

  LocalHold(LocalSpace space, LocalClaim claim, String name, long token, long now) {
    this.space = space;
    this.claim = claim;
    this.name = name;
    this.token = token;
    this.sinceNanos = now;
    renewFrom(now);
  }

  // ---- the lease

  private long leaseNanos() {
    Lease lease = claim.wish().lease();
    Duration length =
        lease instanceof Lease.Renewed renewed
            ? renewed.length().orElse(client().lease())
            : ((Lease.Fixed) lease).length();
    return inNanos(length);
  }

  /** Leases count in milliseconds; fractions are cut off. */
  private static long inNanos(Duration duration) {
    return Duration.ofMillis(duration.toMillis()).toNanos();
  }

  private boolean isRenewed() {
    return claim.wish().lease() instanceof Lease.Renewed;
  }

  /** When the cap of the lease is over, if it has one. */
  private OptionalLong capNanos() {
    return claim.wish().lease() instanceof Lease.Renewed renewed && renewed.cap().isPresent()
        ? OptionalLong.of(sinceNanos + inNanos(renewed.cap().get()))
        : OptionalLong.empty();
  }

  private void renewFrom(long now) {
    long lease = leaseNanos();
    long end = now + lease;
    OptionalLong cap = capNanos();
    if (cap.isPresent() && cap.getAsLong() - end < 0) {
      end = cap.getAsLong();
    }
    if (now == sinceNanos || end - endNanos > 0) {
      endNanos = end;
    }
    renewalNanos = now + lease / RENEWALS_PER_LEASE;
  }

  /** Renews the lease if that is due. Why the hold is over, if it is. */
  Optional<LossCause> renewOrEnd(long now) {
    OptionalLong cap = capNanos();
    boolean isOver =
        isRenewed() ? cap.isPresent() && cap.getAsLong() - now <= 0 : endNanos - now <= 0;
    if (isOver) {
      return Optional.of(LossCause.EXPIRED);
    }
    if (isRenewed() && renewalNanos - now <= 0) {
      Thread owner = claim.wish().owner();
      if (owner != null && !owner.isAlive()) {
        return Optional.of(LossCause.OWNER_DIED);
      }
      renewFrom(now);
      client().events().renewed(this);
    }
    return Optional.empty();
  }

  /** When it is to be looked after. */
  OptionalLong due() {
    return isRenewed()
        ? LocalQueue.earlier(OptionalLong.of(renewalNanos), capNanos())
        : OptionalLong.of(endNanos);
  }

  long leftNanos(long now) {
    return Math.max(0, endNanos - now);
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

  private LeaseLostException lost() {
    return new LeaseLostException(name, token, Objects.requireNonNull(loss, "loss"));
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

  // ---- as users see it

  private <T extends @Nullable Object> T in(Function<LocalQueue, T> work) {
    return space.in(name, work);
  }

  @Override
  public String lockName() {
    return name;
  }

  @Override
  public long token() {
    return token;
  }

  @Override
  public boolean isValid() {
    return in(queue -> isHeld());
  }

  @Override
  public Duration remaining() {
    return Duration.ofNanos(in(queue -> isHeld() ? leftNanos(queue.now()) : 0L));
  }

  @Override
  public void extend(Duration atLeast) {
    long nanos = inNanos(Lease.fixed(atLeast).length());
    boolean unused =
        in(
            queue -> {
              requireHeld(this::lost);
              long end = queue.now() + nanos;
              OptionalLong cap = capNanos();
              if (cap.isPresent() && cap.getAsLong() - end < 0) {
                throw new IllegalArgumentException(
                    "Lock '%s': %s more is beyond the cap of the lease".formatted(name, atLeast));
              }
              if (end - endNanos > 0) {
                endNanos = end;
              }
              return true;
            });
  }

  /** Throws if it is released; throws this if it is lost. */
  private void requireHeld(Supplier<LeaseLostException> lost) {
    if (isLost()) {
      throw lost.get();
    }
    if (!isHeld()) {
      throw new IllegalMonitorStateException(
          "Lock '%s': the hold with token %s was released".formatted(name, token));
    }
  }

  @Override
  public void releaseAfter(Duration time) {
    requireHandle();
    Duration kept = Duration.ofNanos(inNanos(Lease.fixed(time).length()));
    boolean unused =
        in(
            queue -> {
              requireHeld(this::telling);
              queue.keep(this, kept);
              return true;
            });
  }

  @Override
  public void onLost(Consumer<LossCause> callback) {
    Objects.requireNonNull(callback, "callback");
    boolean unused =
        in(
            queue -> {
              if (isHeld()) {
                callbacks.add(callback);
              } else if (loss != null) {
                tell(callback, loss);
              }
              return true;
            });
  }

  @Override
  public void close() {
    requireHandle();
    boolean unused =
        in(
            queue -> {
              if (isHeld()) {
                queue.release(this);
              } else if (isLost() && !isTold) {
                throw telling();
              }
              return true;
            });
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    requireHandle();
    CompletableFuture<Void> released = new CompletableFuture<>();
    try {
      close();
      released.complete(null);
    } catch (LeaseLostException e) {
      released.completeExceptionally(e);
    }
    return released;
  }

  private void requireHandle() {
    if (owner() != null) {
      throw new IllegalMonitorStateException(
          "Lock '%s': this hold belongs to %s; call unlock()".formatted(name, owner()));
    }
  }

  @Override
  public String toString() {
    return "Hold[lock '%s', token %s]".formatted(name, token);
  }
}
