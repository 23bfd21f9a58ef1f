package io.holdfast.lock.cli.torture;

import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.workload.WorkerOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts the permits that are available when every worker has ended, and every lease. */
final class PoolCount {

  private PoolCount() {}

  /**
   * How many there are of each pool that was used; each begins anew then.
   *
   * @param pools how many names there are
   * @param orphans gets what is there though nobody can have or want it
   */
  static Map<String, Integer> of(List<String> servers, int pools, List<String> orphans) {
    Map<String, Integer> counts = new TreeMap<>();
    ClientSpec spec = ClientSpec.defaults().label("judge");
    try (LockClient client = new PoolWorkload().open(servers, spec)) {
      for (int i = 0; i < pools; i++) {
        String name = WorkerOptions.lockName(i);
        PermitPool pool = client.pool(name, WorkerOptions.POOL_SIZE).orElseThrow();
        if (pool.inspect().size() > 0) {
          pool.resize(WorkerOptions.POOL_SIZE); // as in the beginning; workers have changed it
          lookForOrphans(pool.inspect(), orphans);
          counts.put(name, count(pool));
          boolean unused = pool.reset();
        }
      }
    }
    return counts;
  }

  private static void lookForOrphans(PoolInspection state, List<String> orphans) {
    state
        .holders()
        .forEach(holder -> orphans.add("orphan " + holder + " of pool " + state.poolName()));
    if (state.queueLength() > 0) {
      orphans.add(state.queueLength() + " tickets of pool " + state.poolName());
    }
  }

  /** One after the other, as a pool that had too many would give them. */
  private static int count(PermitPool pool) {
    Optional<Permit> next = pool.tryAcquire();
    if (next.isEmpty()) {
      return 0;
    }
    try (Permit one = next.get()) {
      return one.permits() + count(pool);
    }
  }
}
