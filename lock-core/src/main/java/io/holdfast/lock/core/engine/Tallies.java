package io.holdfast.lock.core.engine;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockStatistics;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The tallies of one client, one for each kind. */
public final class Tallies implements LockStatistics {

  private final Map<LockKind, Tally> byKind = new EnumMap<>(LockKind.class); // never changed
  private final Callbacks callbacks;

  /** Nothing has happened yet. */
  public Tallies(Callbacks callbacks) {
    this.callbacks = callbacks;
    for (LockKind kind : LockKind.values()) {
      byKind.put(kind, new Tally());
    }
  }

  @Override
  public Tally of(LockKind kind) {
    return Objects.requireNonNull(byKind.get(kind), "kind");
  }

  @Override
  public long droppedEvents() {
    return callbacks.dropped();
  }

  @Override
  public String toString() {
    return "%s, dropped events: %s".formatted(byKind, droppedEvents());
  }
}
