/**
 * What the processes under test did with their locks, record by record, and readable after any of
 * them was killed.
 *
 * <p>To check a lock of your own, let every process open one {@link
 * io.holdfast.lock.torture.history.HistoryWriter} in a directory they share, and write around each
 * call:
 *
 * <pre>{@code
 * HistoryWriter history = HistoryWriter.open(directory);
 * ...
 * long hold = history.newHold();                                  // names this turn in all records
 * Recording locking = history.invoke("orders", OperationKind.LOCK, Facts.ofHold(hold));
 * lock.lock();
 * locking.ok(Facts.ofHold(hold).token(lock.token()).holdCount(1).deadlineNanos(...));
 * try {
 *   ... the work ...
 * } finally {
 *   Recording unlocking = history.invoke("orders", OperationKind.UNLOCK, Facts.ofHold(hold).holdCount(0));
 *   lock.unlock();
 *   unlocking.ok(Facts.ofHold(hold).holdCount(0));
 * }
 * }</pre>
 *
 * <p>An exception is {@code fail} if it says that nothing happened, {@code info} if the outcome is
 * unknown. {@link io.holdfast.lock.torture.history.HistoryWriter#lossTold} is for the moment in
 * which the owner is told of a loss. {@link io.holdfast.lock.torture.history.HistoryReader#readAll}
 * merges the files of all processes; package {@code check} judges them. The {@code workload}
 * package does all this for any {@code DistributedLock}.
 *
 * <p>A writer may be entered by any thread; everything read is immutable.
 */
@NullMarked
package io.holdfast.lock.torture.history;

import org.jspecify.annotations.NullMarked;
