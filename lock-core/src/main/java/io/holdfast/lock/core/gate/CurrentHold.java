package io.holdfast.lock.core.gate;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.core.key.LockKeys;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the current thread has of a lock. */
record CurrentHold(Gates gates, LockKeys keys) {

  /** The valid hold of this thread. */
  @Nullable OwnedHold find() {
    Gate gate = gates.find(keys);
    OwnedHold hold = gate == null ? null : gate.holdOf(Thread.currentThread());
    if (hold == null) {
      return null;
    }
    if (!hold.isValid()) {
      hold.holds().expire(hold);
      return null;
    }
    return hold;
  }

  /**
   * The valid hold of this thread.
   *
   * @throws LeaseLostException if it was lost, and that has not been told
   * @throws IllegalMonitorStateException if there is none
   */
  OwnedHold require() {
    OwnedHold hold = find();
    if (hold == null) {
      throw lostOrNotHeld();
    }
    return hold;
  }

  /** Why there is no hold of this thread. */
  IllegalMonitorStateException lostOrNotHeld() {
    Optional<LeaseLostException> loss = gates.losses().tell(keys.lockKey());
    if (loss.isPresent()) {
      return loss.get();
    }
    gates.requireOpen();
    return new IllegalMonitorStateException(
        "Lock '%s': not held by %s".formatted(keys.name(), Thread.currentThread()));
  }
}
