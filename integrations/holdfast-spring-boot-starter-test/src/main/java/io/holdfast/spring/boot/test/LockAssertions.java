package io.holdfast.spring.boot.test;

import io.holdfast.lock.DistributedLock;

/** Where assertions on locks begin. */
public final class LockAssertions {

  private LockAssertions() {}

  /**
   * On the plain lock of this name; that of a quorum where the application has no other locks, of
   * the application that is tested.
   *
   * @throws IllegalStateException outside a test with {@link AutoConfigureHoldfast}, or if the
   *     application has no client and no locks, or several
   */
  public static LockAssert assertThatLock(String name) {
    return assertThatLock(
        CurrentClientListener.current()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "Lock '%s': no client is known. The test class needs @AutoConfigureHoldfast, and the application one HoldfastClient or Locks; otherwise give assertThatLock the lock"
                            .formatted(name)))
            .get(name));
  }

  /** On this lock. */
  public static LockAssert assertThatLock(DistributedLock lock) {
    return new LockAssert(lock);
  }
}
