/**
 * The plain re-entrant lock: its scripts and how their replies read. The door is {@link
 * io.holdfast.lock.core.plain.PlainVerbs}; any thread.
 */
@NullMarked
package io.holdfast.lock.core.plain;

import org.jspecify.annotations.NullMarked;
