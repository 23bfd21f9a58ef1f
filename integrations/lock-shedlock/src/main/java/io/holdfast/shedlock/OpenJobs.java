package io.holdfast.shedlock;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The holds whose jobs have not ended, until they are closed. Any thread. The monitor is left
 * before the server is asked for anything.
 */
final class OpenJobs {

  private final Set<JobHold> holds = new HashSet<>(); // guarded by this
  private boolean isClosed; // guarded by this

  synchronized boolean isClosed() {
    return isClosed;
  }

  /**
   * Adds one, in one step with the look whether they are closed: {@link #close()} either finds it
   * here, or has it refused.
   *
   * @return false if they are closed: then its job must not begin
   */
  synchronized boolean add(JobHold hold) {
    return !isClosed && holds.add(hold);
  }

  synchronized int count() {
    return holds.size();
  }

  synchronized void remove(JobHold hold) {
    holds.remove(hold);
  }

  /**
   * Leaves each to the server. A second caller finds those that the first has not left yet, and so
   * waits for them.
   */
  void close() {
    for (JobHold hold : refuseMore()) {
      hold.leave();
      remove(hold);
    }
  }

  private synchronized List<JobHold> refuseMore() {
    isClosed = true;
    return List.copyOf(holds);
  }
}
