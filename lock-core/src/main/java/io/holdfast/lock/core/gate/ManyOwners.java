package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import java.util.HashSet;
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
  private final Set<OwnedHold> handles = new HashSet<>();

  @Override
  public @Nullable OwnedHold of(Thread thread) {
    return byThread.get(thread);
  }

  @Override
  public boolean has(OwnedHold hold) {
    Thread owner = hold.owner();
    return owner == null ? handles.contains(hold) : byThread.get(owner) == hold;
  }

  @Override
  public void add(OwnedHold hold) {
    Thread owner = hold.owner();
    if (owner == null) {
      handles.add(hold);
    } else {
      byThread.put(owner, hold);
    }
  }

  @Override
  public void remove(OwnedHold hold) {
    Thread owner = hold.owner();
    if (owner == null) {
      handles.remove(hold);
    } else {
      byThread.remove(owner, hold);
    }
  }

  @Override
  public List<OwnedHold> displaced() {
    return List.of();
  }

  @Override
  public List<OwnedHold> under(Acquisition acquisition) {
    return all().stream().filter(hold -> hold.acquisition() == acquisition).toList();
  }

  @Override
  public List<OwnedHold> all() {
    return Stream.concat(byThread.values().stream(), handles.stream()).toList();
  }

  @Override
  public boolean isEmpty() {
    return byThread.isEmpty() && handles.isEmpty();
  }
}
