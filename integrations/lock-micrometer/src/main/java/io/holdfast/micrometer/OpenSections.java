package io.holdfast.micrometer;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sections of holds that threads own, by the name of the lock; each thread has its own. */
final class OpenSections {

  private final ThreadLocal<@Nullable Map<String, Section>> ofThread = new ThreadLocal<>();

  void put(String lockName, Section section) {
    Map<String, Section> present = ofThread.get();
    if (present == null) {
      present = new HashMap<>();
      ofThread.set(present);
    }
    Section before = present.put(lockName, section);
    if (before != null) {
      before.forgotten();
    }
  }

  /** Whether the current thread has one. */
  boolean has(String lockName) {
    Map<String, Section> present = ofThread.get();
    return present != null && present.containsKey(lockName);
  }

  /** That of the current thread; null if there is none. */
  @Nullable Section take(String lockName) {
    Map<String, Section> present = ofThread.get();
    if (present == null) {
      return null;
    }
    Section section = present.remove(lockName);
    if (present.isEmpty()) {
      ofThread.remove();
    }
    return section;
  }
}
