package io.holdfast.lock.redlock;

import io.holdfast.lock.LockInspection;
import java.util.Optional;

/**
 * What one node of a quorum knows of a lock. A snapshot, old when it is read.
 *
 * @param node its address, without a password
 * @param lock what it said; empty if it did not answer
 * @param problem why its votes do not count now: it did not answer, is in quarantine, or is the
 *     same server as another node
 */
public record NodeReport(String node, Optional<LockInspection> lock, Optional<String> problem) {}
