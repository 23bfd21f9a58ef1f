package io.holdfast.lock.torture.nemesis;

import io.holdfast.lock.testkit.server.BusyScript;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.torture.nemesis.Battlefield.Node;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What happens to servers. */
final class ServerFaults {

  private static final double LEAST_JUMP_SECONDS = 0.1;
  private static final double MOST_JUMP_SECONDS = 300;
  private static final int LEAST_LOST_MILLIS = 50;
  private static final int MOST_LOST_MILLIS = 500;

  private ServerFaults() {}

  static List<Fault> all() {
    return List.of(
        fault("freeze-server", 8, Need.SERVER, (field, random, length) -> freeze(field, random)),
        fault(
            "restart-persistent",
            3,
            Need.PERSISTENCE,
            (field, random, length) -> restart(field, random, true)),
        fault(
            "restart-empty",
            3,
            Need.SERVER,
            (field, random, length) -> restart(field, random, false)),
        fault("failover", 6, Need.REPLICA, (field, random, length) -> failover(field, random)),
        fault("script-flush", 4, Need.SERVER, (field, random, length) -> flush(field, random)),
        fault("kill-clients", 4, Need.SERVER, (field, random, length) -> kill(field, random)),
        fault("out-of-memory", 2, Need.SERVER, (field, random, length) -> memory(field, random)),
        fault("busy", 2, Need.SERVER, ServerFaults::busy),
        fault("clock-jump", 4, Need.CLOCK, (field, random, length) -> jump(field, random)));
  }

  private static Fault fault(String name, int weight, Need need, Attack.Way way) {
    return new Attack(name, weight, Target.SERVER, Set.of(need), way);
  }

  private static Healing freeze(Battlefield field, Random random) {
    Node node = field.anyNode(random, Need.SERVER);
    RedisServer server = node.server();
    server.freeze();
    return Healing.by(node + ": frozen", server::thaw);
  }

  private static Healing restart(Battlefield field, Random random, boolean withData) {
    Node node = field.anyNode(random, withData ? Need.PERSISTENCE : Need.SERVER);
    RedisServer server = node.server();
    server.kill();
    return Healing.by(
            node + ": killed, to come back " + (withData ? "with its data" : "empty"),
            () -> {
              if (!server.isRunning()) {
                if (withData) {
                  server.restart();
                } else {
                  server.restartEmpty();
                }
              }
              // A replica is to have what its master has: nothing, then.
              node.pair().ifPresent(MasterWithReplica::awaitInSync);
            })
        .convalescing(field.convalescence());
  }

  private static Healing failover(Battlefield field, Random random) throws InterruptedException {
    Node node = field.anyNode(random, Need.REPLICA);
    MasterWithReplica pair = node.pair().orElseThrow();
    int lostMillis = random.nextInt(LEAST_LOST_MILLIS, MOST_LOST_MILLIS);
    boolean done = false;
    try {
      pair.cutReplication();
      TimeUnit.MILLISECONDS.sleep(lostMillis); // the fault itself: writes that will be lost
      pair.failover();
      done = true;
    } finally {
      if (!done) {
        restore(pair);
      }
    }
    return Healing.by(
        node + " took over; the writes of " + lostMillis + " ms are lost", pair::rejoin);
  }

  private static void restore(MasterWithReplica pair) {
    pair.healReplication();
    if (!pair.master().isRunning()) {
      pair.master().restart();
    }
  }

  private static Healing flush(Battlefield field, Random random) {
    Node node = field.anyNode(random, Need.SERVER);
    node.server().scriptFlush();
    return Healing.none(node + ": scripts forgotten");
  }

  private static Healing kill(Battlefield field, Random random) {
    Node node = field.anyNode(random, Need.SERVER);
    String type = List.of("normal", "pubsub", "all").get(random.nextInt(3));
    RedisServer server = node.server();
    long killed = type.equals("all") ? server.killAllClients() : server.killClients(type);
    return Healing.none(node + ": " + killed + " clients killed (" + type + ")");
  }

  private static Healing memory(Battlefield field, Random random) {
    Node node = field.anyNode(random, Need.SERVER);
    RedisServer server = node.server();
    long before = Long.parseLong(server.admin().texts("CONFIG", "GET", "maxmemory").get(1));
    server.maxMemory(1);
    return Healing.by(node + ": out of memory", () -> server.maxMemory(before));
  }

  private static Healing busy(Battlefield field, Random random, Duration length) {
    Node node = field.anyNode(random, Need.SERVER);
    BusyScript script = node.server().busy(length);
    return Healing.by(node + ": busy", script::close);
  }

  private static Healing jump(Battlefield field, Random random) {
    Node node = field.anyNode(random, Need.CLOCK);
    RedisServer server = node.server();
    double seconds =
        LEAST_JUMP_SECONDS
            * Math.pow(MOST_JUMP_SECONDS / LEAST_JUMP_SECONDS, random.nextDouble())
            * (random.nextBoolean() ? 1 : -1);
    Duration before = server.clock().offset();
    Duration by = Duration.ofMillis(Math.round(seconds * 1000));
    server.clock().jump(by);
    return Healing.by(node + ": clock " + by, () -> server.clock().set(before));
  }
}
