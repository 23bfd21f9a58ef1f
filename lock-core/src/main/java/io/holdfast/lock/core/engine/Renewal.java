package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;

/**
 * A request to keep one acquisition.
 *
 * @param keys the lock
 * @param id the acquisition
 * @param leaseMillis how long from now; zero only asks whether it is still there
 */
public record Renewal(LockKeys keys, String id, long leaseMillis) {

  /** What the server says to it. */
  public enum Answer {
    /** Not there any more. */
    GONE,
    /** Kept. */
    KEPT,
    /** Kept, and others wait. */
    WANTED,
    /** Too few have answered to say. */
    UNCERTAIN
  }
}
