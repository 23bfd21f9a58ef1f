package io.holdfast.spring.boot;

import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import java.util.List;
import java.util.function.Supplier;

/**
 * The locks of one kind, for what does not know the modules of the kinds.
 *
 * @param holds those that the client does not list with its own
 * @param nodes the clients of the nodes of a quorum; empty if it is none
 */
record KindOfLocks(
    LockKind kind, Locks locks, Supplier<List<HeldLock>> holds, List<HoldfastClient> nodes) {

  /** Of a kind whose holds the client lists. */
  KindOfLocks(LockKind kind, Locks locks) {
    this(kind, locks, List::of, List.of());
  }
}
