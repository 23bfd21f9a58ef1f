package io.holdfast.lock.core.deadlock;

import io.holdfast.lock.LockKind;
import java.util.Arrays;
import java.util.List;

/**
 * A lock of one server, by what people call it.
 *
 * @param kind of the lock, or of a side of it
 * @param name of the lock
 */
public record LockRef(LockKind kind, String name) {

  /** What a thread may hold that keeps others from getting this. */
  List<LockRef> obstacles() {
    return Arrays.stream(LockKind.values())
        .filter(other -> other.excludes(kind))
        .map(other -> new LockRef(other, name))
        .toList();
  }

  /** {@code lock 'order:42'}, or {@code read lock 'order:42'}. */
  @Override
  public String toString() {
    return (kind == LockKind.PLAIN ? "" : kind.text() + " ") + "lock '" + name + "'";
  }
}
