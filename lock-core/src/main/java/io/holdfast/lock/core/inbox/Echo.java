package io.holdfast.lock.core.inbox;

/**
 * What an answer says of the echo that the server published for its question ({@code tell.lua}).
 */
public final class Echo {

  private static final long IN_SLOT = 1_000_000;
  private static final long REFUSED_IN_SLOT = -3;

  private Echo() {}

  /** Whether it was published, or should have been, in the slot of the lock. */
  static boolean isInSlot(long said) {
    return said >= IN_SLOT || said == REFUSED_IN_SLOT;
  }

  /** Whether a script may not publish where it should have been. */
  public static boolean isRefused(long said) {
    return said < 0;
  }

  /** How many were there to hear it. */
  public static long listeners(long said) {
    return said >= IN_SLOT ? said - IN_SLOT : Math.max(0, said);
  }
}
