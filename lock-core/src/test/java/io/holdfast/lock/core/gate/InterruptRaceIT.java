package io.holdfast.lock.core.gate;

import static io.holdfast.lock.core.race.Races.assertRaceOf;
import static io.holdfast.lock.core.race.Races.noRaceOf;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.lock.CohortGate;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.time.Deadline;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thread that parks like users' threads, and is interrupted while it is given the lock. */
@Tag("long")
class InterruptRaceIT {

  private static void interruptWhilePassingOn(boolean forgetsToLeave) {
    ModelClient client = new ModelClient();
    Gates gates = new Gates(client, client.server(), LockKind.PLAIN, CohortGate::new);
    PermitWaiter owner = new PermitWaiter(0, false);
    Gate gate = gates.enter(ModelClient.KEYS, owner);
    OwnedHold hold = (OwnedHold) owner.await(gate, client.server());
    hold.accept();
    AtomicBoolean isOver = new AtomicBoolean();
    Thread interrupted =
        new Thread(
            () -> {
              lockInterruptibly(client, gates, forgetsToLeave);
              isOver.set(true);
            });
    interrupted.start();
    interrupted.interrupt();
    HoldRelease.async(hold);
    while (!isOver.get()) { // a thread that gives up waits until the server knows it
      client.server().pump();
    }
    client.server().pump();
    if (gates.size() > 0 || client.server().hasAnythingOfTheClient()) {
      throw new IllegalStateException("held by nobody: " + client.server());
    }
  }

  private static void lockInterruptibly(ModelClient client, Gates gates, boolean forgetsToLeave) {
    ThreadWaiter waiter =
        new ThreadWaiter(
            new Waiter.WaitRequest(
                ModelClient.TERM,
                null,
                null,
                0,
                Deadline.never(),
                false,
                Waiter.Share.WHOLE,
                null));
    try {
      if (forgetsToLeave) {
        gates.enter(ModelClient.KEYS, waiter);
        throw new InterruptedException();
      }
      OwnedHold hold = (OwnedHold) waiter.await(gates, ModelClient.KEYS, true);
      HoldRelease.async(hold);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.server().pump();
  }

  @Test
  void await_interruptedWhileTheLockIsPassedOn_leavesNoHoldToNobody() {
    noRaceOf(() -> interruptWhilePassingOn(false));
  }

  @Test
  void await_interruptedWithoutLeaving_isFoundToLeaveAHoldToNobody() {
    assertRaceOf(() -> interruptWhilePassingOn(true), "held by nobody");
  }
}
