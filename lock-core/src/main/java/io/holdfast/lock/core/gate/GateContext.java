package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import org.jspecify.annotations.Nullable;

/** What a gate gets of its frame. All gates of one kind in one client have the same. */
public final class GateContext {

  private final Gates gates;
  private final Engine engine;
  private final LockVerbs verbs;

  GateContext(Gates gates, Engine engine, LockVerbs verbs) {
    this.gates = gates;
    this.engine = engine;
    this.verbs = verbs;
  }

  /** Where a gate is found as long as it is in use. */
  Gates gates() {
    return gates;
  }

  /** What it runs on. */
  public Engine engine() {
    return engine;
  }

  /** What it asks the server. */
  public LockVerbs verbs() {
    return verbs;
  }

  /** When a hold goes to the next owner of the same client without the network. */
  public PassingOn passingOn() {
    return gates.passingOn();
  }

  /**
   * By which the gate of this lock keeps what its owners have let go; null if none stays.
   *
   * @param look called on the watchdog's thread, without the monitor, when nobody has had it for
   *     long enough, as far as is known
   */
  public @Nullable Lingering lingering(LockKeys keys, Runnable look) {
    Linger linger = gates.linger();
    return linger == null ? null : new Lingering(linger, keys, this, look);
  }

  /** The lease that is meant where none is named. */
  public LeaseTerms usualTerm() {
    return gates.usualTerm();
  }
}
