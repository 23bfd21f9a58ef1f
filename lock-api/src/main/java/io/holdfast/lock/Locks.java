package io.holdfast.lock;

import java.util.Collection;

/**
 * The locks of one kind, by name. All objects of one name are the same lock, and equal, whatever
 * their options; they are light, and making one costs no I/O. Objects of different clients or
 * kinds, or of the two sides of a read-write lock, are not equal; a quorum's {@code RedLocks}
 * counts as a client of its own. A lock and its decorator are not equal, nor are two {@link
 * MultiLock}s of the same names. Any thread.
 *
 * <p>Code that is written against this interface works with every kind: plain, fair and quorum
 * locks, and either side of the read-write locks.
 */
public interface Locks {

  /**
   * The lock of this name.
   *
   * @throws IllegalArgumentException if the name is longer than 1024 bytes of UTF-8 or not
   *     well-formed Unicode
   */
  DistributedLock get(String name);

  /**
   * The same lock, with these options for methods that take none. The wait of the options counts
   * for {@code acquire} and similar methods, not for {@code lock()}.
   */
  DistributedLock get(String name, AcquireOptions options);

  /**
   * The locks of all these names as one: acquired together, or not at all. Duplicate names count
   * once; the order of the names does not matter.
   *
   * <pre>{@code
   * try (MultiHold both = locks.all(List.of("account:1", "account:2")).acquire()) {
   *   transfer(both.tokens());
   * }
   * }</pre>
   *
   * @throws IllegalArgumentException if there is no name, or one that is null, too long or not
   *     well-formed
   */
  default MultiLock all(Collection<String> names) {
    return SortedMultiLock.of(this, names);
  }
}
