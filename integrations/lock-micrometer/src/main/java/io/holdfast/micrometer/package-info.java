/**
 * Meters and observations of Holdfast's locks for Micrometer. The doors are {@link
 * io.holdfast.micrometer.HoldfastMetrics} and {@link io.holdfast.micrometer.ObservedLocks}. Any
 * thread enters.
 */
@NullMarked
package io.holdfast.micrometer;

import org.jspecify.annotations.NullMarked;
