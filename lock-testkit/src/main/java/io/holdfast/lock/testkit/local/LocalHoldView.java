package io.holdfast.lock.testkit.local;

import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A hold as its owner sees it: each call enters the space's monitor, and asks the hold there. Any
 * thread.
 */
final class LocalHoldView implements Hold {

  private final LocalSpace space;
  private final LocalHold hold;
  private final String name;
  private final long token;

  LocalHoldView(LocalSpace space, LocalHold hold) {
    this.space = space;
    this.hold = hold;
    this.name = hold.lockName();
    this.token = hold.token();
  }

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

  /** The number that ordered it among the waiters; its token if it did not wait. */
  long arrival() {
    return in(queue -> hold.arrival());
  }

  @Override
  public boolean isValid() {
    return in(queue -> hold.isHeld());
  }

  @Override
  public Duration remaining() {
    return Duration.ofNanos(in(queue -> hold.isHeld() ? hold.leftNanos(queue.now()) : 0L));
  }

  @Override
  public void extend(Duration atLeast) {
    long nanos = LocalLease.inNanos(Lease.fixed(atLeast).length());
    boolean unused =
        in(
            queue -> {
              requireHeld(hold::lost);
              if (!hold.extend(nanos, queue.now())) {
                throw new IllegalArgumentException(
                    "Lock '%s': %s more is beyond the cap of the lease".formatted(name, atLeast));
              }
              return true;
            });
  }

  /** Throws if it is released; throws this if it is lost. */
  private void requireHeld(Supplier<LeaseLostException> lost) {
    if (hold.isLost()) {
      throw lost.get();
    }
    if (!hold.isHeld()) {
      throw new IllegalMonitorStateException(
          "Lock '%s': the hold with token %s was released".formatted(name, token));
    }
  }

  @Override
  public void onLost(Consumer<LossCause> callback) {
    Objects.requireNonNull(callback, "callback");
    boolean unused =
        in(
            queue -> {
              hold.onLost(callback);
              return true;
            });
  }

  // ---- the end

  @Override
  public void releaseAfter(Duration time) {
    requireHandle();
    Duration kept = Duration.ofNanos(LocalLease.inNanos(Lease.fixed(time).length()));
    boolean unused =
        in(
            queue -> {
              requireHeld(hold::telling);
              queue.keep(hold, kept);
              return true;
            });
  }

  @Override
  public void close() {
    requireHandle();
    boolean unused =
        in(
            queue -> {
              if (hold.isHeld()) {
                queue.release(hold);
              } else if (hold.isLost() && !hold.isTold()) {
                throw hold.telling();
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
    if (hold.owner() != null) {
      throw new IllegalMonitorStateException(
          "Lock '%s': this hold belongs to %s; call unlock()".formatted(name, hold.owner()));
    }
  }

  @Override
  public String toString() {
    return "Hold[lock '%s', token %s]".formatted(name, token);
  }
}
