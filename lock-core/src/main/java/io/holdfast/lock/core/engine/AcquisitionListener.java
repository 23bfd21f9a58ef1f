package io.holdfast.lock.core.engine;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.server.ServerFailure;

/**
 * The local side of an acquisition: who asked for it. All methods but {@link #monitor()} are called
 * with the monitor held.
 */
public interface AcquisitionListener {

  /** Guards the acquisition and its listener. */
  Monitor monitor();

  /** The server made it the holder. */
  void acquired(Acquisition acquisition);

  /** It is in the server's queue now. */
  void queued(Acquisition acquisition);

  /** Those who were asked did not agree; it asks again, after a pause. */
  default void undecided(Acquisition acquisition) {
    throw new IllegalStateException("a single server always gives a definite answer");
  }

  /** Others wait for what it holds. */
  default void wanted(Acquisition acquisition) {}

  /** Another has the lock, and the question was not to wait. Nothing is left at the server. */
  void heldByAnother(Acquisition acquisition);

  /**
   * The server could not be asked, did not answer, or refused.
   *
   * @return whether to ask again after a pause
   */
  boolean failed(Acquisition acquisition, ServerFailure failure);

  /** It is not ours any more, or came too late. It has not been ended yet. */
  void lost(Acquisition acquisition, LossCause cause);

  /**
   * It was to release the lock and wait for a signal, but the lock was not held. Nothing is left at
   * the server, as far as is known.
   */
  void notHeld(Acquisition acquisition);

  /** The watchdog made it last longer. */
  void renewed(Acquisition acquisition);

  /**
   * Of one that was {@linkplain Acquisition#askBriefly asked for briefly}: whether its owners need
   * the whole lease.
   */
  default boolean isInLongUse(Acquisition acquisition) {
    return true;
  }

  /** Whether there is still somebody to renew it for. */
  boolean ownerIsAlive(Acquisition acquisition);
}
