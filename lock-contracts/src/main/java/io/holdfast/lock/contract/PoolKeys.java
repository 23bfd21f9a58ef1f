package io.holdfast.lock.contract;

import java.util.List;

/**
 * The keys that a pool of permits may have at its server.
 *
 * @param size the number of permits
 * @param queue the waiters
 * @param entries the holders
 */
public record PoolKeys(String size, String queue, String entries) {

  List<String> all() {
    return List.of(size, queue, entries);
  }
}
