/**
 * Read-write locks. Start at {@link io.holdfast.lock.readwrite.ReadWriteLocks}; any thread may use
 * it. How the threads of one client wait and share is in the package {@code gate}. The scripts here
 * are those in which a read-write lock differs from an exclusive lock: who has it, and who has it
 * next.
 */
@NullMarked
package io.holdfast.lock.readwrite;

import org.jspecify.annotations.NullMarked;
