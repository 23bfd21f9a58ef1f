package io.holdfast.lock.core.deadlock;

import io.holdfast.lock.LockKind;

/**
 * A lock of one server, by what people call it.
 *
 * @param kind of the lock, or of a side of it
 * @param name of the lock
 */
public record LockRef(LockKind kind, String name) {

  /** Whether it is the same lock, be it by the other side of it. */
  public boolean isSameLockAs(LockRef other) {
    return name.equals(other.name) && kind.sharesLockWith(other.kind);
  }

  /** {@code lock 'order:42'}, or {@code read lock 'order:42'}. */
  @Override
  public String toString() {
    return (kind == LockKind.PLAIN ? "" : kind.text() + " ") + "lock '" + name + "'";
  }
}
