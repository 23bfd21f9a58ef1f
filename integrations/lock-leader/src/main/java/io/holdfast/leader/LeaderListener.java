package io.holdfast.leader;

/**
 * Hears when this process begins to lead, and when it no longer does.
 *
 * <p>An election calls its listener in a thread of its own, one call at a time: {@code granted},
 * then {@code revoked} of the same leadership, then {@code granted} of the next. Each {@code
 * granted} is followed by one {@code revoked}. What one call has written is visible to the next. No
 * lock of this module is held meanwhile, so both may take as long as they need, take locks, and
 * call any method of the election.
 */
@FunctionalInterface
public interface LeaderListener {

  /**
   * This process leads. It still leads when this returns. Long work belongs in another thread, or
   * in {@link LeaderElection#lead}: while this runs, {@link #revoked} cannot be called. {@link
   * Leadership#isValid()} and {@link Leadership#onRevoked} tell of the end all the same.
   *
   * @throws Exception to give up this leadership: it is logged, {@link #revoked} is called, the
   *     lock is released, and this process is a candidate again after a pause
   */
  void granted(Leadership leadership) throws Exception;

  /**
   * This process no longer leads: stop the work, and return when it has stopped. After {@link
   * Leadership#resign()} and {@link LeaderElection#close()} the lock is released when this returns,
   * so no other process leads before, unless the lock is lost meanwhile: then the log has a
   * warning. After a loss ({@link Leadership#lossCause()}) another may lead already. This process
   * is not a candidate before this returns. What it throws is logged.
   */
  default void revoked(Leadership leadership) {}
}
