package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.key.LockKeys;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The gates of one kind in one client: one for each name that is in use now. Any thread. */
public final class Gates {

  private final Engine engine;
  private final Verbs verbs;
  private final String clientDescription;
  private final Losses losses = new Losses();
  private final Map<String, Gate> byKey = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  /** None in use yet. */
  public Gates(Engine engine, Verbs verbs, String clientDescription) {
    this.engine = engine;
    this.verbs = verbs;
    this.clientDescription = clientDescription;
  }

  Engine engine() {
    return engine;
  }

  Losses losses() {
    return losses;
  }

  /** The gate of this name if it is in use. */
  @Nullable Gate find(LockKeys keys) {
    return byKey.get(keys.lockKey());
  }

  /** Has the waiter enter the gate of that name. */
  Gate enter(LockKeys keys, Waiter waiter) {
    while (true) {
      requireOpen();
      Gate gate = byKey.computeIfAbsent(keys.lockKey(), key -> new Gate(this, engine, verbs, keys));
      if (isClosed) {
        gate.close(this::closed); // it may have come after the others were closed
      }
      if (gate.enter(waiter)) {
        return gate;
      }
      Thread.onSpinWait(); // it is just being removed
    }
  }

  void remove(Gate gate) {
    byKey.remove(gate.keys().lockKey(), gate);
  }

  /** Throws if the client is closed. */
  void requireOpen() {
    if (isClosed) {
      throw closed();
    }
  }

  private ClientClosedException closed() {
    return new ClientClosedException(clientDescription + " is closed");
  }

  /** How many names are in use. */
  public int size() {
    return byKey.size();
  }

  /** Declares every hold lost, releases it, and fails all who wait. */
  public void close() {
    isClosed = true;
    byKey.values().forEach(gate -> gate.close(this::closed));
  }
}
