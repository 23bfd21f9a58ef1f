package io.holdfast.micrometer;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sections of holds that threads own, by the name of the lock; each thread has its own. */
final class OpenSections {

  /**
   * By what a section is found.
   *
   * @param locks by identity
   * @param lockName of the lock
   */
  private record Key(OpenSections locks, String lockName) {}

  private static final ThreadLocal<@Nullable Map<Key, Section>> OF_THREAD = new ThreadLocal<>();

  void put(String lockName, Section section) {
    Map<Key, Section> present = OF_THREAD.get();
    if (present == null) {
      present = new HashMap<>();
      OF_THREAD.set(present);
    }
    Section before = present.put(new Key(this, lockName), section);
    if (before != null) {
      before.forgotten();
    }
  }

  /** Whether the current thread has one. */
  boolean has(String lockName) {
    Map<Key, Section> present = OF_THREAD.get();
    return present != null && present.containsKey(new Key(this, lockName));
  }

  /** That of the current thread; null if there is none. */
  @Nullable Section take(String lockName) {
    Map<Key, Section> present = OF_THREAD.get();
    if (present == null) {
      return null;
    }
    Section section = present.remove(new Key(this, lockName));
    if (present.isEmpty()) {
      OF_THREAD.remove();
    }
    return section;
  }
}
