package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The requests of one kind of lock. Each may be repeated: the repeat does no more than the first.
 * No call blocks, and none calls back before it returns.
 */
public interface Verbs {

  /**
   * What a release did.
   *
   * @param wasHeld whether the acquisition held the lock
   * @param next the answer to the question that travelled with it, if one did
   */
  record Released(boolean wasHeld, Optional<AskReply> next) {}

  /** Whether the owner of a hold may owe a signal to somebody as it ends. */
  enum Debt {

    /** It owes nothing. */
    NONE,

    /** It had no say in its end, and may have come to signal: the next hold pays. */
    POSSIBLE,

    /**
     * A signal of it may be unknown to the server. All who wait for one are woken, also if the hold
     * has ended before: its end may have been done already, and have said nothing of this.
     */
    OWED
  }

  /**
   * The end of an acquisition.
   *
   * @param ids the acquisition, and behind it those that it served, with blanks between them
   * @param tombstone whether a request of it may still arrive late
   * @param debt whether its owner may owe a signal to somebody
   * @param thinToken its first token if it may be a thin hold, which is ended by less; otherwise 0
   */
  record ReleaseRequest(String ids, boolean tombstone, Debt debt, long thinToken)
      implements ToBeAcknowledged {

    /** Of one that may have a ledger. */
    public ReleaseRequest(String ids, boolean tombstone, Debt debt) {
      this(ids, tombstone, debt, 0);
    }

    /** Whether it may be a thin hold. */
    public boolean isThin() {
      return thinToken > 0;
    }

    /** The acquisition itself. */
    String id() {
      int blank = ids.indexOf(' ');
      return blank < 0 ? ids : ids.substring(0, blank);
    }

    /** Whether it ends this one, in the first place. */
    boolean isOf(String id) {
      return ids.equals(id) || ids.startsWith(id + ' ');
    }

    ReleaseRequest withTombstone() {
      return new ReleaseRequest(ids, true, debt);
    }

    /** The same of one that owes a signal. */
    ReleaseRequest withDebt() {
      return new ReleaseRequest(ids, tombstone, Debt.OWED);
    }

    @Override
    public String toString() {
      return "release of " + ids;
    }
  }

  /** What stands behind the claim lease in the ids of these acquisitions; mostly nothing. */
  default String idMark() {
    return "";
  }

  /** Whether the server may grant one while another of the same client is held. */
  default boolean severalHold() {
    return false;
  }

  /**
   * Whether an end that is sent behind a question is executed behind it, if both are answered over
   * one connection.
   */
  default boolean isInOrder() {
    return false;
  }

  /** Acquires or queues. */
  void ask(AskRequest request, Consumer<Outcome<AskReply>> then);

  /** Ends an acquisition, held or queued, and has the server grant the lock to the next. */
  void release(LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then);

  /** Ends one acquisition and asks for the next, at the tail of the queue, in one request. */
  void releaseAndAsk(ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then);

  /**
   * What became of a question for replicas.
   *
   * @param answer whether the acquisition was there
   * @param replicas how many have it
   */
  record Confirmed(Renewal.Answer answer, long replicas) {}

  /** Whether {@link #confirm} can be asked. */
  default boolean canConfirm() {
    return false;
  }

  /**
   * Asks whether an acquisition is there, and then waits until that many replicas have what the
   * server knew at that time.
   */
  default void confirm(
      Renewal asking, int replicas, Duration within, Consumer<Outcome<Confirmed>> then) {
    throw new UnsupportedOperationException("no replicas");
  }

  /** Whether {@link #leave} can be asked. */
  default boolean canLeave() {
    return false;
  }

  /**
   * Ends a hold, and has the server keep the lock for that time without it; whether it was held.
   */
  default void leave(
      LockKeys keys, ReleaseRequest releaseRequest, long millis, Consumer<Outcome<Boolean>> then) {
    throw new UnsupportedOperationException("nothing can be left");
  }

  /** Renews many, of one slot; the answers are in their order. */
  void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then);
}
