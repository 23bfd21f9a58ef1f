package io.holdfast.lock.readwrite.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.ReadWriteInspection;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.gate.Doorway;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lock.GateLock;

/** A light view of the two locks of one name: all state is in the gates. */
final class GatePair implements DistributedReadWriteLock {

  private final GateLock reading;
  private final GateLock writing;
  private final ReadWriteGates gates;
  private final Administration writers;
  private final LockKeys keys;

  /**
   * A view with the options that its methods use where the caller names none.
   *
   * @param readers looks at readers, and forces them out
   * @param writers looks at both sides, and forces the writer out
   */
  GatePair(
      ReadWriteGates gates,
      Administration readers,
      Administration writers,
      LockKeys keys,
      AcquireOptions defaults) {
    this.reading = new GateLock(gates.reading(), readers, keys, defaults);
    this.writing = new GateLock(gates.writing(), writers, keys, defaults);
    this.gates = gates;
    this.writers = writers;
    this.keys = keys;
  }

  @Override
  public String name() {
    return writing.name();
  }

  @Override
  public DistributedLock readLock() {
    return reading;
  }

  @Override
  public DistributedLock writeLock() {
    return writing;
  }

  @Override
  public ReadWriteInspection inspect() {
    Doorway doorway = new Doorway(gates.writing(), writers, keys);
    Administration.State state = doorway.state();
    return new ReadWriteInspection(
        name(),
        state.holder().map(doorway::holder),
        state.sharers().stream().map(doorway::holder).toList(),
        state.tickets());
  }

  @Override
  public String toString() {
    return "DistributedReadWriteLock[%s]".formatted(name());
  }
}
