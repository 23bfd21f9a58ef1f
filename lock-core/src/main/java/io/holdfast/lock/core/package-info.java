/**
 * Holdfast on Redis and Valkey. The door is {@link io.holdfast.lock.core.HoldfastClient}; all types
 * but builders are safe for use by any thread.
 */
@NullMarked
package io.holdfast.lock.core;

import org.jspecify.annotations.NullMarked;
