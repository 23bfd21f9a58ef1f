package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holders of this client that nobody here knows: their ends were acknowledged, and then lost with
 * the data of the server, so that they are back. They are ended anew. Guarded by the monitor.
 */
final class Revenants {

  /*
   * A roll call may also name one whose release is on its way. So one is believed when two in a row name it, and
   * no release of it is being repeated. There may be a queue of them, whose tickets came back, too: when one has
   * turned out to be there, the roll is called again at once, and as long as it names another one.
   */

  private final Engine engine;
  private final LockVerbs verbs;
  private final LockKeys keys;
  private final Monitor monitor;
  private final Runnable callAgain;

  private @Nullable String suspect; // named by the last roll call
  private boolean areSome;

  /**
   * None yet.
   *
   * @param callAgain has the roll called at once; with the monitor held
   */
  Revenants(Engine engine, LockVerbs verbs, LockKeys keys, Monitor monitor, Runnable callAgain) {
    this.engine = engine;
    this.verbs = verbs;
    this.keys = keys;
    this.monitor = monitor;
    this.callAgain = callAgain;
  }

  /** A roll call names nobody, or one who is known here. */
  void heardOfNone() {
    suspect = null;
    areSome = false;
  }

  /** A roll call names one of this client, with so much time left, that does not wait here. */
  void heardOf(String id, long number, long millisLeft) {
    if (isKnown(id, number)) {
      heardOfNone();
    } else if (id.equals(suspect)) {
      suspect = null;
      end(id, millisLeft);
    } else {
      suspect = id;
      if (areSome) {
        callAgain.run();
      }
    }
  }

  /** Whether it is held here, or will be ended, by itself or by a question for the next. */
  private boolean isKnown(String id, long number) {
    return engine.acquisitions().containsKey(number)
        || engine.releases().isRepeating(id)
        || engine.acquisitions().values().stream()
            .filter(one -> one.demand.keys().equals(keys))
            .anyMatch(one -> one.asking.isToEnd(id));
  }

  private void end(String id, long millisLeft) {
    engine
        .releases()
        .release(
            new Releases.End(
                verbs,
                keys,
                new Verbs.Departure(id, true, Verbs.Debt.POSSIBLE),
                TimeUnit.MILLISECONDS.toNanos(millisLeft),
                monitor))
        .whenComplete(
            (wasThere, thrown) ->
                monitor.run(
                    () -> {
                      areSome = Boolean.TRUE.equals(wasThere);
                      if (areSome) {
                        callAgain.run();
                      }
                    }));
  }
}
