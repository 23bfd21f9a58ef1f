package io.holdfast.spring;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import java.util.Optional;

/**
 * Where {@link Locked} gets its locks. The default makes them of the beans of type {@code
 * HoldfastClient} and {@code RedLocks}. Declare a bean of this type to put others in their place,
 * such as a fake for tests. Any thread.
 */
public interface LocksOfKinds {

  /**
   * The locks of this kind; the same object each time.
   *
   * @param client the name of the bean of the client; the only or primary one if empty
   */
  Locks of(LockKind kind, Optional<String> client);

  /**
   * Called at the start for each locked method, before any lock is needed. Makes no client and does
   * no I/O.
   *
   * @throws IllegalStateException if {@link #of} would not work; the message says what is missing
   */
  default void require(LockKind kind, Optional<String> client) {}
}
