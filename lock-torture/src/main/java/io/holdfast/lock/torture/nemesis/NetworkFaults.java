package io.holdfast.lock.torture.nemesis;

import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.nemesis.Battlefield.Node;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/** What proxies do. */
final class NetworkFaults {

  private static final double CUT_PROBABILITY = 0.02;
  private static final int LEAST_LATENCY_MILLIS = 50;
  private static final int MOST_LATENCY_MILLIS = 800;

  private static final Duration SLOWNESS = Duration.ofMillis(200);

  private NetworkFaults() {}

  static List<Fault> all() {
    return List.of(
        lasting("drop-replies", 12, proxy -> proxy.dropReplies(Connections.all())),
        lasting("blackhole", 8, proxy -> proxy.blackhole(Connections.all())),
        lasting(
            "mute-replies", 6, proxy -> proxy.blackhole(Connections.all(), Direction.TO_CLIENT)),
        lasting(
            "mute-requests", 4, proxy -> proxy.blackhole(Connections.all(), Direction.TO_SERVER)),
        lasting(
            "slow",
            6,
            proxy -> proxy.delay(Connections.all(), Direction.TO_SERVER, SLOWNESS, SLOWNESS)),
        fault("fin", 8, (field, random, length) -> cut(field, random, Cut.FIN)),
        fault("rst", 8, (field, random, length) -> cut(field, random, Cut.RST)),
        fault("latency", 8, (field, random, length) -> latency(field, random)),
        fault("resubscribe-storm", 2, (field, random, length) -> storm(field, random)));
  }

  private static Fault fault(String name, int weight, Attack.Way way) {
    return new Attack(name, weight, Target.NETWORK, Set.of(Need.PROXY), way);
  }

  private static Fault lasting(
      String name, int weight, Function<FaultProxy, ActiveFault> beginning) {
    return fault(
        name,
        weight,
        (field, random, length) -> {
          Node node = field.anyNode(random, Need.PROXY);
          ActiveFault active = beginning.apply(node.proxy().orElseThrow());
          return Healing.by(node + ": " + active, active::heal);
        });
  }

  /** All present ones, and then now and then one whose command has been executed. */
  private static Healing cut(Battlefield field, Random random, Cut how) {
    Node node = field.anyNode(random, Need.PROXY);
    FaultProxy proxy = node.proxy().orElseThrow().seed(random.nextLong());
    Rule rule = proxy.when(Command.any().sometimes(CUT_PROBABILITY)).cutInsteadOfReply(how);
    int cut = proxy.cut(Connections.all(), how);
    return Healing.by(node + ": " + how + " of " + cut + " connections, and more", rule::close);
  }

  private static Healing latency(Battlefield field, Random random) {
    Node node = field.anyNode(random, Need.PROXY);
    FaultProxy proxy = node.proxy().orElseThrow().seed(random.nextLong());
    Duration least = least(random);
    Duration most = least.multipliedBy(2);
    List<Direction> ways =
        List.of(
                List.of(Direction.TO_SERVER),
                List.of(Direction.TO_CLIENT),
                List.of(Direction.TO_SERVER, Direction.TO_CLIENT))
            .get(random.nextInt(3));
    List<ActiveFault> delays =
        ways.stream().map(way -> proxy.delay(Connections.all(), way, least, most)).toList();
    return Healing.by(node + ": " + delays, () -> delays.forEach(ActiveFault::heal));
  }

  /** The least; the most is twice as much, and within the bounds. */
  private static Duration least(Random random) {
    double ratio = (double) MOST_LATENCY_MILLIS / LEAST_LATENCY_MILLIS / 2;
    return Duration.ofMillis(
        Math.round(LEAST_LATENCY_MILLIS * Math.pow(ratio, random.nextDouble())));
  }

  private static Healing storm(Battlefield field, Random random) {
    Node node = field.anyNode(random, Need.PROXY);
    FaultProxy proxy = node.proxy().orElseThrow();
    Rule rule = proxy.when(Command.named("SUBSCRIBE").always()).cutAfterReply(Cut.FIN);
    int cut = proxy.cut(Connections.inbox(), Cut.FIN);
    return Healing.by(
        node + ": " + cut + " inboxes thrown out, and those that return", rule::close);
  }
}
