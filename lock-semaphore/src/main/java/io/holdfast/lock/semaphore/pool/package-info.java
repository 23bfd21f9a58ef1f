/**
 * Pools of permits, which have owners and leases. The door is {@link
 * io.holdfast.lock.semaphore.pool.Pools}, of which {@code Semaphores} has one a client; any thread.
 * How the threads of one client wait is in {@code PoolGate}, what users have of a pool in {@code
 * GatePool}.
 */
@NullMarked
package io.holdfast.lock.semaphore.pool;

import org.jspecify.annotations.NullMarked;
