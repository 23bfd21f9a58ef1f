package io.holdfast.micrometer;

import io.holdfast.lock.LockKind;

/**
 * Makes the value of the tag {@code lock} from the name of a lock. Called by any thread in the
 * midst of its work with the lock: it must return at once.
 *
 * <p>The same name and kind should always give the same value. {@link LockTags} bounds how many
 * values there are.
 */
@FunctionalInterface
public interface LockTagger {

  /** The value for this lock. */
  String tagOf(LockKind kind, String lockName);
}
