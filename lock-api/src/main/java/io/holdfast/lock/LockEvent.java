package io.holdfast.lock;

/**
 * The hold that an event is about: that of a lock, or of permits of a pool.
 *
 * @param kind of lock
 * @param lockName as the application named it
 * @param token of the hold
 * @param clientLabel of the client that has, or had, the hold
 */
public record LockEvent(LockKind kind, String lockName, long token, String clientLabel) {}
