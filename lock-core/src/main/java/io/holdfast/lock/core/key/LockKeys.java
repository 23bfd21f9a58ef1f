package io.holdfast.lock.core.key;

/**
 * The keys of one lock; they share one hash tag.
 *
 * @param name the name as the user gave it
 * @param lockKey the holder, expires with the lease
 * @param queueKey tickets and ledger
 */
public record LockKeys(String name, String lockKey, String queueKey) {}
