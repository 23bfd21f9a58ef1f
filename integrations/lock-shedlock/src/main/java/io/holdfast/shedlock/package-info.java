/**
 * Holdfast's locks for the jobs of ShedLock. The door is {@link
 * io.holdfast.shedlock.HoldfastLockProvider}; any thread, but those of the network.
 */
@NullMarked
package io.holdfast.shedlock;

import org.jspecify.annotations.NullMarked;
