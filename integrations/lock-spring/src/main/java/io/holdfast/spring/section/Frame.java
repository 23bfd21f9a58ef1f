package io.holdfast.spring.section;

import io.holdfast.lock.Hold;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/**
 * A section that the current thread, or a publisher, is in: a stack of them is linked by {@code
 * outer}. Immutable.
 */
public final class Frame {

  private static final ThreadLocal<Frame> CURRENT = new ThreadLocal<>();

  private final @Nullable Frame outer;
  private final boolean isOfThread;
  private final Set<LockKey> keys;
  private final SortedMap<String, Hold> holds;

  private Frame(
      @Nullable Frame outer, boolean isOfThread, Set<LockKey> keys, SortedMap<String, Hold> holds) {
    this.outer = outer;
    this.isOfThread = isOfThread;
    this.keys = keys;
    this.holds = Collections.unmodifiableSortedMap(holds);
  }

  /** The innermost of this thread. */
  public static Optional<Frame> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  /** The innermost of the publisher with this context. */
  public static Optional<Frame> in(ContextView context) {
    return context.getOrEmpty(Frame.class);
  }

  /** Inside the sections of this thread, with its locks. */
  static Frame ofThread(Wanted wanted, SortedMap<String, Hold> holds) {
    return new Frame(CURRENT.get(), true, keys(wanted), holds);
  }

  /** With handles. */
  static Frame ofHandles(@Nullable Frame outer, Wanted wanted, Grant grant) {
    return new Frame(outer, false, keys(wanted), grant.holds());
  }

  /** Without a lock. */
  static Frame empty(@Nullable Frame outer) {
    return new Frame(outer, true, Set.of(), new TreeMap<>());
  }

  private static Set<LockKey> keys(Wanted wanted) {
    return wanted.names().stream().map(wanted::key).collect(Collectors.toUnmodifiableSet());
  }

  /** What it holds, by name. */
  public SortedMap<String, Hold> holds() {
    return holds;
  }

  /**
   * What it holds, if it is of one name.
   *
   * @throws IllegalStateException if it is of several
   */
  public Optional<Hold> hold() {
    if (holds.size() > 1) {
      throw new IllegalStateException(
          "the current hold is of %s: ask for holds()".formatted(holds.keySet()));
    }
    return holds.values().stream().findFirst();
  }

  /** Runs it inside this frame; what was before is there again afterwards. */
  @Nullable Object run(Work work) throws Throwable {
    Frame before = CURRENT.get();
    CURRENT.set(this);
    try {
      return work.run();
    } finally {
      if (before == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(before);
      }
    }
  }

  /**
   * Refuses a section that would wait for one around it.
   *
   * @param from the innermost around it, if any
   * @param mayEnterAgain whether it is for the thread, which may enter again what it holds
   */
  static void requireNotInside(@Nullable Frame from, Wanted wanted, boolean mayEnterAgain) {
    for (Frame frame = from; frame != null; frame = frame.outer) {
      if (frame.isOfThread && mayEnterAgain) {
        continue;
      }
      for (String name : wanted.names()) {
        if (frame.keys.contains(wanted.key(name))) {
          throw new IllegalStateException(
              ("Lock '%s': asked for inside a section that holds it, and so would wait for itself;"
                      + " only methods that return no stage and no publisher enter again")
                  .formatted(name));
        }
      }
    }
  }
}
