package io.holdfast.lock.core.gate;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.core.key.LockKeys;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the current thread has of a lock that threads own. Each method is for the current thread.
 */
public final class CurrentHold {

  private final Gates gates;
  private final LockKeys keys;

  CurrentHold(Gates gates, LockKeys keys) {
    this.gates = gates;
    this.keys = keys;
  }

  /** The valid hold of this thread; null if it has none. */
  public @Nullable OwnedHold find() {
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

  /** The same, if the client is open. */
  public Optional<OwnedHold> findIfOpen() {
    OwnedHold hold = find();
    if (hold == null) {
      gates.requireOpen();
    }
    return Optional.ofNullable(hold);
  }

  /**
   * The valid hold of this thread.
   *
   * @throws LeaseLostException if it was lost, and that has not been told
   * @throws IllegalMonitorStateException if there is none
   */
  public OwnedHold require() {
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

  /**
   * Counts one more, if this thread has it.
   *
   * @return false if it has not
   * @throws LeaseLostException if it was lost, and that has not been told
   */
  public boolean enterAgain() {
    OwnedHold hold = find();
    if (hold == null) {
      gates.losses().throwUntold(keys.lockKey());
      return false;
    }
    hold.enterAgain();
    return true;
  }

  /**
   * Counts one less; the last time has the hold released, and waits for that.
   *
   * @throws IllegalMonitorStateException as {@link #require()}
   */
  public void leave() {
    Parking.beforeBlocking(keys.name());
    OwnedHold hold = require();
    if (!hold.leaveInner()) {
      HoldRelease.await(hold);
    }
  }

  /** How often this thread has entered it. A loss that was not told stays so, but is shown. */
  public int count() {
    gates.requireOpen();
    OwnedHold hold = find();
    if (hold == null) {
      gates.losses().show(keys.lockKey()); // the caller need not be the one that is to be told
      return 0;
    }
    return hold.count();
  }
}
