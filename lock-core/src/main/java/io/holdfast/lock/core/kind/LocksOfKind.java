package io.holdfast.lock.core.kind;

import io.holdfast.lock.HeldLock;
import java.util.List;

/** The locks of one kind that one client has. They close with the client. */
public interface LocksOfKind {

  /** How many names are in use. */
  int size();

  /** The holds that are owned and valid now. */
  default List<HeldLock> holds() {
    return List.of();
  }

  /** How many wait now. */
  default int waiting() {
    return 0;
  }

  /** Declares every hold lost, releases it, and fails all waiters. */
  void close();

  /** What was under way is settled, and the connection is about to be closed. */
  default void settled() {}
}
