/**
 * Read-write locks. Start at {@link io.holdfast.lock.readwrite.ReadWriteLocks}; any thread may use
 * it. The package {@code gate} has how the threads of one client wait and share. The scripts here
 * are those in which a read-write lock differs from an exclusive lock: its holders, and how the
 * next ones are chosen.
 */
@NullMarked
package io.holdfast.lock.readwrite;

import org.jspecify.annotations.NullMarked;
