package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.inbox.Ears;
import io.holdfast.lock.core.key.LockKeys;

/** What an engine has to know of the connections that its requests and messages go over. */
public interface ConnectionState {

  /** Changes with every new connection: what was sent over an earlier one may still arrive. */
  int generation();

  /**
   * An answer to a question of this lock that was sent then.
   *
   * @param echo what it says of the echo, see {@link io.holdfast.lock.core.inbox.Echo}
   */
  void echoed(LockKeys keys, long sentNanos, long echo);

  /** Where the client listens for word of a lock, besides its inbox. */
  default Ears ears() {
    return Ears.NONE;
  }
}
