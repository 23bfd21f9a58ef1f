package io.holdfast.lock;

import io.holdfast.lock.LockInspection.Holder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the server knew of a read-write lock at one moment: for people and dashboards, never for
 * decisions.
 *
 * @param lockName the name of the lock
 * @param writer the client that holds the write lock, if any
 * @param readers the entries of readers, the one that lasts longest first. The readers of a client
 *     share one; the token of each is the last that was given out when the server was asked.
 * @param queueLength how many acquisitions wait at the server
 */
public record ReadWriteInspection(
    String lockName, Optional<Holder> writer, List<Holder> readers, int queueLength) {

  /** Refuses null; keeps a copy. */
  public ReadWriteInspection {
    Objects.requireNonNull(lockName, "lockName");
    Objects.requireNonNull(writer, "writer");
    readers = List.copyOf(readers);
  }
}
