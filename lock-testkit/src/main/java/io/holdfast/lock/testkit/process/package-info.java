/**
 * Processes a test starts, freezes and kills. The door is {@link
 * io.holdfast.lock.testkit.process.JvmProcess}, a JVM of its own; {@link
 * io.holdfast.lock.testkit.process.Signals} stops, continues and kills any process; {@link
 * io.holdfast.lock.testkit.process.Leftovers} sees to it that none outlives this JVM's orderly end,
 * {@link io.holdfast.lock.testkit.process.Guard} that none outlives its violent one.
 */
@NullMarked
package io.holdfast.lock.testkit.process;

import org.jspecify.annotations.NullMarked;
