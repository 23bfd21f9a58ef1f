package io.holdfast.lock.contract;

import java.util.List;

/**
 * The keys that a pool of permits may have at its server.
 *
 * @param size of how many there are
 * @param queue of those who wait
 * @param entries of those who have some
 */
public record PoolKeys(String size, String queue, String entries) {

  List<String> all() {
    return List.of(size, queue, entries);
  }
}
