package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Any number of holds, one for each thread, and handles. */
final class ManyOwners implements Owners {

  // Written under the monitor; read by owners without it.
  private final Map<Thread, OwnedHold> byThread = new ConcurrentHashMap<>();

  // Guarded by the monitor. Each hold is in one of them, so that thousands of acquisitions can be
  // looked at one by one.
  private final IdentityHashMap<Acquisition, OwnedHold> aloneUnder = new IdentityHashMap<>();
  private final IdentityHashMap<Acquisition, Set<OwnedHold>> severalUnder = new IdentityHashMap<>();

  @Override
  public @Nullable OwnedHold of(Thread thread) {
    return byThread.get(thread);
  }

  @Override
  public boolean has(OwnedHold hold) {
    Thread owner = hold.owner();
    return owner == null ? isUnderItsAcquisition(hold) : byThread.get(owner) == hold;
  }

  private boolean isUnderItsAcquisition(OwnedHold hold) {
    return aloneUnder.get(hold.acquisition()) == hold
        || severalUnder.getOrDefault(hold.acquisition(), Set.of()).contains(hold);
  }

  @Override
  public void add(OwnedHold hold) {
    Thread owner = hold.owner();
    OwnedHold before = owner == null ? null : byThread.put(owner, hold);
    if (before != null) {
      removeFromItsAcquisition(before);
    }
    Set<OwnedHold> others = severalUnder.get(hold.acquisition());
    if (others != null) {
      others.add(hold);
      return;
    }
    OwnedHold other = aloneUnder.putIfAbsent(hold.acquisition(), hold);
    if (other != null) {
      aloneUnder.remove(hold.acquisition());
      severalUnder.put(hold.acquisition(), new HashSet<>(List.of(other, hold)));
    }
  }

  @Override
  public void remove(OwnedHold hold) {
    Thread owner = hold.owner();
    if (owner != null) {
      byThread.remove(owner, hold);
    }
    removeFromItsAcquisition(hold);
  }

  private void removeFromItsAcquisition(OwnedHold hold) {
    if (aloneUnder.remove(hold.acquisition(), hold)) {
      return;
    }
    Set<OwnedHold> others = severalUnder.get(hold.acquisition());
    if (others != null && others.remove(hold) && others.isEmpty()) {
      severalUnder.remove(hold.acquisition());
    }
  }

  @Override
  public List<OwnedHold> displaced() {
    return List.of();
  }

  @Override
  public List<OwnedHold> under(Acquisition acquisition) {
    OwnedHold alone = aloneUnder.get(acquisition);
    return alone == null
        ? List.copyOf(severalUnder.getOrDefault(acquisition, Set.of()))
        : List.of(alone);
  }

  @Override
  public List<OwnedHold> all() {
    return Stream.concat(
            aloneUnder.values().stream(), severalUnder.values().stream().flatMap(Set::stream))
        .toList();
  }

  @Override
  public int size() {
    return aloneUnder.size() + severalUnder.values().stream().mapToInt(Set::size).sum();
  }

  @Override
  public boolean isEmpty() {
    return aloneUnder.isEmpty() && severalUnder.isEmpty();
  }
}
