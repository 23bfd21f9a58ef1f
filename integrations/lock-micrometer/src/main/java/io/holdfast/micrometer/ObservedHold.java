package io.holdfast.micrometer;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A handle whose end is the end of a section. */
final class ObservedHold implements Hold {

  private final Hold hold;
  private final Section section;

  ObservedHold(Hold hold, Section section) {
    this.hold = hold;
    this.section = section;
    section.acquired(hold);
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
  public void extend(Duration atLeast) {
    try {
      hold.extend(atLeast);
    } catch (LeaseLostException e) { // told now, and not again by its end
      section.lost(e.lossCause());
      throw e;
    }
  }

  /** A time out of bounds is refused, and the hold goes on: then so does the section. */
  @Override
  public void releaseAfter(Duration time) {
    try {
      hold.releaseAfter(time);
    } catch (RuntimeException | Error e) {
      if (!hold.isValid()) {
        section.failed(e);
      }
      throw e;
    }
    section.released();
  }

  @Override
  public void onLost(Consumer<LossCause> callback) {
    hold.onLost(callback);
  }

  @Override
  public void close() {
    try {
      hold.close();
    } catch (RuntimeException | Error e) {
      section.failed(e);
      throw e;
    }
    section.released();
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    CompletableFuture<Void> released = hold.releaseAsync();
    released.whenComplete(
        (ok, thrown) -> {
          if (thrown == null) {
            section.released();
          } else {
            section.failed(thrown);
          }
        });
    return released;
  }

  @Override
  public String toString() {
    return hold.toString();
  }
}
