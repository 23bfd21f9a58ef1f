package io.holdfast.benchmarks.subject;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A client of one server whose locks are taken by no thread: as many as one likes. Any thread. */
public interface HandleSubject extends AutoCloseable {

  /**
   * Connects a client of its own.
   *
   * @param uri {@code redis://[:password@]host:port}
   * @param lease of each hold, which is renewed
   */
  static HandleSubject open(Subject subject, String uri, Duration lease) {
    return switch (subject) {
      case HOLDFAST -> HoldfastHandles.open(uri, lease);
      case REDISSON -> RedissonHandles.open(uri, lease);
      default -> throw new UnsupportedOperationException(subject.label() + " has no handles");
    };
  }

  /**
   * Connects a client of its own to a cluster.
   *
   * @param uri of one of its nodes
   * @param lease of each hold, which is renewed
   */
  static HandleSubject openCluster(Subject subject, String uri, Duration lease) {
    if (subject != Subject.HOLDFAST) {
      throw new UnsupportedOperationException(subject.label() + " has no handles in a cluster");
    }
    return HoldfastHandles.openCluster(uri, lease);
  }

  /**
   * Takes the lock of this name, or waits for it; keeps it for ever.
   *
   * @return completes with what its owner keeps of it; with null if that is nothing
   */
  CompletableFuture<?> acquire(String name);

  /**
   * Gives back what {@link #acquire} has given.
   *
   * @throws UnsupportedOperationException if the subject cannot
   */
  default CompletableFuture<Void> release(Object held) {
    throw new UnsupportedOperationException(this + " gives nothing back: " + held);
  }

  /** Whether what {@link #acquire} has given is held no more, as far as the client knows. */
  boolean isLost(Object held);

  /** Which keys the held locks with names that begin like this have at the server, a glob. */
  static String keysOfHeld(Subject subject, String namePrefix) {
    return (subject == Subject.HOLDFAST ? "holdfast:lock:{" : "") + namePrefix + "*";
  }

  /** Closes its connections and ends its threads. */
  @Override
  void close();
}
