package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
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

  /** Acquires or queues. */
  void ask(Question question, Consumer<Outcome<AskReply>> then);

  /** Ends an acquisition, held or queued, and has the server grant the lock to the next. */
  void release(LockKeys keys, String id, boolean tombstone, Consumer<Outcome<Released>> then);

  /** Ends one acquisition and asks for the next, behind those who wait, in one request. */
  void releaseAndAsk(
      String oldId, boolean tombstone, Question next, Consumer<Outcome<Released>> then);

  /** Renews many, of one slot; the answers are in their order. */
  void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then);
}
