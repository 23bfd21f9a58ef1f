/**
 * Read-write locks. The door is {@link io.holdfast.lock.readwrite.ReadWriteLocks}; any thread. What
 * lies here besides are the scripts in which a read-write lock differs from one that one has at a
 * time: who has it, and who has it next.
 */
@NullMarked
package io.holdfast.lock.readwrite;

import org.jspecify.annotations.NullMarked;
