package io.holdfast.lock.testkit.local;

import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Tells the listeners of one client. Called in the order of events, under the space's monitor. */
final class LocalEvents {

  private final LocalCallbacks callbacks;
  private final String clientLabel;
  private final List<LockListener> listeners;

  LocalEvents(LocalCallbacks callbacks, String clientLabel, List<LockListener> listeners) {
    this.callbacks = callbacks;
    this.clientLabel = clientLabel;
    this.listeners = listeners;
  }

  void acquired(LocalHold hold, long waitedNanos) {
    LockEvent event = event(hold);
    tell(listener -> listener.acquired(event, Duration.ofNanos(waitedNanos)));
  }

  void failed(String lockName, long waitedNanos, LockListener.Why why) {
    AttemptEvent attempt = new AttemptEvent(LockKind.PLAIN, lockName, clientLabel);
    tell(listener -> listener.failed(attempt, Duration.ofNanos(waitedNanos), why));
  }

  void released(LocalHold hold, long heldNanos) {
    LockEvent event = event(hold);
    tell(listener -> listener.released(event, Duration.ofNanos(heldNanos)));
  }

  void renewed(LocalHold hold) {
    LockEvent event = event(hold);
    tell(listener -> listener.renewed(event));
  }

  /** Not delayed by other events. */
  void lost(LocalHold hold, LossCause cause, long heldNanos) {
    LockEvent event = event(hold);
    listeners.forEach(
        listener -> callbacks.run(() -> listener.lost(event, cause, Duration.ofNanos(heldNanos))));
  }

  private void tell(Consumer<LockListener> telling) {
    listeners.forEach(listener -> callbacks.runInOrder(() -> telling.accept(listener)));
  }

  private LockEvent event(LocalHold hold) {
    return new LockEvent(LockKind.PLAIN, hold.lockName(), hold.token(), clientLabel);
  }
}
