/**
 * Read-write locks. The door is {@link io.holdfast.lock.readwrite.ReadWriteLocks}; any thread. How
 * the threads of one client wait and share is in the package {@code gate}. The scripts beside this
 * class replace those of the exclusive lock: they say who has the lock, and who has it next.
 */
@NullMarked
package io.holdfast.lock.readwrite;

import org.jspecify.annotations.NullMarked;
