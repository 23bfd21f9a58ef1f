/**
 * Holdfast on Redis and Valkey. Start at {@link io.holdfast.lock.core.HoldfastClient}. All types
 * except builders are safe for use by any thread.
 */
@NullMarked
package io.holdfast.lock.core;

import org.jspecify.annotations.NullMarked;
