/**
 * The locks of Holdfast as a lock registry of Spring Integration. The door is {@link
 * io.holdfast.spring.integration.HoldfastLockRegistry}; any thread.
 */
@NullMarked
package io.holdfast.spring.integration;

import org.jspecify.annotations.NullMarked;
