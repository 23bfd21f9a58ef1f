package io.holdfast.lock.torture.nemesis;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.server.TestServers;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.torture.nemesis.NemesisEvent.Kind;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A short real run: a client that counts, and everything that can happen to it. */
class NemesisIT {

  /** Of the client: one that never rests takes a core from other tests. */
  private static final Duration PACE = Duration.ofMillis(1);

  @Test
  void run_withAClient_itFailsMeanwhileAndWorksAfterwards() throws Exception {
    TestServers.whyNotControllable().ifPresent(why -> Assumptions.assumeTrue(false, why));
    Duration run = Duration.ofSeconds(12);
    AtomicLong answered = new AtomicLong();
    AtomicLong failed = new AtomicLong();
    AtomicBoolean end = new AtomicBoolean();
    try (MasterWithReplica pair = MasterWithReplica.start();
        TestThreads threads = TestThreads.open()) {
      threads.start(
          "counter",
          () -> {
            while (!end.get()) {
              count(pair.uri(), end, answered, failed);
            }
          });
      try (Nemesis nemesis =
          Nemesis.on(Battlefield.of(pair))
              .seed(20)
              .tempo(Tempo.ofRun(run))
              .start(run.multipliedBy(10))) {
        long untilNanos = System.nanoTime() + run.toNanos();
        within(run.multipliedBy(5))
            .isTrue(
                "more than three kinds of faults, and as many as there are in this time",
                () -> kinds(nemesis) > 3 && System.nanoTime() - untilNanos > 0);
        nemesis.close();
        assertThat(nemesis.events().stream().map(NemesisEvent::kind))
            .contains(Kind.INJECTED, Kind.HEALED)
            .doesNotContain(Kind.INJECT_FAILED, Kind.HEAL_FAILED);
      }
      assertThat(failed).hasPositiveValue();
      long before = answered.get();
      within(Duration.ofSeconds(20)).isTrue("it counts again", () -> answered.get() > before + 100);
      end.set(true);
      threads.joinAll();
    }
  }

  private static long kinds(Nemesis nemesis) {
    return nemesis.events().stream()
        .filter(event -> event.kind() == Kind.INJECTED)
        .map(NemesisEvent::fault)
        .distinct()
        .count();
  }

  private static void count(String uri, AtomicBoolean end, AtomicLong answered, AtomicLong failed) {
    try (RespClient client = RespClient.connect(uri, Duration.ofMillis(500))) {
      while (!end.get()) {
        client.number("INCR", "n");
        answered.incrementAndGet();
        LockSupport.parkNanos(PACE.toNanos());
      }
    } catch (UncheckedIOException | RespException e) {
      failed.incrementAndGet();
    }
  }
}
