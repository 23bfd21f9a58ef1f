package io.holdfast.micrometer;

import io.holdfast.lock.LockKind;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The values of the tag {@code lock}: at most a given number, whatever names the application uses.
 * A name that would exceed it has the value {@value #OTHER}. Immutable for its users; remembers the
 * values that it has given. Any thread.
 */
public final class LockTags {

  /** The value for all names beyond the bound. */
  public static final String OTHER = "other";

  /** How many values there are by default. */
  public static final int DEFAULT_MOST = 100;

  private static final int LONGEST = 100;
  private static final String NONE = "all";
  private static final String EMPTY = "unnamed";

  private final LockTagger tagger;
  private final int most;
  private final Set<String> given = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();

  private LockTags(LockTagger tagger, int most) {
    this.tagger = Objects.requireNonNull(tagger, "tagger");
    if (most < 1) {
      throw new IllegalArgumentException("%s lock tags: must be at least 1".formatted(most));
    }
    this.most = most;
  }

  /**
   * The group of a name: what stands before its first colon, so {@code order} for {@code order:42};
   * the whole name if it has none. At most {@value #DEFAULT_MOST} values.
   */
  public static LockTags byGroup() {
    return of((kind, name) -> groupOf(name), DEFAULT_MOST);
  }

  /** The name itself: for applications with few locks. At most {@value #DEFAULT_MOST} values. */
  public static LockTags byName() {
    return of((kind, name) -> name, DEFAULT_MOST);
  }

  /** One value for all. */
  public static LockTags none() {
    return of((kind, name) -> NONE, 1);
  }

  /**
   * What the tagger says.
   *
   * @param most how many values there may be besides {@value #OTHER}
   * @throws IllegalArgumentException if that is less than 1
   */
  public static LockTags of(LockTagger tagger, int most) {
    return new LockTags(tagger, most);
  }

  private static String groupOf(String name) {
    int colon = name.indexOf(':');
    return colon < 0 ? name : name.substring(0, colon);
  }

  /** The value for this lock. */
  String tagOf(LockKind kind, String lockName) {
    String value = shown(tagger.tagOf(kind, lockName));
    if (given.contains(value)) {
      return value;
    }
    if (count.get() >= most) {
      return OTHER;
    }
    return add(value);
  }

  private String add(String value) {
    if (count.incrementAndGet() > most) {
      count.decrementAndGet();
      return given.contains(value) ? value : OTHER;
    }
    if (!given.add(value)) {
      count.decrementAndGet(); // another thread has added it meanwhile
    }
    return value;
  }

  /** Registries drop tags without a value, and show long ones badly. */
  private static String shown(String value) {
    if (value.isEmpty()) {
      return EMPTY;
    }
    return value.length() > LONGEST ? value.substring(0, LONGEST) : value;
  }

  @Override
  public String toString() {
    return "LockTags[%s of at most %s]".formatted(given.size(), most);
  }
}
