package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.gate.Gate;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.gate.WaiterTicket;
import io.holdfast.lock.core.key.LockKeys;
import org.jspecify.annotations.Nullable;

/** One who waits by itself for permits that it takes for good. Guarded by the gate's monitor. */
final class PermitTicket extends WaiterTicket {

  private final LockKeys keys;
  private final RemoteCounter counter;
  private final @Nullable Runnable whenRefused;

  /**
   * Does not ask yet.
   *
   * @param whenRefused for a caller that would wait: asks without waiting, and does this if
   *     refused; null if it is to wait here
   */
  PermitTicket(
      Gate gate,
      LockKeys keys,
      Waiter waiter,
      RemoteCounter counter,
      @Nullable Runnable whenRefused) {
    super(gate, waiter);
    this.keys = keys;
    this.counter = counter;
    this.whenRefused = whenRefused;
  }

  @Override
  protected boolean mayWait() {
    return super.mayWait() && whenRefused == null;
  }

  @Override
  public void heldByAnother(Acquisition refused) {
    if (waiter().isImpatient() || whenRefused == null) {
      super.heldByAnother(refused);
    } else {
      moveOn(refused, whenRefused);
    }
  }

  @Override
  public void acquired(Acquisition acquired) {
    if (counter.isTaken(acquired)) {
      taken(acquired);
    }
  }

  @Override
  public void renewed(Acquisition acquired) {
    taken(acquired);
  }

  private void taken(Acquisition acquired) {
    if (asked() == acquired) {
      counter.settle(acquired, keys);
      granted();
    }
  }

  @Override
  public void lost(Acquisition gone, LossCause cause) {
    if (asked() == gone && RemoteCounter.isDeleted(gone, cause)) {
      counter.heardGone(keys);
      refuse(gone, RemoteCounter.deleted(keys));
    } else {
      super.lost(gone, cause);
    }
  }
}
