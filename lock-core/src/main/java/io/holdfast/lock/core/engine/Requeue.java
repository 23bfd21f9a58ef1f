package io.holdfast.lock.core.engine;

import java.util.concurrent.CompletableFuture;

/**
 * One acquisition of a listener follows another in a single request that releases and queues again.
 *
 * @param next asks for the lock as it releases the former; has not asked yet
 * @param released whether the former was held, when known
 */
public record Requeue(Acquisition next, CompletableFuture<Boolean> released) {}
