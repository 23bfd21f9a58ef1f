package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** At most one hold. */
final class SoleOwner implements Owners {

  // Written under the monitor; read by owners without it.
  private volatile @Nullable OwnedHold current;

  /** The hold, if there is one. Any thread. */
  @Nullable OwnedHold current() {
    return current;
  }

  @Override
  public @Nullable OwnedHold of(Thread thread) {
    OwnedHold hold = current;
    return hold != null && hold.owner() == thread ? hold : null;
  }

  @Override
  public boolean has(OwnedHold hold) {
    return current == hold;
  }

  @Override
  public void add(OwnedHold hold) {
    current = hold;
  }

  @Override
  public void remove(OwnedHold hold) {
    if (current == hold) {
      current = null;
    }
  }

  @Override
  public List<OwnedHold> displaced() {
    return all();
  }

  @Override
  public List<OwnedHold> under(Acquisition acquisition) {
    OwnedHold hold = current;
    return hold != null && hold.acquisition() == acquisition ? List.of(hold) : List.of();
  }

  @Override
  public List<OwnedHold> all() {
    OwnedHold hold = current;
    return hold == null ? List.of() : List.of(hold);
  }

  @Override
  public int size() {
    return current == null ? 0 : 1;
  }

  @Override
  public boolean isEmpty() {
    return current == null;
  }
}
