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
 * @param identity which process it is, and which history its data have; empty if it does not say
 * @param bornNanos when the process began, at the latest, by the local clock
 * @param microsAhead of the local clock, as far as it is known, is the server's
 * @param problem why the age is not known, if so
 */
record Standing(
    int generation,
    long readNanos,
    String identity,
    long bornNanos,
    OptionalLong microsAhead,
    Optional<String> problem) {

  /** INFO tells whole seconds, the difference of two times that were rounded down. */
  private static final long ROUNDING_SECONDS = 1;

  /**
   * Read from an answer. It was executed before it was read: the process is older by what it took
   * to arrive, and not younger.
   *
   * @param reply the sections "server" and "replication" of INFO, then TIME
   */
  static Standing read(int generation, List<Object> reply, long readNanos) {
    String info = reply.get(0) + "\n" + reply.get(1);
    Optional<Long> uptime = field(info, "uptime_in_seconds").flatMap(Standing::number);
    long age = Math.max(0, uptime.orElse(0L) - ROUNDING_SECONDS);
    long micros = TimeUnit.SECONDS.toMicros((Long) reply.get(2)) + (Long) reply.get(3);
    return new Standing(
        generation,
        readNanos,
        field(info, "run_id").orElse("") + field(info, "master_replid").orElse(""),
        readNanos - TimeUnit.SECONDS.toNanos(age),
        OptionalLong.of(micros - TimeUnit.NANOSECONDS.toMicros(readNanos)),
        problem(info, uptime));
  }

  private static Optional<String> problem(String info, Optional<Long> uptime) {
    if (uptime.isEmpty() || field(info, "run_id").isEmpty()) {
      return Optional.of("INFO does not say which process it is, and for how long it is up");
    }
    return field(info, "role")
        .filter(role -> !role.equals("master"))
        .map(role -> "it is a " + role + ", and not a master");
  }

  /** Nothing could be read. */
  static Standing unknown(int generation, long readNanos, String why) {
    return new Standing(
        generation, readNanos, "", Long.MAX_VALUE, OptionalLong.empty(), Optional.of(why));
  }

  /**
   * The same, by what was known before. The first word of a process for its age counts: it is by
   * the wall clock of its machine, which may have been set since then. And another process at this
   * address may know nothing of the votes of the one before, however old.
   */
  Standing after(Standing before) {
    if (before.identity.isEmpty()) {
      return this;
    }
    if (identity.isEmpty()) { // it may be the same, or not: the next word will tell
      return new Standing(
          generation, readNanos, before.identity, before.bornNanos, before.microsAhead, problem);
    }
    return withBorn(before.identity.equals(identity) ? before.bornNanos : readNanos);
  }

  private Standing withBorn(long nanos) {
    return new Standing(generation, readNanos, identity, nanos, microsAhead, problem);
  }

  private static Optional<String> field(String info, String name) {
    return Arrays.stream(info.split("\r?\n", -1))
        .filter(line -> line.startsWith(name + ':'))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst();
  }

  private static Optional<Long> number(String text) {
    try {
      return Optional.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
