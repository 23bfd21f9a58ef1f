package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.server.RedisServer;

/**
 * A master and its replicas. When the master is silent, or told to go, a vote puts a replica in its
 * place.
 */
public interface FailoverGroup {

  /** The master, as the voters see it. */
  RedisServer master();

  /** Makes a replica begin to take the place of the running master. */
  void beginFailover();

  /**
   * Waits until a replica serves in the place of this master, and all voters know of it.
   *
   * @param old may be dead or frozen
   * @return the new master
   * @throws AssertionError if that takes more than a minute
   */
  RedisServer awaitSuccessorOf(RedisServer old);

  /**
   * Waits until all servers run, and all but the master are its replicas, and in touch with it.
   *
   * @throws AssertionError if that takes more than a minute
   */
  void awaitComplete();
}
