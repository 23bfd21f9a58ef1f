package io.holdfast.lock.core.engine;

import io.holdfast.lock.LockListener;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs user code: on the executor, holding nothing, and survives what it throws. */
public final class Callbacks {

  private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

  private final Executor executor;
  private final Executor fallback;
  private final List<LockListener> listeners;

  /**
   * With the listeners of the client.
   *
   * @param fallback takes what the executor refuses
   */
  public Callbacks(Executor executor, Executor fallback, List<LockListener> listeners) {
    this.executor = executor;
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

  /** Runs it on the executor, or on the client's own if that refuses. */
  public void run(Runnable userCode) {
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
