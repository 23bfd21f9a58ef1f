package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Many threads take locks in any order, and give up after a while: each deadlock that is told was
 * there, by what the threads themselves have written down. Half of the clients lose their server
 * now and then, so what they told there is old.
 */
@ExtendWith(RedisServerExtension.class)
@Tag("long")
class DeadlockTruthIT {

  /**
   * {@code -Dholdfast.test.storm=PT1H -Dfailsafe.timeout=5400
   * -Djunit.jupiter.execution.timeout.mode=disabled} lets it last longer.
   */
  private static final Duration LENGTH =
      Duration.parse(System.getProperty("holdfast.test.storm", "PT45S"));

  /** What is told is not older: what clients tell lasts for 15 s, and a search does. */
  private static final long OLDEST_NANOS = Duration.ofSeconds(40).toNanos();

  private static final int CLIENTS = 4;
  private static final int THREADS = 3; // of each client
  private static final int LOCKS = 8;

  private static final Pattern STEP =
      Pattern.compile("waits for lock '([^']+)' held by (thread '[^']+' of [^ ,]+)");
  private static final Pattern FIRST = Pattern.compile("s: (thread '[^']+' of [^ ,]+) waits");

  private final Queue<Span> waits = new ConcurrentLinkedQueue<>();
  private final Queue<Span> holds = new ConcurrentLinkedQueue<>();

  private record Span(String who, String lock, long fromNanos, long toNanos) {

    boolean isOf(String thread, String name) {
      return who.equals(thread) && lock.equals(name);
    }
  }

  private record Interval(long fromNanos, long toNanos) {}

  @Test
  void threads_inAnyOrder_areToldOnlyOfDeadlocksThatWereThere(TestServer server) throws Exception {
    long endNanos = System.nanoTime() + LENGTH.toNanos();
    List<HoldfastClient> clients = new ArrayList<>();
    Map<String, Long> told = new LinkedHashMap<>(); // when each was seen
    try (CapturedLog log = CapturedLog.begin();
        FaultProxy proxy = FaultProxy.to(server);
        TestThreads threads = TestThreads.open()) {
      for (int i = 0; i < CLIENTS; i++) {
        String label = "app-" + i;
        HoldfastClient client =
            HoldfastClient.connect(
                HoldfastSettings.builder()
                    .clientLabel(label)
                    .longWait(Duration.ofSeconds(1))
                    .build(),
                i % 2 == 0 ? proxy.uri() : server.uri());
        clients.add(client);
        for (int j = 0; j < THREADS; j++) {
          String who = "thread 'test-thread-%s' of %s".formatted(j, label);
          threads.start("thread-" + j, () -> takeTurns(client, who, endNanos));
        }
      }
      while (System.nanoTime() - endNanos < 0) {
        watch(log, told, Duration.ofSeconds(5));
        try (ActiveFault silence = proxy.blackhole(Connections.all())) {
          watch(log, told, Duration.ofSeconds(6));
        }
      }
      threads.joinAll(Duration.ofMinutes(1));
      clients.forEach(HoldfastClient::close);
    }
    assertThat(told).as("deadlocks that were told").isNotEmpty();
    assertThat(told).allSatisfy((line, nanos) -> assertThat(moments(line, nanos)).isNotEmpty());
  }

  private static void watch(CapturedLog log, Map<String, Long> told, Duration length) {
    long endNanos = System.nanoTime() + length.toNanos();
    while (System.nanoTime() - endNanos < 0) {
      for (String line : log.linesWith("io.holdfast.lock.deadlock", " held by ")) {
        told.putIfAbsent(line, System.nanoTime());
      }
      LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
    }
  }

  /** Two locks, or three. */
  private void takeTurns(HoldfastClient client, String who, long endNanos)
      throws InterruptedException {
    while (System.nanoTime() - endNanos < 0) {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      Map<String, Long> taken = new LinkedHashMap<>(); // since when
      int wanted = 2 + random.nextInt(2);
      for (int i = 0; i < wanted; i++) {
        String name = "truth-" + random.nextInt(LOCKS);
        if (!taken.containsKey(name)) {
          long fromNanos = System.nanoTime();
          try {
            if (client.lock(name).tryLock(random.nextLong(500, 12_000), TimeUnit.MILLISECONDS)) {
              taken.put(name, System.nanoTime());
            }
          } catch (LockServerException e) {
            // it does without
          }
          waits.add(new Span(who, name, fromNanos, System.nanoTime()));
        }
      }
      LockSupport.parkNanos(random.nextLong(Duration.ofMillis(500).toNanos()));
      taken.forEach(
          (name, nanos) -> {
            holds.add(new Span(who, name, nanos, System.nanoTime()));
            release(client.lock(name));
          });
    }
  }

  private static void release(DistributedLock lock) {
    try {
      lock.unlock();
    } catch (LeaseLostException | LockServerException e) {
      // by a silence
    }
  }

  /** At which all that the line says was so. */
  private List<Interval> moments(String line, long seenNanos) {
    List<MatchResult> steps = STEP.matcher(line).results().toList();
    String waiter = FIRST.matcher(line).results().findFirst().orElseThrow().group(1);
    List<Interval> moments = List.of(new Interval(seenNanos - OLDEST_NANOS, seenNanos));
    assertThat(steps).as(line).isNotEmpty();
    assertThat(steps.get(steps.size() - 1).group(2)).as(line).isEqualTo(waiter);
    for (MatchResult step : steps) {
      String holder = step.group(2);
      moments = common(moments, waits, waiter, step.group(1));
      moments = common(moments, holds, holder, step.group(1));
      waiter = holder;
    }
    return moments;
  }

  private static List<Interval> common(
      List<Interval> moments, Queue<Span> spans, String who, String lock) {
    List<Interval> common = new ArrayList<>();
    for (Span span : spans) {
      for (Interval one : span.isOf(who, lock) ? moments : List.<Interval>of()) {
        long from = Math.max(one.fromNanos(), span.fromNanos());
        long to = Math.min(one.toNanos(), span.toNanos());
        if (from < to) {
          common.add(new Interval(from, to));
        }
      }
    }
    return common;
  }
}
