package io.holdfast.lock.redlock;

import java.util.Optional;

/**
 * What an acquisition does after a round of votes that it has lost. Decides only: it sends nothing,
 * and changes nothing.
 */
enum AfterLoss {

  /** Fails, and keeps no place: others must not wait for one that cannot get the lock. */
  GIVE_UP,

  /** Tells the caller, which does not wait, who may have the lock. */
  TELL_HOLDER,

  /** Has one more round after a pause: the votes were split, and the others let go of theirs. */
  VOTE_LATER,

  /** Goes on waiting where it is queued. */
  KEEP_PLACE,

  /** Leaves the place where it waits, if there is one, and queues at the coordinator. */
  QUEUE,

  /** Asks again after a pause, from the place where it waits, if there is one. */
  PAUSE,

  /** Leaves the place where it waits, and asks again after a pause. */
  LEAVE_AND_PAUSE;

  /**
   * For a caller that does not wait.
   *
   * @param isFirst whether no round was lost before
   */
  static AfterLoss ofHasty(LostRound<?> round, boolean isFirst) {
    if (round.hasTooFewAnswers()) {
      return GIVE_UP;
    }
    return !round.isAnothers() && isFirst ? VOTE_LATER : TELL_HOLDER;
  }

  /** For a caller that waits. */
  static AfterLoss ofWaiter(LostRound<?> round, Optional<WaitingPlace> place) {
    if (round.hasTooFewAnswers()) {
      return GIVE_UP;
    }
    boolean isToLeave =
        place.filter(there -> there.isGone() || round.isElsewhere(there)).isPresent();
    if (place.isPresent() && !isToLeave) {
      return place.get().isQueued() ? KEEP_PLACE : PAUSE;
    } else if (round.isForWaiting()) {
      return QUEUE;
    }
    return isToLeave ? LEAVE_AND_PAUSE : PAUSE;
  }
}
