package io.holdfast.lock.core.engine;

import io.holdfast.lock.LockListener;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs user code, holding nothing, and survives what it throws: events one after the other,
 * completions of futures, and the work behind them, wherever there is a thread.
 */
public final class Callbacks {

  private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

  private final Executor events;
  private final Executor completions;
  private final Executor fallback;
  private final List<LockListener> listeners;

  /**
   * With the listeners of the client.
   *
   * @param events runs what listeners and callbacks are told; in order, if it keeps one
   * @param completions runs what completes futures, and with them what users hung on to them
   * @param fallback takes what the others refuse
   */
  public Callbacks(
      Executor events, Executor completions, Executor fallback, List<LockListener> listeners) {
    this.events = events;
    this.completions = completions;
    this.fallback = fallback;
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

  /** Runs what tells somebody of something, or on the client's own thread if that is refused. */
  public void run(Runnable userCode) {
    execute(events, userCode);
  }

  /** Runs what completes a future, or on the client's own thread if that is refused. */
  public void complete(Runnable userCode) {
    execute(completions, userCode);
  }

  private void execute(Executor executor, Runnable userCode) {
    Runnable guarded = () -> guard(userCode);
    try {
      executor.execute(guarded);
    } catch (RejectedExecutionException e) {
      LOG.warn("The callback executor refused a task; it runs on the client's own thread");
      runOnFallback(guarded);
    }
  }

  private void runOnFallback(Runnable guarded) {
    try {
      fallback.execute(guarded);
    } catch (RejectedExecutionException e) {
      guarded.run(); // the client is closed, and with it its thread
    }
  }

  private static void guard(Runnable userCode) {
    try {
      userCode.run();
    } catch (RuntimeException | Error e) {
      LOG.warn("A callback failed", e);
    }
  }
}
