package io.holdfast.lock.readwrite.gate;

import io.holdfast.lock.core.engine.Acquisition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one name that a client has at the server. Only the newest can be open: those
 * before it stay for the readers that are in them. Guarded by the gate's monitor.
 */
final class ReadEntries {

  private final List<ReadEntry> entries = new ArrayList<>(1); // the newest last

  boolean isEmpty() {
    return entries.isEmpty();
  }

  void add(ReadEntry entry) {
    entries.add(entry);
  }

  void remove(ReadEntry entry) {
    entries.remove(entry);
  }

  boolean has(ReadEntry entry) {
    return entries.contains(entry);
  }

  /** The newest entry; null if there is none. */
  @Nullable ReadEntry newest() {
    return entries.isEmpty() ? null : entries.get(entries.size() - 1);
  }

  /** The one that is this acquisition; null if none is. */
  @Nullable ReadEntry of(Acquisition held) {
    for (ReadEntry entry : entries) {
      if (entry.acquisition() == held) {
        return entry;
      }
    }
    return null;
  }

  /** Those that nobody uses now; a copy. */
  List<ReadEntry> idle() {
    return entries.stream().filter(ReadEntry::isIdle).toList();
  }

  /** What they are at the server, in a new list. */
  List<Acquisition> acquisitions() {
    List<Acquisition> all = new ArrayList<>();
    entries.forEach(entry -> all.add(entry.acquisition()));
    return all;
  }
}
