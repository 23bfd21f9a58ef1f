package io.holdfast.lock.torture.workload;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.register.Resource;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * One lock, and what belongs to it.
 *
 * @param lock the lock
 * @param verbs what its calls are called
 * @param readLock the lock that readers share, if there is one: then the other one is for writers
 * @param arrivals tells the place of a hold in the order of arrival, if the lock keeps one
 * @param resource what it protects
 * @param history where it is written
 * @param progress where it is counted
 */
record Scene(
    DistributedLock lock,
    Verbs verbs,
    Optional<DistributedLock> readLock,
    Optional<ToLongFunction<Hold>> arrivals,
    Resource resource,
    HistoryWriter history,
    Progress progress) {

  String name() {
    return lock.name();
  }

  /** Whether the lock is one that readers share. */
  boolean isShared() {
    return verbs.equals(Verbs.SHARED);
  }

  /** The same for readers. */
  Scene forReaders() {
    DistributedLock reading =
        readLock.orElseThrow(
            () -> new IllegalStateException("lock '" + name() + "' has no read lock"));
    return new Scene(
        reading, Verbs.SHARED, Optional.empty(), Optional.empty(), resource, history, progress);
  }
}
