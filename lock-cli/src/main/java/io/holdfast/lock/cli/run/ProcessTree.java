package io.holdfast.lock.cli.run;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The command's process and all that descend from it, as far as they were seen. Who descends from
 * it cannot be found any more once it has ended, so all are remembered before they are told to end.
 * Any thread.
 */
final class ProcessTree {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Process root;
  private final Set<ProcessHandle> seen = new LinkedHashSet<>(); // guarded by this

  ProcessTree(Process root) {
    this.root = root;
  }

  /** Looks who is there now, and remembers them; who of all remembered runs, the root first. */
  synchronized List<ProcessHandle> look() {
    if (root.isAlive()) {
      seen.add(root.toHandle());
      root.descendants().forEach(seen::add);
    }
    return running();
  }

  /** Remembers these, too: they were there when the command still ran. */
  synchronized void remember(List<ProcessHandle> others) {
    seen.addAll(others);
  }

  /** Who still runs of those that were remembered. */
  synchronized List<ProcessHandle> running() {
    return seen.stream().filter(ProcessTree::isRunning).toList();
  }

  private static boolean isRunning(ProcessHandle process) {
    return process.isAlive()
        && ProcessStat.of(process.pid()).filter(ProcessStat::isZombie).isEmpty();
  }

  /**
   * Waits until none of those that were remembered runs, but no longer than this; who still does.
   */
  List<ProcessHandle> awaitEnd(Duration limit) {
    long from = System.nanoTime();
    List<ProcessHandle> left = running();
    while (!left.isEmpty() && System.nanoTime() - from < limit.toNanos()) {
      LockSupport.parkNanos(LOOK_NANOS);
      left = running();
    }
    return left;
  }
}
