/**
 * Threads and waiting in tests: {@link io.holdfast.lock.testkit.concurrent.TestThreads} starts
 * threads and accounts for every one of them, {@link
 * io.holdfast.lock.testkit.concurrent.Eventually} waits, bounded, for a condition, {@link
 * io.holdfast.lock.testkit.concurrent.ThreadKind} says whether test code runs on platform or on
 * virtual threads.
 */
@NullMarked
package io.holdfast.lock.testkit.concurrent;

import org.jspecify.annotations.NullMarked;
