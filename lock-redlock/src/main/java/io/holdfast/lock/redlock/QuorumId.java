package io.holdfast.lock.redlock;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which quorum a node serves. All nodes of a quorum have the same id; the clients that begin first
 * draw it.
 *
 * @param id by which it differs from others
 * @param size of how many nodes
 */
record QuorumId(String id, int size) implements Comparable<QuorumId> {

  private static final Pattern IN_EPOCH = Pattern.compile("\\S+ (\\S+)/(\\d{1,9}) \\d+");

  /** One that nobody has. */
  static QuorumId drawn(int size) {
    return new QuorumId(HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()), size);
  }

  /** What an epoch says of it, if anything: between the process and the time. */
  static Optional<QuorumId> of(String epoch) {
    Matcher parts = IN_EPOCH.matcher(epoch);
    return parts.matches()
        ? Optional.of(new QuorumId(parts.group(1), Integer.parseInt(parts.group(2))))
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
