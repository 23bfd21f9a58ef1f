/**
 * What the modules of other kinds of locks get of a client. The doors are {@link
 * io.holdfast.lock.core.kind.ExclusiveLocks}, for a lock that one owner has at a time, and {@link
 * io.holdfast.lock.core.kind.ClientAccess} for any other kind; any thread.
 */
@NullMarked
package io.holdfast.lock.core.kind;

import org.jspecify.annotations.NullMarked;
