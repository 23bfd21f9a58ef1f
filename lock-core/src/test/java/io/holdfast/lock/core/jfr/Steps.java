package io.holdfast.lock.core.jfr;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What happens at the steps of each {@link HostileEvent}, for all {@link SecondCore cores}. */
public final class Steps {

  private static final Map<String, Runnable> ACTIONS = new ConcurrentHashMap<>();

  private Steps() {}

  /** From now on this happens there. */
  static void when(String step, Runnable action) {
    ACTIONS.put(step, action);
  }

  /** From now on nothing happens anywhere. */
  static void clear() {
    ACTIONS.clear();
  }

  /** It is reached. */
  public static void at(String step) {
    ACTIONS.getOrDefault(step, () -> {}).run();
  }
}
