package io.holdfast.lock.core.kind;

/** The locks of one kind that one client has. */
public sealed interface LocksOfKind
    permits ExclusiveLocks,
        ReadWritePairs,
        Pools,
        CountingSemaphores,
        Latches,
        QuorumMember,
        Attached {

  /** How many names are in use. */
  int size();

  /** Declares every hold lost, releases it, and fails all who wait. */
  void close();

  /** What was under way is settled, and the connection is about to be closed. */
  default void settled() {}
}
