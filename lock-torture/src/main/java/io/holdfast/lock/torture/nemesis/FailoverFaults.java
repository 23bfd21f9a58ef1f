package io.holdfast.lock.torture.nemesis;

import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.FailoverGroup;
import io.holdfast.lock.testkit.topology.VotingCluster;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Has replicas take over by vote, and slots move. Each counts as injected when the new master
 * serves, and all voters know of it.
 */
final class FailoverFaults {

  private static final int LONGEST_PAUSE_MILLIS = 100;

  private FailoverFaults() {}

  static List<Fault> all() {
    return List.of(
        fault("sentinel-failover", 8, Need.SENTINELS, FailoverFaults::planned),
        fault("cluster-failover", 8, Need.CLUSTER, FailoverFaults::planned),
        fault("kill-master", 6, Need.VOTE, FailoverFaults::kill),
        fault("freeze-master", 6, Need.VOTE, FailoverFaults::freeze),
        ofSlot("move-slot", 8, Need.CLUSTER, FailoverFaults::move),
        ofSlot("migrate-slot", 8, Need.SLOT_MIGRATION, FailoverFaults::migrate));
  }

  /** How the one group that is hurt is hurt. */
  @FunctionalInterface
  private interface Way {
    Healing inject(FailoverGroup group);
  }

  private static Fault fault(String name, int weight, Need need, Way way) {
    return new Attack(
        name,
        weight,
        Target.SERVER,
        Set.of(need),
        (field, random, length) -> way.inject(victim(field, random)));
  }

  /** In a cluster the shard of something that is contended for; the others have nothing to lose. */
  private static FailoverGroup victim(Battlefield field, Random random) {
    return field
        .slots()
        .map(slots -> slots.cluster().shardOf(slots.anyName(random)))
        .orElseGet(() -> field.anyNode(random, Need.VOTE).group().orElseThrow());
  }

  /** How the slot of a name gets to another shard. */
  @FunctionalInterface
  private interface Move {
    String inject(VotingCluster cluster, String name, FailoverGroup to, Random random);
  }

  private static Fault ofSlot(String name, int weight, Need need, Move move) {
    return new Attack(
        name,
        weight,
        Target.SERVER,
        Set.of(need),
        (field, random, length) -> move(field.slots().orElseThrow(), random, move));
  }

  private static Healing move(ContendedSlots slots, Random random, Move move) {
    VotingCluster cluster = slots.cluster();
    String contended = slots.anyName(random);
    FailoverGroup to = slots.anyOtherShard(contended, random);
    String from = name(cluster.shardOf(contended).master());
    long start = System.nanoTime();
    String how = move.inject(cluster, contended, to, random);
    return Healing.none(
        "the slot of %s went from %s to %s %s within %s ms"
            .formatted(contended, from, name(to.master()), how, millisSince(start)));
  }

  private static String move(
      VotingCluster cluster, String contended, FailoverGroup to, Random random) {
    Duration pause = Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MILLIS));
    cluster.moveSlot(contended, to, pause);
    return "key by key, every " + pause.toMillis() + " ms,";
  }

  private static String migrate(
      VotingCluster cluster, String contended, FailoverGroup to, Random random) {
    cluster.migrateSlot(contended, to);
    return "as a whole";
  }

  private static Healing planned(FailoverGroup group) {
    RedisServer old = group.master();
    long start = System.nanoTime();
    group.beginFailover();
    // If it does not come in time, it may come later, or the vote gives it up.
    String successor = successorOr(group::awaitComplete, old, group, start);
    return Healing.by(name(old) + " was told to go: " + successor, group::awaitComplete);
  }

  private static Healing kill(FailoverGroup group) {
    RedisServer old = group.master();
    Healing.Action revival =
        () -> {
          if (!old.isRunning()) {
            old.restartEmpty();
          }
          group.awaitComplete();
        };
    long start = System.nanoTime();
    old.kill();
    return Healing.by(name(old) + " killed: " + successorOr(revival, old, group, start), revival);
  }

  private static Healing freeze(FailoverGroup group) {
    RedisServer old = group.master();
    Healing.Action thawing =
        () -> {
          old.thaw();
          group.awaitComplete();
        };
    long start = System.nanoTime();
    old.freeze();
    return Healing.by(name(old) + " frozen: " + successorOr(thawing, old, group, start), thawing);
  }

  /** If none takes over, nothing is left of the fault. */
  private static String successorOr(
      Healing.Action undo, RedisServer old, FailoverGroup group, long startNanos) {
    try {
      return successor(old, group, startNanos);
    } catch (RuntimeException | AssertionError e) {
      try {
        undo.run();
      } catch (Exception | AssertionError again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  private static String successor(RedisServer old, FailoverGroup group, long startNanos) {
    RedisServer successor = group.awaitSuccessorOf(old);
    return "%s took over within %s ms".formatted(name(successor), millisSince(startNanos));
  }

  private static long millisSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  private static String name(RedisServer server) {
    return "server " + server.port();
  }
}
