package io.holdfast.lock.redlock;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Which quorum a node serves. All nodes of a quorum have the same id; the clients that begin first
 * draw it.
 *
 * @param id by which it differs from others
 * @param size of how many nodes
 */
record QuorumId(String id, int size) implements Comparable<QuorumId> {

  /** One that nobody has. */
  static QuorumId drawn(int size) {
    return new QuorumId(HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()), size);
  }

  /** What an epoch says of it, if anything: between the process and the time. */
  static Optional<QuorumId> of(String epoch) {
    int from = epoch.indexOf(' ') + 1;
    int slash = epoch.lastIndexOf('/');
    int to = epoch.lastIndexOf(' ');
    return from < slash && slash < to
        ? Optional.of(
            new QuorumId(
                epoch.substring(from, slash), Integer.parseInt(epoch.substring(slash + 1, to))))
        : Optional.empty();
  }

  /** As the scripts compare it. */
  @Override
  public int compareTo(QuorumId other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return id + '/' + size;
  }
}
