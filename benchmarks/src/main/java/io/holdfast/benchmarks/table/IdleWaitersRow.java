package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What those cost that wait for one lock, semaphore or pool and do nothing else: handles of one
 * client, on a server of its own.
 *
 * @param id of the row
 * @param kind what they wait for
 */
record IdleWaitersRow(String id, IdleWaiters.Kind kind) implements Row {

  private static final int WAITERS = 10_000;
  private static final Duration SHORTEST = Duration.ofSeconds(5);
  private static final Duration LONGEST_QUEUEING = Duration.ofSeconds(60);
  private static final String COMMANDS = "commandsPerSecond";
  private static final String HEAP = "heapKibPerWaiter";

  @Override
  public String work() {
    return "%,d idle handles of one client wait for one %s".formatted(WAITERS, kind.words);
  }

  @Override
  public List<Subject> subjects() {
    return List.of(Subject.HOLDFAST);
  }

  @Override
  public List<Line> lines() {
    return List.of(
        Line.of(COMMANDS, "script calls a second", Bar.atMost(kind.mostCalls)),
        Line.of(HEAP, "heap of each, KiB", Bar.atMost(2)));
  }

  @Override
  public boolean isTimed() {
    return false;
  }

  @Override
  public Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException {
    Duration counted = time.compareTo(SHORTEST) < 0 ? SHORTEST : time;
    try (RedisServer server = RedisServer.start();
        HoldfastClient holder = HoldfastClient.connect(server.uri());
        IdleWaiters.Held held = kind.open(holder).hold();
        JvmProcess idle =
            JvmProcess.start(
                IdleWaiters.class, server.uri(), kind.name(), Integer.toString(WAITERS))) {
      double heap =
          Double.parseDouble(idle.awaitLine(IdleWaiters.QUEUED, LONGEST_QUEUEING).group(1));
      Quiet.await(server);
      double perSecond = scriptsPerSecond(server, counted);
      if (!held.isValid() || kind.open(holder).length() < WAITERS) {
        throw new IllegalStateException("somebody has waited in vain");
      }
      return new Sample(Map.of(COMMANDS, perSecond, HEAP, heap));
    }
  }

  private static double scriptsPerSecond(RedisServer server, Duration time)
      throws InterruptedException {
    server.resetStatistics();
    long from = System.nanoTime();
    Thread.sleep(time.toMillis());
    Map<String, Long> calls = server.commandCalls();
    double seconds = (System.nanoTime() - from) / 1e9;
    return (calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L)) / seconds;
  }
}
