package io.holdfast.shedlock;

import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/** What ShedLock has of a hold until it unlocks or extends it; then it has none, or another. */
final class JobLock implements SimpleLock {

  private final JobHold held;
  private final String name;

  JobLock(JobHold held, String name) {
    this.held = held;
    this.name = name;
  }

  @Override
  public void unlock() {
    held.unlock(this);
  }

  @Override
  public Optional<SimpleLock> extend(Duration lockAtMostFor, Duration lockAtLeastFor) {
    // It refuses what ShedLock refuses everywhere, as a least time above the longest.
    return held.extend(
        this, new LockConfiguration(ClockProvider.now(), name, lockAtMostFor, lockAtLeastFor));
  }

  @Override
  public String toString() {
    return "SimpleLock of " + held;
  }
}
