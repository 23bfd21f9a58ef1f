package io.holdfast.spring.boot;

import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import java.util.List;
import java.util.function.Supplier;

/**
 * The locks of one kind, for what does not know the modules of the kinds.
 *
 * @param holds those that the client does not list with its own
 */
record KindOfLocks(LockKind kind, Locks locks, Supplier<List<HeldLock>> holds) {

  /** Of a kind whose holds the client lists. */
  KindOfLocks(LockKind kind, Locks locks) {
    this(kind, locks, List::of);
  }
}
