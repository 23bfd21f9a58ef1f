package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is asked of the server for one acquisition.
 *
 * @param keys the lock
 * @param id the acquisition, {@code clientId:number:claimMillis}
 * @param leaseMillis the lease if the lock is granted at once
 * @param mayWait whether to queue otherwise
 * @param isAgain whether it was answered QUEUED before: then the holder is told that somebody
 *     waits, and an echo is published to the asker
 * @param arrival the place in the queue, if once told
 * @param detail what the scripts of its kind are to know besides: the acquisition of the same
 *     client beside which this one may hold, or how many permits there are
 */
public record AskRequest(
    LockKeys keys,
    String id,
    long leaseMillis,
    boolean mayWait,
    boolean isAgain,
    OptionalLong arrival,
    Optional<String> detail) {}
