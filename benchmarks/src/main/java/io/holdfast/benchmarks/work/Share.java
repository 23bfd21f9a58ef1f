package io.holdfast.benchmarks.work;

/**
 * What one thread has done; a turn that had the lock alone counts as a write.
 *
 * @param inTime turns that ended before the time was over
 * @param all these, and those that were begun in it
 * @param reads how long the reads waited
 * @param writes how long the others did
 */
record Share(long inTime, long all, Waits reads, Waits writes) {}
