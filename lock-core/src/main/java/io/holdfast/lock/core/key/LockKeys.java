package io.holdfast.lock.core.key;

import java.util.Optional;

/**
 * The keys of one lock; they share one hash tag.
 *
 * @param name the name as the user gave it
 * @param lockKey the holder, expires with the lease
 * @param queueKey tickets and ledger
 * @param kindKey what the kind has besides: entries of those who hold it together with others; at a
 *     node of a quorum, what that knows of itself
 */
public record LockKeys(String name, String lockKey, String queueKey, Optional<String> kindKey) {

  /** Of a kind that one has at a time. */
  public LockKeys(String name, String lockKey, String queueKey) {
    this(name, lockKey, queueKey, Optional.empty());
  }

  /** The same with that key besides. */
  public LockKeys with(String key) {
    return new LockKeys(name, lockKey, queueKey, Optional.of(key));
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

  /** All of them, in the order in which scripts take them. */
  public String[] all() {
    return kindKey.isPresent()
        ? new String[] {lockKey, queueKey, kindKey.get()}
        : new String[] {lockKey, queueKey};
  }
}
