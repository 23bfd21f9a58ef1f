package io.holdfast.lock.redlock;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * What a server says of itself, over one connection.
 *
 * @param generation of the connection
 * @param readNanos when that was read, by the local clock
 * @param process which one it is; empty if it does not say
 * @param epoch names the time since which it has forgotten nothing; empty if none has begun, or
 *     nobody asked
 * @param bornNanos when the epoch began, at the latest, by the local clock
 * @param microsAhead of the local clock, as far as it is known, is the server's
 * @param problem why it must not vote, if so
 * @param quorum which one it serves, as the epoch says, if any
 * @param isUsed whether clients of that have asked it lately
 */
record NodeStatus(
    int generation,
    long readNanos,
    String process,
    String epoch,
    long bornNanos,
    OptionalLong microsAhead,
    Optional<String> problem,
    Optional<QuorumId> quorum,
    boolean isUsed) {

  static final String OF_A_CLUSTER =
      "it is a node of a Redis Cluster: a node of a quorum must be a server of its own";

  private static final String TOO_LATE =
      "its clock shows a time after the year 2112, in which tokens would repeat";

  /** Scores in the ledger are exact below twice as much, and tokens are times. */
  private static final long LATEST_MICROS = 1L << 52;

  /**
   * Read from an answer. It was executed before it was read: the epoch is older by what that took
   * to arrive, and not younger. What time it is at the server is read half way between.
   *
   * @param reply the sections "server" and "replication" of INFO, then TIME, then the epoch, then 1
   *     if clients of its quorum have asked lately
   */
  static NodeStatus read(int generation, List<Object> reply, long sentNanos, long readNanos) {
    String info = reply.get(0) + "\n" + reply.get(1);
    long micros = TimeUnit.SECONDS.toMicros((Long) reply.get(2)) + (Long) reply.get(3);
    String epoch = (String) reply.get(4);
    return new NodeStatus(
        generation,
        readNanos,
        field(info, "run_id").orElse(""),
        epoch,
        readNanos - TimeUnit.MICROSECONDS.toNanos(micros - bornMicros(epoch, micros)),
        OptionalLong.of(
            micros - TimeUnit.NANOSECONDS.toMicros(sentNanos + (readNanos - sentNanos) / 2)),
        problem(info, micros),
        QuorumId.of(epoch),
        Long.valueOf(1).equals(reply.get(5)));
  }

  /** By the server's clock; now, if none has begun. */
  private static long bornMicros(String epoch, long now) {
    return epoch.isEmpty() ? now : Long.parseLong(epoch.substring(epoch.lastIndexOf(' ') + 1));
  }

  private static Optional<String> problem(String info, long micros) {
    if (field(info, "redis_mode").filter("cluster"::equals).isPresent()) {
      return Optional.of(OF_A_CLUSTER);
    }
    if (micros >= LATEST_MICROS) {
      return Optional.of(TOO_LATE);
    }
    if (field(info, "run_id").isEmpty() || field(info, "role").isEmpty()) {
      return Optional.of("INFO does not tell its process (run_id) and its role");
    }
    return field(info, "role")
        .filter(role -> !role.equals("master"))
        .map(role -> "it is a " + role + ", not a master");
  }

  /** Whether it can be no node of any quorum, whatever it remembers. */
  boolean isUnfit() {
    return problem.filter(why -> why.equals(OF_A_CLUSTER) || why.equals(TOO_LATE)).isPresent();
  }

  /** Nothing could be read. */
  static NodeStatus unknown(int generation, long readNanos, String why) {
    return new NodeStatus(
        generation,
        readNanos,
        "",
        "",
        readNanos,
        OptionalLong.empty(),
        Optional.of(why),
        Optional.empty(),
        false);
  }

  /**
   * The same, by what was known before. What was first said of the age of an epoch counts: it is by
   * the clock of the server's machine, which may have been set since then. Another epoch of the
   * same process began after the one before was heard of. Another process may be another server,
   * which remembers much, but not the votes of the one before it: it counts from now.
   */
  NodeStatus after(NodeStatus before) {
    if (process.isEmpty()) { // it may be the same, or not: the next word will tell
      return new NodeStatus(
          generation,
          readNanos,
          before.process,
          before.epoch,
          before.bornNanos,
          microsAhead.isPresent() ? microsAhead : before.microsAhead,
          problem,
          before.quorum,
          before.isUsed);
    }
    if (!before.process.isEmpty() && !before.process.equals(process)) {
      return withBorn(readNanos);
    }
    if (before.epoch.isEmpty()) {
      return this;
    }
    return withBorn(
        before.epoch.equals(epoch) ? before.bornNanos : Math.max(bornNanos, before.readNanos));
  }

  private NodeStatus withBorn(long nanos) {
    return new NodeStatus(
        generation, readNanos, process, epoch, nanos, microsAhead, problem, quorum, isUsed);
  }

  private static Optional<String> field(String info, String name) {
    return Arrays.stream(info.split("\r?\n", -1))
        .filter(line -> line.startsWith(name + ':'))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst();
  }
}
