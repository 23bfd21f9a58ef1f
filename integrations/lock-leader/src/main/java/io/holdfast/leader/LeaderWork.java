package io.holdfast.leader;

/** What the leader does, for {@link LeaderElection#lead}. */
@FunctionalInterface
public interface LeaderWork {

  /**
   * Does the work of the leader. This process leads until this returns. Then it is a candidate
   * again, and if nobody else waits, this is called again at once. The thread is interrupted when
   * the leadership ends before, for whatever reason; then it should return soon, as this process is
   * not a candidate until it does.
   *
   * @throws InterruptedException after the leadership has ended: as if it returned
   * @throws Exception anything else is logged, and this process is a candidate again after a pause
   */
  void lead(Leadership leadership) throws Exception;
}
