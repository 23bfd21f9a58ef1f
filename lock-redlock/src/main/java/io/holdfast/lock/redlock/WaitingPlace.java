package io.holdfast.lock.redlock;

/**
 * The place where a caller waits, as a round that was lost has left it.
 *
 * @param node where it is
 * @param isQueued whether the node has said in that round that it is queued
 * @param hasVote whether it has the vote of the node
 * @param hasTriedEnough whether it has lost enough rounds with that vote
 * @param isGone whether the node cannot be waited at any more, or was silent for too long
 */
record WaitingPlace(
    Object node, boolean isQueued, boolean hasVote, boolean hasTriedEnough, boolean isGone) {}
