/**
 * Servers as a client reaches them. The door is {@link io.holdfast.lock.core.node.Node}; any
 * thread.
 */
@NullMarked
package io.holdfast.lock.core.node;

import org.jspecify.annotations.NullMarked;
