/**
 * {@code holdfast ls} and {@code holdfast inspect}: what the server knows of locks. Read-only; keys
 * are found by {@code SCAN}. One thread.
 */
@NullMarked
package io.holdfast.lock.cli.list;

import org.jspecify.annotations.NullMarked;
