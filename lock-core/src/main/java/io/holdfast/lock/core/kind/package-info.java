/**
 * How the modules of other kinds of locks stand on the engine of a client. The doors are {@link
 * io.holdfast.lock.core.kind.ExclusiveLocks} and {@link io.holdfast.lock.core.kind.ReadWritePairs};
 * any thread.
 */
@NullMarked
package io.holdfast.lock.core.kind;

import org.jspecify.annotations.NullMarked;
