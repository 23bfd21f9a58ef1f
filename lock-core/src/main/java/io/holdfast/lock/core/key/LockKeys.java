package io.holdfast.lock.core.key;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys of one lock; they share one hash tag. */
public final class LockKeys {

  private final String name;
  private final String lockKey;
  private final String queueKey;
  private final @Nullable String kindKey;
  private final String[] all;
  private int slot = -1; // not known yet; any thread may write it: all find the same
  private volatile String @Nullable [] allAndShared; // made with the first question

  /** Of a kind that one has at a time. */
  public LockKeys(String name, String lockKey, String queueKey) {
    this(name, lockKey, queueKey, null);
  }

  private LockKeys(String name, String lockKey, String queueKey, @Nullable String kindKey) {
    this.name = name;
    this.lockKey = lockKey;
    this.queueKey = queueKey;
    this.kindKey = kindKey;
    this.all =
        kindKey == null
            ? new String[] {lockKey, queueKey}
            : new String[] {lockKey, queueKey, kindKey};
  }

  /**
   * The same with that key besides.
   *
   * @param key what the kind has besides: entries of holders that share it; at a node of a quorum,
   *     what that knows of itself
   */
  public LockKeys with(String key) {
    return new LockKeys(name, lockKey, queueKey, key);
  }

  /** The name as the user gave it. */
  public String name() {
    return name;
  }

  /** The key of the holder; expires with the lease. */
  public String lockKey() {
    return lockKey;
  }

  /** The key of tickets and ledger. */
  public String queueKey() {
    return queueKey;
  }

  /** The key that the kind has besides. */
  public Optional<String> kindKey() {
    return Optional.ofNullable(kindKey);
  }

  /** The slot of a cluster that they are in. */
  public int slot() {
    int known = slot;
    if (known < 0) {
      known = Slots.of(lockKey);
      slot = known;
    }
    return known;
  }

  /** What messages call it: {@code Lock 'orders'}, {@code Semaphore 'orders'}. */
  public String title() {
    return noun() + " '" + name + "'";
  }

  /** What it is, for people. */
  public String noun() {
    int behindKind = 0; // from there on the two keys differ: prefix:kind:… and prefix:kindq:…
    while (behindKind < lockKey.length()
        && behindKind < queueKey.length()
        && lockKey.charAt(behindKind) == queueKey.charAt(behindKind)) {
      behindKind++;
    }
    String kind = lockKey.substring(lockKey.lastIndexOf(':', behindKind - 1) + 1, behindKind);
    return switch (kind) {
      case "sem" -> "Semaphore";
      case "pool" -> "Pool";
      case "latch" -> "Latch";
      default -> "Lock";
    };
  }

  /**
   * All of them, in the order in which scripts take them. The same array each time, as every call
   * of a script has it: not to be written to.
   */
  public String[] all() {
    return all;
  }

  /** The same, and behind them that one, which many locks share. The same array each time, too. */
  public String[] allAnd(String shared) {
    String[] known = allAndShared;
    if (known == null || !known[known.length - 1].equals(shared)) {
      known = Arrays.copyOf(all, all.length + 1);
      known[all.length] = shared;
      allAndShared = known;
    }
    return known;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LockKeys that && name.equals(that.name) && Arrays.equals(all, that.all);
  }

  @Override
  public int hashCode() {
    return lockKey.hashCode();
  }

  @Override
  public String toString() {
    return title();
  }
}
