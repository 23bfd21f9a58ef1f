package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.HandleSubject;
import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;

/**
 * Measures what things cost, each number of them with a server and a JVM of its own.
 *
 * @param cost what
 * @param progress where to tell how it goes
 */
record CostRun(Cost cost, PrintStream progress) {

  /** Of fewer, what is theirs is lost in what is not. */
  private static final int FEWEST_FOR_HEAP = 100;

  private static final Duration LONGEST_BEGIN = Duration.ofMinutes(5);
  private static final Duration END_LIMIT = Duration.ofSeconds(15);
  private static final Duration GRACE = Duration.ofMinutes(1);
  private static final Duration LEASE_OF_HOLDER = Duration.ofSeconds(30);

  /** What a server has done by then. */
  private record Look(ServerUse use, long commands) {

    static Look at(TestServer server) {
      Map<String, Long> calls = server.commandCalls();
      long asking = calls.getOrDefault("info", 0L); // ours
      long all = calls.values().stream().mapToLong(Long::longValue).sum();
      return new Look(ServerUse.of(server), all - asking);
    }
  }

  List<CostPoint> measure() throws InterruptedException {
    List<CostPoint> points = new ArrayList<>();
    for (int x : cost.values()) {
      for (Subject subject : cost.subjects()) {
        progress.printf("%,d %s  %s%n", x, cost.over().label(), subject.label());
        points.add(measure(x, subject));
      }
    }
    return points;
  }

  private CostPoint measure(int x, Subject subject) throws InterruptedException {
    if (cost.over() == CostOver.SLOTS) {
      return inSlots(x, subject);
    }
    try (RedisServer server = RedisServer.start()) {
      if (cost.over() != CostOver.WAITERS) {
        return new One(x, subject, server).measure();
      }
      try (HandleSubject holder = HandleSubject.open(subject, server.uri(), LEASE_OF_HOLDER)) {
        holder.acquire(CostWorker.LOCK).join();
        return new One(x, subject, server).measure();
      }
    }
  }

  private CostPoint inSlots(int x, Subject subject) throws InterruptedException {
    try (SmallCluster cluster = SmallCluster.start(1);
        HandleSubject holder = HandleSubject.openCluster(subject, cluster.uri(), LEASE_OF_HOLDER)) {
      CompletableFuture.allOf(
              CostWorker.namesInSlots(x).stream()
                  .map(holder::acquire)
                  .toArray(CompletableFuture<?>[]::new))
          .join();
      return new One(x, subject, cluster.nodes().get(0)).measure();
    }
  }

  private static long connections(TestServer server) {
    return Long.parseLong(server.info("clients").getOrDefault("connected_clients", "0"));
  }

  /** So many of one subject. */
  private final class One {

    private final int x;
    private final Subject subject;
    private final RedisServer server;
    private final long connectedBefore;
    private long memoryBefore;

    One(int x, Subject subject, RedisServer server) {
      this.x = x;
      this.subject = subject;
      this.server = server;
      this.connectedBefore = connections(server);
    }

    CostPoint measure() throws InterruptedException {
      try (JvmProcess jvm =
          JvmProcess.of(CostWorker.class).options(options()).arguments(arguments()).start()) {
        jvm.awaitLine(CostWorker.BEGIN, LONGEST_BEGIN);
        memoryBefore = memory();
        jvm.send("go");
        double heap = Double.parseDouble(jvm.awaitLine(CostWorker.READY, LONGEST_BEGIN).group(1));
        Thread.sleep(cost.warmUp().toMillis());
        Map<String, List<Double>> metrics = new HashMap<>();
        if (x >= FEWEST_FOR_HEAP) {
          metrics.put(Cost.HEAP, List.of(heap));
        }
        if (x >= FEWEST_FOR_HEAP || cost.over() == CostOver.IDLE) {
          metrics.put(Cost.SERVER_MEMORY, List.of((double) (memory() - memoryBefore) / x));
        }
        for (int i = 0; i < cost.rounds(); i++) {
          Map<String, Double> round = round(jvm);
          tell(i + 1, round);
          round.forEach(
              (metric, value) ->
                  metrics.computeIfAbsent(metric, key -> new ArrayList<>()).add(value));
        }
        jvm.send(CostWorker.QUIT);
        jvm.exitValue(END_LIMIT);
        return new CostPoint(x, subject, metrics);
      }
    }

    private long memory() {
      return Long.parseLong(server.info("memory").getOrDefault("used_memory", "0"));
    }

    /** Heap and processor time are those of a JVM as users have it, whatever this one is. */
    private String[] options() {
      List<String> options =
          new ArrayList<>(
              List.of(
                  "-Xmx1g",
                  "-XX:+UseG1GC",
                  "-XX:TieredStopAtLevel=4",
                  "--enable-native-access=ALL-UNNAMED"));
      options.addAll(cost.jvmOptions());
      return options.toArray(String[]::new);
    }

    private String[] arguments() {
      return new String[] {
        cost.over().name(),
        subject.name(),
        server.uri(),
        Integer.toString(x),
        cost.lease().toString()
      };
    }

    private Map<String, Double> round(JvmProcess jvm) throws InterruptedException {
      Look before = Look.at(server);
      jvm.send(Long.toString(cost.time().toMillis()));
      Thread.sleep(cost.time().dividedBy(2).toMillis());
      long connected = connections(server) - connectedBefore;
      MatchResult measured = jvm.awaitLine(CostWorker.MEASURED, cost.time().plus(GRACE));
      Look after = Look.at(server);
      double seconds = Long.parseLong(measured.group(2)) / 1e9;
      ServerUse use = after.use().since(before.use());
      double clientCpu = Long.parseLong(measured.group(1)) / 1e7 / seconds;
      double serverCpu = use.cpuSeconds() * 100 / seconds;
      return Map.of(
          Cost.CLIENT_CPU,
          clientCpu,
          Cost.SERVER_CPU,
          serverCpu,
          Cost.CPU,
          clientCpu + serverCpu,
          Cost.COMMANDS,
          use.calls().scripts() / seconds,
          Cost.SERVER_COMMANDS,
          (after.commands() - before.commands()) / seconds,
          Cost.LOST,
          lost(Long.parseLong(measured.group(3))),
          Cost.THREADS,
          Double.valueOf(measured.group(4)),
          Cost.CONNECTIONS,
          (double) connected);
    }

    /** By the word of the client, or by that of the server, whichever is worse. */
    private double lost(long known) {
      boolean areToWait = cost.over() == CostOver.WAITERS || cost.over() == CostOver.SLOTS;
      if (areToWait && known > 0) {
        throw new IllegalStateException("%s: %d have waited in vain".formatted(subject, known));
      }
      if (cost.over() != CostOver.HOLDS) {
        return 0;
      }
      int kept = server.keys(HandleSubject.keysOfHeld(subject, CostWorker.PREFIX)).size();
      return Math.max(known, x - kept);
    }

    private void tell(int number, Map<String, Double> round) {
      StringBuilder text = new StringBuilder("   round %2d ".formatted(number));
      for (Line line : cost.over().lines()) {
        Double value = round.get(line.metric());
        if (value != null) {
          text.append("  %s %s".formatted(line.metric(), Numbers.text(value)));
        }
      }
      progress.println(text);
    }
  }
}
