package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The cost for a client of a server that is gone. */
@Tag("timing")
@ExtendWith(RedisServerExtension.class)
class ServerGoneIT {

  private static final int HOLDS = 500;
  private static final Duration FROZEN = Duration.ofSeconds(5);
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Duration SETTLED = LEASE.dividedBy(3); // renewals fail, pauses are long
  private static final Duration GONE = Duration.ofSeconds(15);

  @Test
  @DisplayName("failure 82: the server stands still, and then it is gone")
  void holds_serverGone_costsTwoHundredthsOfACore(@FreshServer RedisServer server)
      throws Exception {
    HoldfastSettings settings = HoldfastSettings.builder().lease(LEASE).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      List<Hold> holds = new ArrayList<>();
      for (int i = 0; i < HOLDS; i++) {
        holds.add(client.lock("gone-" + i).acquire());
      }
      server.freeze();
      pass(FROZEN);
      server.kill();
      pass(SETTLED);

      long before = cpuNanos();
      pass(GONE);
      long used = cpuNanos() - before;

      assertThat(used).isLessThan(GONE.toNanos() / 50);
      assertThat(holds.stream().filter(Hold::isValid)).isNotEmpty();
    }
  }

  private static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    within(time.plusMinutes(1)).isTrue("time passes", () -> System.nanoTime() - end > 0);
  }

  /** Of all threads of the client. */
  private static long cpuNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      String name = thread == null ? "" : thread.getThreadName();
      if (name.startsWith("holdfast") || name.startsWith("lettuce")) {
        sum += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return sum;
  }
}
