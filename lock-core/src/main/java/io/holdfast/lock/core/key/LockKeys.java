package io.holdfast.lock.core.key;

import java.util.Optional;

/**
 * The keys of one lock; they share one hash tag.
 *
 * @param name the name as the user gave it
 * @param lockKey the holder, expires with the lease
 * @param queueKey tickets and ledger
 * @param sharersKey entries of those who hold it together with others, where the kind has any
 */
public record LockKeys(String name, String lockKey, String queueKey, Optional<String> sharersKey) {

  /** Of a kind that one has at a time. */
  public LockKeys(String name, String lockKey, String queueKey) {
    this(name, lockKey, queueKey, Optional.empty());
  }

  /** All of them, in the order in which scripts take them. */
  public String[] all() {
    return sharersKey.isPresent()
        ? new String[] {lockKey, queueKey, sharersKey.get()}
        : new String[] {lockKey, queueKey};
  }
}
