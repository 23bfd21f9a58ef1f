package io.holdfast.lock.contract;

import java.util.List;

/**
 * The keys that a read-write lock may have at its server.
 *
 * @param writer the writer
 * @param queue the waiters
 * @param readers with one member or field for each entry of readers
 */
public record ReadWriteKeys(String writer, String queue, String readers) {

  List<String> all() {
    return List.of(writer, queue, readers);
  }
}
