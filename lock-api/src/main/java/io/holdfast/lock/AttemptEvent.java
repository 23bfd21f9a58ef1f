package io.holdfast.lock;

/**
 * The attempt that an event is about. It has no hold and so no token: either it failed, or it was
 * for a semaphore or a latch.
 *
 * @param kind of lock
 * @param lockName as the application named it
 * @param clientLabel of the client that made the attempt
 */
public record AttemptEvent(LockKind kind, String lockName, String clientLabel) {}
