/**
 * The quorum lock: granted by a majority of independent servers. Start at {@link
 * io.holdfast.lock.redlock.RedLocks}; any thread may use it.
 */
@NullMarked
package io.holdfast.lock.redlock;

import org.jspecify.annotations.NullMarked;
