package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Callbacks;
import io.holdfast.lock.core.engine.Monitor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Tells the listeners, and the callbacks of a hold, what happens to the holds of one name. What
 * happens under the monitor is told when it was let go: an executor may run user code on the spot.
 */
final class Events {

  private final Callbacks callbacks;
  private final Monitor monitor;
  private final String lockName;

  Events(Callbacks callbacks, Monitor monitor, String lockName) {
    this.callbacks = callbacks;
    this.monitor = monitor;
    this.lockName = lockName;
  }

  /** Called without the monitor, by the waiter. */
  void acquired(OwnedHold hold, long waitedNanos) {
    if (callbacks.hasListeners()) {
      Duration waited = Duration.ofNanos(waitedNanos);
      callbacks.tell(listener -> listener.acquired(lockName, hold.token(), waited));
    }
  }

  /** Told when the server has not said that it was lost before. */
  void ended(OwnedHold hold, boolean isPassedOn, CompletableFuture<Boolean> answer) {
    if (!callbacks.hasListeners()) {
      return;
    }
    if (isPassedOn) {
      tell(listener -> listener.passedOn(lockName, hold.token()));
    } else {
      monitor.afterwards(
          () ->
              answer.whenComplete(
                  (wasHeld, thrown) -> {
                    if (thrown != null || wasHeld) {
                      callbacks.tell(listener -> listener.released(lockName, hold.token()));
                    }
                  }));
    }
  }

  void renewed(OwnedHold hold) {
    tell(listener -> listener.renewed(lockName, hold.token()));
  }

  void lost(OwnedHold hold, LossCause cause) {
    for (Consumer<LossCause> callback : hold.takeCallbacks()) {
      run(callback, cause);
    }
    tell(listener -> listener.lost(lockName, hold.token(), cause));
  }

  private void tell(Consumer<LockListener> event) {
    if (callbacks.hasListeners()) {
      monitor.afterwards(() -> callbacks.tell(event));
    }
  }

  void run(Consumer<LossCause> callback, LossCause cause) {
    monitor.afterwards(() -> callbacks.run(() -> callback.accept(cause)));
  }
}
