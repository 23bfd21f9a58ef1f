package io.holdfast.lock.torture.client;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.PermitPool;
import java.util.Optional;

/** A client of the kind under test: what stands for one process among others. */
public interface LockClient extends AutoCloseable {

  /** The lock of this name. */
  DistributedLock lock(String name);

  /** The lock of this name, as a view with these options. */
  DistributedLock lock(String name, AcquireOptions options);

  /**
   * The lock of this name that readers share, if the kind has one; then {@link #lock(String)} is
   * the one for writers.
   */
  default Optional<DistributedLock> readLock(String name) {
    return Optional.empty();
  }

  /** A pool of permits of this name and size, if the kind is one. */
  default Optional<PermitPool> pool(String name, int size) {
    return Optional.empty();
  }

  /**
   * The number by which the server ordered the acquisition of this hold, which is of this client,
   * among those that waited; its token if it did not wait.
   *
   * @throws UnsupportedOperationException if the kind does not tell, which only a kind must that
   *     keeps the order of arrival
   */
  default long arrivalOf(Hold hold) {
    throw new UnsupportedOperationException("this kind does not tell how it ordered " + hold);
  }

  /**
   * What happened to the locks of this client.
   *
   * @throws UnsupportedOperationException if it does not count
   */
  default LockStatistics statistics() {
    throw new UnsupportedOperationException("this client does not count");
  }

  /** Closes the client. Idempotent, as the client's own. */
  @Override
  void close();
}
