package io.holdfast.lock;

/**
 * The attempt that an event is about, where there is no hold and so no token: it failed, or it was
 * for what nobody holds.
 *
 * @param kind of lock
 * @param lockName as the application named it
 * @param clientLabel of the client that made the attempt
 */
public record AttemptEvent(LockKind kind, String lockName, String clientLabel) {}
