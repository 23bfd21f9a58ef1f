/**
 * Moving from another lock library without a gap. The door is {@link
 * io.holdfast.migrate.BothLocks}; any thread that may use both locks.
 */
@NullMarked
package io.holdfast.migrate;

import org.jspecify.annotations.NullMarked;
