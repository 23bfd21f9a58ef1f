package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Callbacks;
import io.holdfast.lock.core.engine.Monitor;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listeners, and the callbacks of a hold, what happens to the holds of one name, in the
 * order in which it happened. What happens under the monitor is told when it was let go: an
 * executor may run user code on the spot.
 */
final class Events {

  private static final Logger LOG = LoggerFactory.getLogger(Events.class);

  private final Callbacks callbacks;
  private final Monitor monitor;
  private final String lockName;

  // In order; handed to the executor by one thread at a time, or two could overtake each other.
  private final Queue<Runnable> happened = new ConcurrentLinkedQueue<>();
  private final AtomicInteger toTell = new AtomicInteger();
  private final AtomicInteger unanswered = new AtomicInteger(); // releases, that are told then
  private final Runnable whenAllTold;
  private final Runnable telling = this::tellAll;
  private volatile boolean isAwaited; // that all are told

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
      unanswered.incrementAndGet();
      answer.whenComplete(
          (wasHeld, thrown) -> {
            if (thrown != null || wasHeld) {
              happened.add(() -> callbacks.tell(listener -> listener.released(lockName, token)));
            }
            unanswered.decrementAndGet(); // after that, or it would be counted nowhere
            tellSoon();
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
    add(() -> callbacks.run(() -> callback.accept(cause)));
  }

  private void tell(Consumer<LockListener> event) {
    if (callbacks.hasListeners()) {
      add(() -> callbacks.tell(event));
    }
  }

  private void add(Runnable event) {
    happened.add(event);
    tellSoon();
  }

  private void tellSoon() {
    if (monitor.isHeldByCurrentThread()) {
      monitor.lastly(telling);
    } else {
      tellAll();
    }
  }

  /**
   * An executor of the application may throw whatever it likes; the next event is told all the
   * same.
   */
  private static void attempt(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException | Error e) {
      LOG.error("An event could not be told", e);
    }
  }

  /**
   * Whether whatever is told from now on comes behind what has happened, and nothing is to come. If
   * not, the gate hears of it: the events of another gate of this name could overtake those of this
   * one.
   */
  boolean isAllTold() {
    if (isNothingLeft()) {
      return true;
    }
    isAwaited = true; // before one more look: who tells the last one looks at it after that
    return isNothingLeft();
  }

  private boolean isNothingLeft() {
    // In this order: it is answered, then it has happened, is taken out, and told.
    return unanswered.get() == 0 && happened.isEmpty() && toTell.get() == 0;
  }

  private void tellAll() {
    if (toTell.getAndIncrement() > 0) {
      return; // another thread is at it, and will look again
    }
    int seen = 1;
    while (seen > 0) {
      for (Runnable event = happened.poll(); event != null; event = happened.poll()) {
        attempt(event);
      }
      seen = toTell.addAndGet(-seen);
    }
    if (isAwaited) {
      isAwaited = false;
      whenAllTold.run();
    }
  }
}
