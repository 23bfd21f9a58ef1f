package io.holdfast.lock.core.engine;

import java.util.Optional;
import java.util.OptionalLong;

/** What the server answers to a request for a lock. */
public sealed interface AskReply {

  /**
   * It is yours: this very call set the expiry to the full lease.
   *
   * @param firstToken first of a block of tokens
   * @param lastToken last of the block
   * @param othersWait whether tickets are queued behind
   * @param detail what the kind says besides
   */
  record Acquired(long firstToken, long lastToken, boolean othersWait, Optional<String> detail)
      implements AskReply {

    /** A thin hold, for which nobody waits. */
    public static Acquired thin(long firstToken) {
      return new Acquired(firstToken, firstToken + GrantedLease.THIN_BLOCK - 1, false);
    }

    /** Of a kind that says no more. */
    public Acquired(long firstToken, long lastToken, boolean othersWait) {
      this(firstToken, lastToken, othersWait, Optional.empty());
    }
  }

  /**
   * You are in the queue.
   *
   * @param seq the last number drawn: a grant with a token not above it is stale
   * @param arrival your place in the queue; say it again when you ask again
   * @param holderMillisLeft how long the present holder may still be silent
   * @param echo what is said of the echo to your inbox, if you wanted to know: see {@link
   *     io.holdfast.lock.core.inbox.Echo}
   * @param detail what the kind says besides
   */
  record Queued(
      long seq, long arrival, long holderMillisLeft, OptionalLong echo, Optional<String> detail)
      implements AskReply {

    /** Of a kind that says no more. */
    public Queued(long seq, long arrival, long holderMillisLeft, OptionalLong echo) {
      this(seq, arrival, holderMillisLeft, echo, Optional.empty());
    }
  }

  /**
   * It is another's, and you did not want to wait.
   *
   * @param holderMillisLeft how long the holder may still be silent
   * @param holderId the acquisition that holds it
   * @param detail what the kind says besides
   */
  record Held(long holderMillisLeft, String holderId, Optional<String> detail) implements AskReply {

    /** Of a kind that says no more. */
    public Held(long holderMillisLeft, String holderId) {
      this(holderMillisLeft, holderId, Optional.empty());
    }
  }

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
