package io.holdfast.micrometer;

import io.holdfast.lock.Hold;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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

  /** A thread is inside. Of one thread. */
  static final class Open {

    private final Section section;
    private @Nullable Hold hold; // null if there was none when it was looked for
    private int entries = 1;

    Open(Section section, @Nullable Hold hold) {
      this.section = section;
      this.hold = hold;
    }

    Section section() {
      return section;
    }

    void enterAgain() {
      entries++;
    }

    /** Whether this was the last exit. */
    boolean leave() {
      entries--;
      return entries <= 0;
    }

    /** Whether its thread is still inside. Behind a wait for a signal it has another hold. */
    boolean isAlive(Supplier<Optional<Hold>> current) {
      Hold known = hold;
      if (known == null || !known.isValid()) {
        hold = current.get().orElse(null);
      }
      return hold != null;
    }
  }

  private static final ThreadLocal<@Nullable Map<Key, Open>> OF_THREAD = new ThreadLocal<>();

  void put(String lockName, Open open) {
    Map<Key, Open> present = OF_THREAD.get();
    if (present == null) {
      present = new HashMap<>();
      OF_THREAD.set(present);
    }
    Open before = present.put(new Key(this, lockName), open);
    if (before != null) {
      before.section().forgotten();
    }
  }

  /** That of the current thread; null if there is none. */
  @Nullable Open of(String lockName) {
    Map<Key, Open> present = OF_THREAD.get();
    return present == null ? null : present.get(new Key(this, lockName));
  }

  /** The thread is inside no more. */
  void remove(String lockName, Open open) {
    Map<Key, Open> present = OF_THREAD.get();
    if (present != null && present.remove(new Key(this, lockName), open) && present.isEmpty()) {
      OF_THREAD.remove();
    }
  }
}
