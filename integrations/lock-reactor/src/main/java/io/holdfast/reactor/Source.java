package io.holdfast.reactor;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Where holds come from.
 *
 * @param title for messages: {@code Lock 'orders'}
 * @param lock the lock, if work that holds it would wait for itself when it asks again
 * @param requests asks for a hold; completing the future withdraws that
 */
record Source<H extends Hold>(
    String title, Optional<DistributedLock> lock, Supplier<CompletableFuture<H>> requests) {}
