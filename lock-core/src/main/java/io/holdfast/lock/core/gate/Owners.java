package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The holds of one name in this client. Guarded by the gate's monitor, but for {@link #of}. */
public sealed interface Owners permits SoleOwner, ManyOwners {

  /** At most one at a time. */
  static Owners one() {
    return new SoleOwner();
  }

  /** Any number: one for each thread, and any number of handles. */
  static Owners many() {
    return new ManyOwners();
  }

  /** The hold of this thread, valid or not; null if it has none. Any thread. */
  @Nullable OwnedHold of(Thread thread);

  /** Whether it is one of them. */
  boolean has(OwnedHold hold);

  /** One more, or the only one now. */
  void add(OwnedHold hold);

  /** One less. */
  void remove(OwnedHold hold);

  /** Those that cannot be, if the server has just given the lock to somebody else here. */
  List<OwnedHold> displaced();

  /** Those under one acquisition. */
  List<OwnedHold> under(Acquisition acquisition);

  /** All of them. */
  List<OwnedHold> all();

  /** How many they are. */
  int size();

  /** Whether there is none. */
  boolean isEmpty();
}
