package io.holdfast.lock.core.gate;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import org.jspecify.annotations.Nullable;

/** One who waits by itself for permits that it takes for good. Guarded by the gate's monitor. */
final class TakingPlace extends Place {

  private final Till till;
  private final @Nullable Runnable whenRefused;

  /**
   * Does not ask yet.
   *
   * @param whenRefused for one who would wait: asks without waiting, and does this if refused; null
   *     if it is to wait here
   */
  TakingPlace(Gate gate, Waiter waiter, Till till, @Nullable Runnable whenRefused) {
    super(gate, waiter);
    this.till = till;
    this.whenRefused = whenRefused;
  }

  @Override
  boolean mayWait() {
    return super.mayWait() && whenRefused == null;
  }

  @Override
  public void heldByAnother(Acquisition refused) {
    if (waiter.isImpatient() || whenRefused == null) {
      super.heldByAnother(refused);
    } else {
      waitIsOver();
      Gate.discard(refused);
      whenRefused.run();
      gate.vacate(this);
    }
  }

  @Override
  public void acquired(Acquisition acquired) {
    if (till.isTaken(acquired)) {
      taken(acquired);
    }
  }

  @Override
  public void renewed(Acquisition acquired) {
    taken(acquired);
  }

  private void taken(Acquisition acquired) {
    if (asked() == acquired) {
      waitIsOver();
      till.settle(acquired, gate.keys());
      gate.decide(waiter, Verdict.GRANTED);
      gate.vacate(this);
    }
  }

  @Override
  public void lost(Acquisition gone, LossCause cause) {
    if (asked() == gone && Till.isDeleted(gone, cause)) {
      till.heardGone(gate.keys());
      refuse(gone, Till.deleted(gate.keys()));
    } else {
      super.lost(gone, cause);
    }
  }
}
