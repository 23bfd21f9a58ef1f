package io.holdfast.lock.torture.workload;

import io.holdfast.lock.PermitPool;
import io.holdfast.lock.torture.history.HistoryWriter;

/**
 * One pool of permits, and what belongs to it.
 *
 * @param pool the pool
 * @param size of how many permits it is, unless it is changed
 * @param history where it is written
 * @param progress where it is counted
 */
record PoolScene(PermitPool pool, int size, HistoryWriter history, Progress progress) {

  String name() {
    return pool.name();
  }
}
