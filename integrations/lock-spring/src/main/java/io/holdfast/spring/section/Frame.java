package io.holdfast.spring.section;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockKind;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/**
 * A section that the current thread, or a publisher, is in: a stack of them is linked by {@code
 * outer}. It is over when its holds are no longer valid. Any thread.
 */
public final class Frame {

  private static final ThreadLocal<Frame> CURRENT = new ThreadLocal<>();

  private final boolean isOfThread;
  private final boolean isReading;
  private final Map<LockKey, Hold> keys;
  private final SortedMap<String, Hold> holds;

  /** Written when it is found that the one there is over; a lost write is made up for later. */
  private volatile @Nullable Frame outer;

  private Frame(
      @Nullable Frame outer,
      boolean isOfThread,
      boolean isReading,
      Map<LockKey, Hold> keys,
      SortedMap<String, Hold> holds) {
    this.outer = living(outer);
    this.isOfThread = isOfThread;
    this.isReading = isReading;
    this.keys = keys;
    this.holds = Collections.unmodifiableSortedMap(holds);
  }

  /**
   * The first from here that is not over. Those that are over are unlinked, so that stages that
   * each begin the next one make no chain that grows.
   */
  private static @Nullable Frame living(@Nullable Frame from) {
    Frame first = from;
    while (first != null && first.isOver()) {
      first = first.outer;
    }
    if (first != null) {
      first.outer = living(first.outer);
    }
    return first;
  }

  private boolean isOver() {
    return holds.values().stream().noneMatch(Hold::isValid);
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
    return new Frame(CURRENT.get(), true, isReading(wanted), keys(wanted, holds), holds);
  }

  /** With handles. */
  static Frame ofHandles(@Nullable Frame outer, Wanted wanted, Grant grant) {
    SortedMap<String, Hold> holds = grant.holds();
    return new Frame(outer, false, isReading(wanted), keys(wanted, holds), holds);
  }

  /** Without a lock. */
  static Frame empty(@Nullable Frame outer) {
    return new Frame(outer, true, false, Map.of(), new TreeMap<>());
  }

  private static boolean isReading(Wanted wanted) {
    return wanted.kind() == LockKind.READ;
  }

  private static Map<LockKey, Hold> keys(Wanted wanted, SortedMap<String, Hold> holds) {
    Map<LockKey, Hold> keys = new HashMap<>();
    holds.forEach((name, hold) -> keys.put(wanted.key(name), hold));
    return Map.copyOf(keys);
  }

  /** The next one around it; for tests. */
  @Nullable Frame outer() {
    return outer;
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
          "the current section holds several locks, %s: use holds()".formatted(holds.keySet()));
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
      boolean mayEnter = frame.isOfThread && mayEnterAgain;
      for (String name : wanted.names()) {
        Hold held = frame.keys.get(wanted.key(name));
        if (held == null || !held.isValid()) {
          continue;
        }
        if (!mayEnter) {
          throw new IllegalStateException(
              ("Lock '%s': requested inside a section that holds it, so it would wait for itself;"
                      + " only methods that return neither a stage nor a publisher are reentrant")
                  .formatted(name));
        }
        if (frame.isReading && wanted.kind() == LockKind.WRITE && !wanted.isHeldByThread(name)) {
          throw new IllegalStateException(
              ("Lock '%s': requested for writing inside a section that holds it for reading, so it would"
                      + " wait for itself: take the write lock outside")
                  .formatted(name));
        }
      }
    }
  }
}
