/**
 * The quorum lock: granted by a majority of independent servers. The door is {@link
 * io.holdfast.lock.redlock.RedLocks}; any thread.
 */
@NullMarked
package io.holdfast.lock.redlock;

import org.jspecify.annotations.NullMarked;
