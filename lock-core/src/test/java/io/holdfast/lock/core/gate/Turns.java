package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.lock.CohortGate;
import io.holdfast.lock.core.race.ModelClient;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Threads that take turns at one lock of one client, and what must be true of it. */
class Turns {

  private final ModelClient client;
  private final Gates gates;
  private final AtomicReference<OwnedHold> inside = new AtomicReference<>();
  private final AtomicInteger highestToken = new AtomicInteger();

  Turns() {
    this(new ModelClient(), CohortGate::new);
  }

  Turns(ModelClient client, GateFactory factory) {
    this.client = client;
    this.gates = new Gates(client, client.server(), LockKind.PLAIN, factory);
  }

  final ModelClient client() {
    return client;
  }

  final Gates gates() {
    return gates;
  }

  final PermitWaiter waiter(boolean isImpatient) {
    return new PermitWaiter(client.clock().nanoTime(), isImpatient);
  }

  /** Waits for the lock, works under it and lets go. False if it is another's. */
  final boolean take(PermitWaiter waiter) {
    while (true) {
      Gate gate = gates.enter(ModelClient.KEYS, waiter);
      if (finish(waiter, gate)) {
        return waiter.result() instanceof OwnedHold;
      }
      waiter.waitAgain();
    }
  }

  /** The rest of a turn. False if the hold was lost before it was seen. */
  final boolean finish(PermitWaiter waiter, Gate gate) {
    WaitResult result = waiter.await(gate, client.server());
    if (result instanceof OwnedHold hold) {
      if (!hold.accept()) {
        gate.holds().expire(hold);
        return false;
      }
      work(hold);
    }
    return true;
  }

  /** Works under the hold and lets go. */
  final void work(OwnedHold hold) {
    OwnedHold before = inside.getAndSet(hold);
    if (before != null && before.isValid() && hold.isValid()) {
      throw new IllegalStateException("two are inside: " + before + " and " + hold);
    }
    int token = Math.toIntExact(hold.token());
    int highest = highestToken.getAndSet(token);
    if (hold.isValid() && token <= highest) {
      throw new IllegalStateException("token " + token + " after " + highest);
    }
    workInside(hold);
    inside.compareAndSet(hold, null);
    HoldRelease.async(hold);
    client.server().pump();
  }

  /** What the owner does. */
  void workInside(OwnedHold hold) {}

  /** Asserts that nothing is left at the end: no hold without an owner, no ticket, no gate. */
  final void requireNothingIsLeft() {
    client.server().pump();
    if (gates.size() > 0
        || !client.engine().acquisitions().isEmpty()
        || client.server().hasAnythingOfTheClient()) {
      throw new IllegalStateException(
          "%d gates, %d acquisitions, server: %s"
              .formatted(gates.size(), client.engine().acquisitions().size(), client.server()));
    }
  }
}
