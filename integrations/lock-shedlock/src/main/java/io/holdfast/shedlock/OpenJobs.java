package io.holdfast.shedlock;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The holds whose jobs have not ended, until they are closed. Any thread. */
final class OpenJobs {

  private final Set<JobHold> holds = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  boolean isClosed() {
    return isClosed;
  }

  /** Adds one. False if they are closed: then its job must not begin, and the hold has ended. */
  boolean add(JobHold hold) {
    holds.add(hold);
    if (!isClosed) {
      return true;
    }
    if (holds.remove(hold)) { // otherwise close() has it
      hold.giveBack();
    }
    return false;
  }

  int count() {
    return holds.size();
  }

  void remove(JobHold hold) {
    holds.remove(hold);
  }

  /** Leaves each to the server, as long as its lease would last. */
  void close() {
    isClosed = true;
    for (JobHold hold : List.copyOf(holds)) {
      if (holds.remove(hold)) {
        hold.leave();
      }
    }
  }
}
