package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;

/**
 * What a gate gets of its frame. All gates of one kind in one client have the same.
 *
 * @param gates where a gate is found as long as it is in use
 * @param engine what it runs on
 * @param verbs what it asks the server
 */
public record GateContext(Gates gates, Engine engine, LockVerbs verbs) {

  /** When a hold goes to the next owner of the same client without the network. */
  public PassingOn passingOn() {
    return gates.passingOn();
  }
}
