package io.holdfast.lock.core.gate;

import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Tally;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What people are told of the gates of one kind: the holds, and how many hold and wait. Any thread.
 * Enters the monitor of one gate after the other, so the numbers of two gates are not of one
 * moment.
 */
final class GateCensus implements Tally.Census {

  private final Engine engine;
  private final Collection<Gate> gates;

  /** Of these, whichever they are when it is asked. */
  GateCensus(Engine engine, Collection<Gate> gates) {
    this.engine = engine;
    this.gates = gates;
  }

  /** The holds that are owned and valid now. */
  List<HeldLock> holds(LockKind kind) {
    return gates.stream()
        .flatMap(gate -> inside(gate, one -> one.owners().all()).stream())
        .flatMap(hold -> hold.look(kind).stream())
        .toList();
  }

  @Override
  public int held() {
    return gates.stream().mapToInt(gate -> inside(gate, one -> one.owners().size())).sum();
  }

  @Override
  public int waiting() {
    return gates.stream().mapToInt(gate -> inside(gate, Gate::waiting)).sum();
  }

  @Override
  public void eachOfAThread(Engine of, BiConsumer<Thread, String> action) {
    boolean isOurs = of.clientId().equals(engine.clientId());
    for (Gate gate : isOurs ? gates : List.<Gate>of()) {
      for (OwnedHold hold : inside(gate, one -> one.owners().all())) {
        Thread owner = hold.owner();
        if (owner != null && hold.isValid()) {
          action.accept(owner, hold.lockName());
        }
      }
    }
  }

  private static <T> T inside(Gate gate, Function<Gate, T> question) {
    gate.monitor.enter();
    try {
      return question.apply(gate);
    } finally {
      gate.monitor.leave();
    }
  }
}
