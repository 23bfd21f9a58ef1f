package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The requests of an exclusive lock that has conditions. Each may be repeated, as {@link Verbs}.
 */
public interface ConditionVerbs {

  /**
   * What became of one that is to wait for the lock instead of a signal.
   *
   * @param wasParked whether it had still been waiting for the signal
   * @param next where it stands now
   */
  record Unparked(boolean wasParked, AskReply next) {}

  /**
   * A signal.
   *
   * @param keys the lock
   * @param heldId the acquisition that holds it
   * @param condition its name, as it stands in ids
   * @param isForAll whether it is for all waiters, or for the first
   * @param isAgain whether it may have been done before, and the lock released since
   */
  record Signal(LockKeys keys, String heldId, String condition, boolean isForAll, boolean isAgain) {

    Signal again() {
      return new Signal(keys, heldId, condition, isForAll, true);
    }
  }

  /** Whether there are conditions at all; without, nothing here is called. */
  default boolean hasConditions() {
    return true;
  }

  /** Ends an acquisition that holds the lock, and has the next one wait for a signal. */
  void await(Verbs.ReleaseRequest held, AskRequest next, Consumer<Outcome<Verbs.Released>> then);

  /** From now on it waits for the lock. */
  void unpark(AskRequest request, Consumer<Outcome<Unparked>> then);

  /** Signals. The answer is whether others wait for the lock; nothing if it is not held. */
  void signal(Signal signal, Consumer<Outcome<Optional<Boolean>>> then);
}
