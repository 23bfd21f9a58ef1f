package io.holdfast.lock.redlock;

import io.holdfast.lock.DistributedLock;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A quorum lock over locks of independent clients, for callers that have them at hand. */
public final class RedLock {

  private RedLock() {}

  /**
   * The quorum lock of the clients of these locks, of the name that they have.
   *
   * <pre>{@code
   * DistributedLock lock = RedLock.of(a.lock("order:42"), b.lock("order:42"), c.lock("order:42"));
   * }</pre>
   *
   * <p>It is that of {@code new RedLocks(a, b, c).get("order:42")}: a lock of its own, which the
   * three do not know of. The locks of the same clients, in the same order, share one quorum, which
   * ends when one of the clients is closed. No I/O.
   *
   * @param locks plain or fair ones, of one name, each of a client of its own
   * @throws IllegalArgumentException if there is none, if their names differ, if two are of one
   *     client, or if one is not that of a client of one server
   */
  public static DistributedLock of(DistributedLock... locks) {
    return of(RedLockSettings.defaults(), locks);
  }

  /**
   * The same with other settings.
   *
   * @throws IllegalArgumentException as {@link #of(DistributedLock...)}
   */
  public static DistributedLock of(RedLockSettings settings, DistributedLock... locks) {
    List<DistributedLock> all = List.of(locks);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("0 locks: must be at least 1");
    }
    String name = requireOneName(all);
    List<QuorumMember> members = all.stream().map(RedLock::member).toList();
    if (clients(members).distinct().count() < members.size()) {
      throw new IllegalArgumentException(
          "%s: two locks are of one client; a quorum needs independent servers".formatted(all));
    }
    return shared(settings, members).get(name);
  }

  private static RedLocks shared(RedLockSettings settings, List<QuorumMember> members) {
    String quorum = quorum(settings, members);
    RedLocks shared =
        members
            .get(0)
            .attached(
                quorum,
                RedLocks.class,
                () ->
                    new RedLocks(
                        QuorumParts.of(settings, members),
                        closed -> members.forEach(member -> member.detach(quorum, closed))));
    boolean isEverywhere =
        members.stream()
            .allMatch(
                member -> member.attached(quorum, RedLocks.class, () -> shared).equals(shared));
    if (!isEverywhere || shared.isClosed()) { // as one of the clients closes
      shared.close(); // and leaves nothing at the others
    }
    return shared;
  }

  /** What clients know a quorum by. */
  static String quorum(RedLockSettings settings, List<QuorumMember> members) {
    return "quorum " + settings + ' ' + clients(members).collect(Collectors.joining(" "));
  }

  private static Stream<String> clients(List<QuorumMember> members) {
    return members.stream().map(one -> one.engine().clientId());
  }

  private static String requireOneName(List<DistributedLock> locks) {
    List<String> names = locks.stream().map(DistributedLock::name).distinct().toList();
    if (names.size() > 1) {
      throw new IllegalArgumentException(
          "locks of several names: %s; all must have one name"
              .formatted(names.stream().collect(Collectors.joining("', '", "'", "'"))));
    }
    return names.get(0);
  }

  private static QuorumMember member(DistributedLock lock) {
    return QuorumMember.of(lock, QuorumParts.KIND, QuorumParts.SCRIPTS)
        .orElseThrow(
            () ->
                new IllegalArgumentException(lock + ": must be a lock of a client of one server"));
  }
}
