package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;

/** How the waiters of one client stand before the server: makes the gates of one kind of lock. */
@FunctionalInterface
public interface GateFactory {

  /** The gate of this name, for as long as the name is in use. No I/O. */
  Gate create(GateContext context, LockKeys keys);
}
