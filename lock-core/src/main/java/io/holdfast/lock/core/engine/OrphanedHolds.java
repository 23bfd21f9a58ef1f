package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import org.jspecify.annotations.Nullable;

/**
 * Holders of this client that a roll call names and nobody here knows: their ends were
 * acknowledged, and then lost with the data of the server, so that they are back. They are strays.
 * Guarded by the monitor.
 */
final class OrphanedHolds {

  /*
   * A roll call may also name one whose release is on its way. So one is believed when two in a row name it, the
   * second of them called at once, and no release of it is being repeated.
   */

  private final Engine engine;
  private final LockVerbs verbs;
  private final LockKeys keys;
  private final Runnable callAgain;

  private @Nullable String suspect; // named by the last roll call
  private @Nullable String believed; // the last one

  /**
   * None yet.
   *
   * @param callAgain has the roll called at once; with the monitor held
   */
  OrphanedHolds(Engine engine, LockVerbs verbs, LockKeys keys, Runnable callAgain) {
    this.engine = engine;
    this.verbs = verbs;
    this.keys = keys;
    this.callAgain = callAgain;
  }

  /** A roll call names nobody, or an acquisition that is known here. */
  void heardOfNone() {
    suspect = null;
    believed = null;
  }

  /** A roll call names one of this client that does not wait here. */
  void heardOf(String id, long number) {
    if (engine.acquisitions().containsKey(number) || engine.strays().isEnding(id, keys)) {
      heardOfNone();
    } else if (id.equals(suspect)) {
      suspect = null;
      believed = id;
      engine.strays().found(keys, verbs, id);
    } else {
      suspect = id;
      if (!id.equals(believed)) { // or it is being ended, and that takes its time
        callAgain.run();
      }
    }
  }
}
