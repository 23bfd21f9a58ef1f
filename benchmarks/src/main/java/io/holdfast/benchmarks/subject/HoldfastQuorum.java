package io.holdfast.benchmarks.subject;

import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.redlock.RedLockSettings;
import io.holdfast.lock.redlock.RedLocks;
import java.util.List;

/**
 * Holdfast's quorum lock as its README shows it, with default settings. Without the quarantine: the
 * servers have just started, and forget nothing while it matters.
 *
 * <p>It does not tell how many rounds it has lost; what the servers are asked does.
 */
final class HoldfastQuorum {

  private HoldfastQuorum() {}

  static LockSubject open(List<String> uris) {
    RedLocks locks =
        RedLocks.connect(
            RedLockSettings.builder().quarantine(false).build(),
            HoldfastSettings.defaults(),
            uris.toArray(String[]::new));
    return new QuorumSubject(
        name -> new HoldfastSubject.Handle(locks.get(name)), () -> 0, locks::close);
  }
}
