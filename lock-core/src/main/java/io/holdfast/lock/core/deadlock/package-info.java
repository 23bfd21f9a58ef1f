/**
 * Threads that wait for each other's locks: what is told of them at the server, and the cycles that
 * they make. Depends on nothing else of the core.
 */
@NullMarked
package io.holdfast.lock.core.deadlock;

import org.jspecify.annotations.NullMarked;
