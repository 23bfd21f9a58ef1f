/**
 * The fair lock. Start at {@link io.holdfast.lock.fair.FairLocks}; any thread may use it. {@code
 * FairGate} has how the threads of one client wait for it.
 */
@NullMarked
package io.holdfast.lock.fair;

import org.jspecify.annotations.NullMarked;
