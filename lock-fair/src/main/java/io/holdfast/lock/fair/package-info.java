/** The fair lock. The door is {@link io.holdfast.lock.fair.FairLocks}; any thread. */
@NullMarked
package io.holdfast.lock.fair;

import org.jspecify.annotations.NullMarked;
