/**
 * What {@code @Locked} on a method says, read and checked once. The door is {@link
 * io.holdfast.spring.method.LockedMethods}; any thread.
 */
@NullMarked
package io.holdfast.spring.method;

import org.jspecify.annotations.NullMarked;
