package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Callbacks;
import io.holdfast.lock.core.engine.Monitor;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the holds of one name, told to the listeners and to the callbacks of a hold, in
 * the order in which it happened. What happens under the monitor is told when it was let go: an
 * executor may run user code on the spot.
 */
final class Events {

  private static final AtomicReferenceFieldUpdater<Events, Telling> TELLING =
      AtomicReferenceFieldUpdater.newUpdater(Events.class, Telling.class, "telling");

  private final Callbacks callbacks;
  private final Monitor monitor;
  private final String lockName;
  private final Runnable whenAllTold;
  private volatile @Nullable Telling telling; // made with the first event: mostly nobody listens

  /**
   * None yet.
   *
   * @param whenAllTold run without the monitor, when all are told and somebody waits for that
   */
  Events(Callbacks callbacks, Monitor monitor, String lockName, Runnable whenAllTold) {
    this.callbacks = callbacks;
    this.monitor = monitor;
    this.lockName = lockName;
    this.whenAllTold = whenAllTold;
  }

  /** Called without the monitor, by the waiter. */
  void acquired(OwnedHold hold, long waitedNanos) {
    if (callbacks.hasListeners()) {
      Duration waited = Duration.ofNanos(waitedNanos);
      tell(listener -> listener.acquired(lockName, hold.token(), waited));
    }
  }

  void passedOn(OwnedHold hold) {
    if (callbacks.hasListeners()) {
      tell(listener -> listener.passedOn(lockName, hold.token()));
    }
  }

  /** Told when the server has answered, unless it says that it was lost before. */
  void released(long token, CompletableFuture<Boolean> answer) {
    if (callbacks.hasListeners()) {
      Telling teller = telling();
      teller.announce();
      answer.whenComplete(
          (wasHeld, thrown) -> {
            if (thrown != null || wasHeld) {
              teller.happened(() -> callbacks.tell(to -> to.released(lockName, token)));
            } else {
              teller.didNotHappen();
            }
          });
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

  void run(Consumer<LossCause> callback, LossCause cause) {
    telling().tell(() -> callbacks.run(() -> callback.accept(cause)));
  }

  private void tell(Consumer<LockListener> event) {
    if (callbacks.hasListeners()) {
      telling().tell(() -> callbacks.tell(event));
    }
  }

  private Telling telling() {
    if (telling == null) {
      TELLING.compareAndSet(this, null, new Telling(monitor, whenAllTold));
    }
    return Objects.requireNonNull(telling, "it was made just now");
  }

  /**
   * Whether whatever is told from now on comes behind what has happened, and nothing is to come. If
   * not, the gate hears of it: the events of another gate of this name could overtake those of this
   * one.
   */
  boolean isAllTold() {
    Telling teller = telling;
    return teller == null || teller.isOver();
  }
}
