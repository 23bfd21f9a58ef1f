package io.holdfast.lock.core.server;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The link that asks replicas, made for the first caller that wants it. Any thread; its lock is
 * held for a few steps.
 */
final class LazyReplicaLink {

  private final Supplier<ReplicaLink> maker;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable ReplicaLink made; // guarded by that lock
  private boolean isClosed; // guarded by that lock

  /**
   * Not made yet.
   *
   * @param maker makes it, with the lock held
   */
  LazyReplicaLink(Supplier<ReplicaLink> maker) {
    this.maker = maker;
  }

  /** Always the same one; made now if nobody has asked for it before. */
  ReplicaLink get() {
    lock.lock();
    try {
      ReplicaLink present = made;
      if (present == null) {
        present = maker.get();
        made = present;
        if (isClosed) { // nobody would close it
          var unused = present.close();
        }
      }
      return present;
    } finally {
      lock.unlock();
    }
  }

  /** Null if nobody has asked for it. */
  @Nullable ReplicaLink ifMade() {
    lock.lock();
    try {
      return made;
    } finally {
      lock.unlock();
    }
  }

  /** Closes it, also if it is made later. */
  void close() {
    ReplicaLink present;
    lock.lock();
    try {
      isClosed = true;
      present = made;
    } finally {
      lock.unlock();
    }
    if (present != null) {
      var unused = present.close();
    }
  }

  /** Closes what is left of its connections. Waits, but not for long. */
  void closeConnector() {
    ReplicaLink present = ifMade();
    if (present != null) {
      present.closeConnector();
    }
  }
}
