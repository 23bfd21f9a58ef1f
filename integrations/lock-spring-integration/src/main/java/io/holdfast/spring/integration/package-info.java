/**
 * The locks of Holdfast as a lock registry of Spring Integration, and leaders by these locks. The
 * doors are {@link io.holdfast.spring.integration.HoldfastLockRegistry} and {@link
 * io.holdfast.spring.integration.HoldfastLeaderInitiator}; any thread.
 */
@NullMarked
package io.holdfast.spring.integration;

import org.jspecify.annotations.NullMarked;
