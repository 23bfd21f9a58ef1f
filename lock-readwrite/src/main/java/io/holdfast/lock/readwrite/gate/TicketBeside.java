package io.holdfast.lock.readwrite.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.gate.Gate;
import io.holdfast.lock.core.gate.OwnedHold;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.gate.WaiterTicket;

/**
 * One that asks to read beside the write lock that it has. The server's answer also says whether it
 * still has that. Guarded by the monitor of the readers' gate.
 */
final class TicketBeside extends WaiterTicket {

  private final OwnedHold writing;

  TicketBeside(Gate gate, Waiter waiter, OwnedHold writing) {
    super(gate, waiter);
    this.writing = writing;
  }

  /** Whether the server has given this beside the writer that its owner is. */
  static boolean isBeside(Acquisition held) {
    return held.isBesideAnother() && held.said().isPresent();
  }

  @Override
  public void acquired(Acquisition held) {
    if (!isBeside(held)) {
      loseWriting();
    }
    super.acquired(held);
  }

  @Override
  public void heldByAnother(Acquisition refused) {
    loseWriting();
    super.heldByAnother(refused);
  }

  /** The server does not know the writer. */
  void loseWriting() {
    loseAfterwards(writing);
  }
}
