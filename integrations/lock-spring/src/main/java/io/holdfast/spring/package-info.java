/**
 * Locks around methods of Spring beans. The doors are {@link io.holdfast.spring.Locked} and {@link
 * io.holdfast.spring.HoldTemplate}; any thread.
 */
@NullMarked
package io.holdfast.spring;

import org.jspecify.annotations.NullMarked;
