package io.holdfast.lock.cli.demo;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * All that the verdict is made from.
 *
 * @param workers how many took part
 * @param turns of all workers, by time
 * @param writes at the counter, in its order
 * @param counter its last value
 * @param lease of all holds
 * @param handOver the hand-over of the first chapter
 * @param kill the holder that was killed
 * @param freeze the holder that was frozen
 * @param thaw what became of the latter
 * @param leftAtServer holders and tickets in the end
 */
record Evidence(
    int workers,
    List<Turn> turns,
    List<CounterStore.Write> writes,
    long counter,
    Duration lease,
    HandOver handOver,
    Strike kill,
    Strike freeze,
    Thaw thaw,
    int leftAtServer) {

  /**
   * Of the lock from one worker to one that waits.
   *
   * @param firstToken of who released
   * @param secondToken of who waited
   */
  record HandOver(long firstToken, long secondToken) {}

  /**
   * A holder, hit.
   *
   * @param worker who
   * @param token of its hold
   * @param nanos just before the signal was sent
   */
  record Strike(String worker, long token, long nanos) {}

  /**
   * What the frozen worker said when it ran again.
   *
   * @param nanos just before it was let go on
   * @param refusedToken with which it was refused by the counter, if it was
   * @param lostToken of the hold that it learned to have lost, if it did
   */
  record Thaw(long nanos, OptionalLong refusedToken, OptionalLong lostToken) {}
}
