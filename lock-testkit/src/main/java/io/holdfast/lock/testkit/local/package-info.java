/**
 * Locks without a server, for unit tests: {@link io.holdfast.lock.testkit.local.LocalLocks} keeps
 * the contracts of {@link io.holdfast.lock.DistributedLock} within one JVM. All state of a space is
 * guarded by one monitor. Any thread enters; callbacks run outside the monitor.
 */
@NullMarked
package io.holdfast.lock.testkit.local;

import org.jspecify.annotations.NullMarked;
