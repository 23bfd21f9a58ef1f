/**
 * Readers and writers of one client. The door is {@link
 * io.holdfast.lock.readwrite.gate.ReadWritePairs}, of which {@code ReadWriteLocks} has one a
 * client; any thread. The view of one name is {@code GatePair}. Writers wait in the core's {@code
 * CohortGate}, readers in {@code ReadGate}; what the two sides know of each other is in {@code
 * ReadWriteGates}.
 */
@NullMarked
package io.holdfast.lock.readwrite.gate;

import org.jspecify.annotations.NullMarked;
