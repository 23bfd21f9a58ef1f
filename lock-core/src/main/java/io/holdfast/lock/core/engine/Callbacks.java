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
  private final List<LockListener> listeners;

  /** With the listeners of the client. */
  public Callbacks(Executor executor, List<LockListener> listeners) {
    this.executor = executor;
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

  /** Runs it on the executor; on the spot only if the executor refuses. */
  public void run(Runnable userCode) {
    Runnable guarded = () -> guard(userCode);
    try {
      executor.execute(guarded);
    } catch (RejectedExecutionException e) {
      LOG.warn("The callback executor refused a task; it runs on {}", Thread.currentThread());
      guarded.run();
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
