package io.holdfast.lock.core.inbox;

/** Hears of grants that nobody waits for. Called on the network event loop. */
@FunctionalInterface
public interface Unclaimed {

  /**
   * The server made this acquisition the holder, and nobody here has it.
   *
   * @param id as it stands at the server
   * @param lockKey the first key of the lock
   */
  void granted(String id, String lockKey);
}
