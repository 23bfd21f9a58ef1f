package io.holdfast.lock.core.engine;

import io.holdfast.lock.LockListener;
import io.holdfast.lock.core.key.LockKeys;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs user code, holding nothing, and survives what it throws: events one after the other,
 * completions of futures, and the work behind them, wherever there is a thread.
 */
public final class Callbacks {

  private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

  private final AtomicBoolean isLateTold = new AtomicBoolean();
  private final Handover events;
  private final Handover completions;
  private final List<LockListener> listeners;

  /**
   * With the listeners of the client.
   *
   * @param events runs what listeners and callbacks are told; in order, if it keeps one
   * @param completions runs what completes futures, and with them what users hung on to them
   */
  public Callbacks(Handover events, Handover completions, List<LockListener> listeners) {
    this.events = events;
    this.completions = completions;
    this.listeners = List.copyOf(listeners);
  }

  /** Whether anybody listens to events. */
  public boolean hasListeners() {
    return !listeners.isEmpty();
  }

  /** Tells every listener. */
  public void tell(Consumer<LockListener> event) {
    for (LockListener listener : listeners) {
      run(() -> event.accept(listener));
    }
  }

  /** Runs what tells somebody of something. */
  public void run(Runnable userCode) {
    events.execute(userCode);
  }

  /** What completes a future was not run in time, and what it was given is reclaimed. */
  public void tellLate(LockKeys keys, Duration limit) {
    if (isLateTold.compareAndSet(false, true)) {
      LOG.warn(
          "{}: within {} ms the callback executor has not run what completes a future; what that was given is released, and asked for again when the executor comes to it. This is said once",
          keys.title(),
          limit.toMillis());
    } else {
      LOG.debug("{}: the callback executor is late again", keys.title());
    }
  }

  /** Runs what completes a future. */
  public void complete(Runnable userCode) {
    completions.execute(userCode);
  }
}
