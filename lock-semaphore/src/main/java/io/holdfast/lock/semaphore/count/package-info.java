/**
 * Semaphores and latches: numbers that nobody owns. The doors are {@link
 * io.holdfast.lock.semaphore.count.CountingSemaphores} and {@link
 * io.holdfast.lock.semaphore.count.Latches}, of which {@code Semaphores} has one a client; any
 * thread. How the threads of one client wait is in {@code CountingGate} and its kinds and in {@code
 * FairSemaphoreGate}; how permits come from the server, and go back to it, in {@code
 * RemoteCounter}.
 */
@NullMarked
package io.holdfast.lock.semaphore.count;

import org.jspecify.annotations.NullMarked;
