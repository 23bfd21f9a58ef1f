package io.holdfast.spring.boot.test;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockInspection;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a lock. Each asks the server. */
public final class LockAssert extends AbstractAssert<LockAssert, DistributedLock> {

  LockAssert(DistributedLock lock) {
    super(lock, LockAssert.class);
  }

  private LockInspection inspect() {
    isNotNull();
    return actual.inspect();
  }

  /** Somebody holds it. */
  public LockAssert isHeld() {
    if (inspect().holder().isEmpty()) {
      failWithMessage("Expected lock '%s' to be held, but it is free", actual.name());
    }
    return this;
  }

  /** Nobody holds it. */
  public LockAssert isFree() {
    inspect()
        .holder()
        .ifPresent(
            holder ->
                failWithMessage(
                    "Expected lock '%s' to be free, but %s holds it for %s ms more (token %s)",
                    actual.name(),
                    holder.clientLabel(),
                    holder.remaining().toMillis(),
                    holder.token()));
    return this;
  }

  /** The given number of acquisitions wait for it. */
  public LockAssert hasQueueLength(int expected) {
    int found = inspect().queueLength();
    if (found != expected) {
      failWithMessage(
          "Expected %s to wait for lock '%s', but %s do", expected, actual.name(), found);
    }
    return this;
  }
}
