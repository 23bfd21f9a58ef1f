package io.holdfast.lock.torture.check;

import java.util.List;
import java.util.Map;

/**
 * What there was when all was over: everything released, and the longest lease gone by.
 *
 * @param left what should not be there, in words: a key, a channel, a connection, a thread
 * @param availablePermits how many permits each semaphore said it had
 */
public record Residue(List<String> left, Map<String, Integer> availablePermits) {

  /** Keeps copies. */
  public Residue {
    left = List.copyOf(left);
    availablePermits = Map.copyOf(availablePermits);
  }

  /** What is left, where there are no semaphores. */
  public static Residue of(List<String> left) {
    return new Residue(left, Map.of());
  }
}
