package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.util.Optional;
import java.util.function.Consumer;

/** The requests of one kind of lock that are nobody's turn: looking, and taking away by force. */
public interface Administration {

  /**
   * What the server knows of a lock.
   *
   * @param tickets how many are queued
   * @param holder who holds it
   */
  record State(int tickets, Optional<Holder> holder) {}

  /**
   * Who holds a lock.
   *
   * @param id the acquisition
   * @param firstToken the first token of its block
   * @param millisLeft how long the server keeps it without hearing from the client
   */
  record Holder(String id, long firstToken, long millisLeft) {}

  /** Looks. */
  void inspect(LockKeys keys, Consumer<Outcome<State>> then);

  /** Takes the lock away; the answer is whether anybody had it. */
  void force(LockKeys keys, Consumer<Outcome<Boolean>> then);
}
