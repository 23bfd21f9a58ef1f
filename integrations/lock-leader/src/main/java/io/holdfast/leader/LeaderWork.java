package io.holdfast.leader;

/** What the leader does, for {@link LeaderElection#lead}. */
@FunctionalInterface
public interface LeaderWork {

  /**
   * Does the work of the leader. This process leads until this returns. Then it is a candidate
   * again, and if nobody else waits, this is called again, at most once in 100 ms. The thread is
   * interrupted when the leadership ends before, unless the work itself resigns or closes the
   * election; then it should return soon, as this process is not a candidate until it does.
   *
   * @throws Exception while the leadership lasts: it is logged as a warning, and this process is a
   *     candidate again after a pause. After its end, this counts as a return
   */
  void lead(Leadership leadership) throws Exception;
}
