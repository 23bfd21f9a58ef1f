package io.holdfast.lock.core.engine;

import java.util.OptionalLong;

/** What the server answers to somebody who asks for a lock. */
public sealed interface AskReply {

  /**
   * It is yours: this very call set the expiry to the full lease.
   *
   * @param firstToken first of a block of tokens
   * @param lastToken last of the block
   * @param othersWait whether tickets are queued behind
   */
  record Acquired(long firstToken, long lastToken, boolean othersWait) implements AskReply {}

  /**
   * You are in the queue.
   *
   * @param seq the last number drawn: a grant with a token not above it is stale
   * @param arrival your place in the queue; say it again when you ask again
   * @param holderMillisLeft how long the present holder may still be silent
   * @param listeners how many listen at your inbox, if you wanted to know
   */
  record Queued(long seq, long arrival, long holderMillisLeft, OptionalLong listeners)
      implements AskReply {}

  /**
   * It is another's, and you did not want to wait.
   *
   * @param holderMillisLeft how long the holder may still be silent
   * @param holderId the acquisition that holds it
   */
  record Held(long holderMillisLeft, String holderId) implements AskReply {}

  /**
   * Those who were asked did not agree. What is left at any of them goes with the acquisition.
   *
   * @param pauseNanos when to ask again
   */
  record Undecided(long pauseNanos) implements AskReply {}

  /** The id was withdrawn before. */
  record Dead() implements AskReply {}

  /** To one that was to release the lock and wait for a signal: the lock was not held. */
  record Gone() implements AskReply {}
}
