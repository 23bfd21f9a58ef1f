/**
 * Names of keys and channels: the only place that makes them. The door is {@link
 * io.holdfast.lock.core.key.Keyspace}; any thread.
 */
@NullMarked
package io.holdfast.lock.core.key;

import org.jspecify.annotations.NullMarked;
