package io.holdfast.benchmarks.subject;

/**
 * Both halves of one read-write lock of one client. For use by the threads of one JVM, none of
 * which asks for one half while it has the other.
 *
 * @param read several have it at once
 * @param write who has it is alone
 */
public record ReadWriteHandle(LockHandle read, LockHandle write) {}
