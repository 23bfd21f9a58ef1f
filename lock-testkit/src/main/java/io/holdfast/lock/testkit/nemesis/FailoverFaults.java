package io.holdfast.lock.testkit.nemesis;

import io.holdfast.lock.testkit.nemesis.Battlefield.Node;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.FailoverGroup;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Has replicas take over by vote. Each is injected when the new master serves. */
final class FailoverFaults {

  private FailoverFaults() {}

  static List<Fault> all() {
    return List.of(
        fault("sentinel-failover", 8, Need.SENTINELS, FailoverFaults::planned),
        fault("kill-master", 6, Need.VOTE, FailoverFaults::kill),
        fault("freeze-master", 6, Need.VOTE, FailoverFaults::freeze));
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
        (field, random, length) -> way.inject(groupOf(field, random, need)));
  }

  private static FailoverGroup groupOf(Battlefield field, Random random, Need need) {
    Node node = field.anyNode(random, need);
    return node.group().orElseThrow();
  }

  private static Healing planned(FailoverGroup group) {
    RedisServer old = group.master();
    long start = System.nanoTime();
    group.beginFailover();
    String successor = successor(old, group, start);
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
    return "%s took over within %s ms"
        .formatted(name(successor), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
  }

  private static String name(RedisServer server) {
    return "server " + server.port();
  }
}
