package io.holdfast.lock.semaphore.pool;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.Permit;
import io.holdfast.lock.core.gate.OwnedHold;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A hold of a share of something. */
record OwnedPermit(OwnedHold hold) implements Permit {

  @Override
  public int permits() {
    return hold.permits();
  }

  @Override
  public String lockName() {
    return hold.lockName();
  }

  @Override
  public long token() {
    return hold.token();
  }

  @Override
  public boolean isValid() {
    return hold.isValid();
  }

  @Override
  public Duration remaining() {
    return hold.remaining();
  }

  @Override
  public void releaseAfter(Duration time) {
    hold.releaseAfter(time);
  }

  @Override
  public void extend(Duration atLeast) {
    hold.extend(atLeast);
  }

  @Override
  public void onLost(Consumer<LossCause> callback) {
    hold.onLost(callback);
  }

  @Override
  public void close() {
    hold.close();
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    return hold.releaseAsync();
  }

  @Override
  public String toString() {
    return "Permit[%s of '%s', token %s, %s]"
        .formatted(permits(), lockName(), token(), isValid() ? "valid" : "over");
  }
}
