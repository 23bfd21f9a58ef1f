package io.holdfast.lock.core.deadlock;

import io.holdfast.lock.LockKind;

/**
 * A lock of one server, by what people call it.
 *
 * @param kind of the lock, or of a side of it
 * @param name of the lock
 */
public record LockRef(LockKind kind, String name) {

  /** Whether a thread that holds this keeps another one from getting that. */
  boolean isInTheWayOf(LockRef wanted) {
    return name.equals(wanted.name) && kind.excludes(wanted.kind);
  }

  /** {@code lock 'order:42'}, or {@code read lock 'order:42'}. */
  @Override
  public String toString() {
    return (kind == LockKind.PLAIN ? "" : kind.text() + " ") + "lock '" + name + "'";
  }
}
