/**
 * A proxy that stands between a client and a server and does to their connections what networks do:
 * loses replies, goes mute, breaks, dawdles.
 *
 * <p>The door is {@link io.holdfast.lock.testkit.proxy.FaultProxy}. It reads the Redis protocol as
 * it passes, so that a fault can be tied to a command: {@link
 * io.holdfast.lock.testkit.proxy.FaultProxy#when}. Any thread may enter; everything happens on the
 * proxy's one thread, and a method that changes something returns when it has come into force.
 */
@NullMarked
package io.holdfast.lock.testkit.proxy;

import org.jspecify.annotations.NullMarked;
