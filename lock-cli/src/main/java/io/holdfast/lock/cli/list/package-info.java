/**
 * {@code holdfast ls}, {@code holdfast inspect} and {@code holdfast unlock}: what the server knows
 * of locks. The first two are read-only; keys are found by {@code SCAN}. One thread.
 */
@NullMarked
package io.holdfast.lock.cli.list;

import org.jspecify.annotations.NullMarked;
