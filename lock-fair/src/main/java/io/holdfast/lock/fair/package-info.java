/**
 * The fair lock. The door is {@link io.holdfast.lock.fair.FairLocks}; any thread. How the threads
 * of one client wait for it is in {@code FairGate}.
 */
@NullMarked
package io.holdfast.lock.fair;

import org.jspecify.annotations.NullMarked;
