package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Permit;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.workload.HoldingOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A process that has permits is killed or frozen: these permits, and no others, are back when their
 * lease ends, no sooner and no later.
 */
public abstract class PoolCrashContract extends PoolSuite implements HasWorkload {

  private static final Duration LEASE = Duration.ofSeconds(4);
  private static final Duration START = Duration.ofMinutes(1);

  /** Asks again after 100 s, and when a lease ends that an answer named. */
  private static final ClientSpec.Pace SELDOM =
      new ClientSpec.Pace(Duration.ofMinutes(5), Duration.ofSeconds(3), Duration.ofMinutes(5));

  /** The tolerance between a look at the server and the clock. */
  private static final Duration TOLERANCE = Duration.ofMillis(100);

  private JvmProcess process;

  @Override
  ClientSpec othersSpec() {
    return ClientSpec.defaults().label("other").pace(SELDOM);
  }

  @BeforeEach
  void startProcess(TestServer server) throws InterruptedException {
    HoldingOptions options =
        new HoldingOptions(workload().getName(), List.of(server.clientUri()), name, 1, LEASE);
    process = started(options.command());
    process.awaitLine(Pattern.compile("^ready"), START);
  }

  @AfterEach
  void endProcess() {
    process.close();
  }

  private void takes(int permits) throws InterruptedException {
    process.send("permits %s of %s".formatted(permits, SIZE));
    process.awaitLine(Pattern.compile("^held 0 \\d+"), START);
  }

  /** How long the server will keep the permits of the process, read after its end. */
  private Duration left() {
    return others.inspect().holders().stream()
        .filter(holder -> holder.clientLabel().contains("holding-"))
        .map(PoolInspection.Holder::remaining)
        .findFirst()
        .orElseThrow(() -> new AssertionError("the process has none"));
  }

  private static Duration since(long startNanos) {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  @Test
  @DisplayName("failure 60: one of several holders is killed")
  void holder_killed_itsPermitsAreBackWhenItsLeaseEndsAndNoOthers() throws Exception {
    try (Permit mine = pool.acquire(1)) {
      takes(2);
      CompletableFuture<Permit> waiting = queue(others, 3);
      stays(LEASE.plus(SHORT), "renewed while it lives", () -> !waiting.isDone() && out() == 3);

      process.kill();
      long start = System.nanoTime();
      Duration left = left();

      assertThat(waiting).succeedsWithin(LIMIT);
      assertThat(since(start)).isGreaterThanOrEqualTo(left.minus(TOLERANCE));
      assertThat(out()).isEqualTo(SIZE);
      assertThat(others.tryAcquire()).as("more than it had").isEmpty();
      assertThat(mine.isValid()).isTrue();
      waiting.join().close();
    }
    awaitIdle();
  }

  @Test
  @DisplayName("failure 12: a holder stands still for longer than its lease")
  void holder_frozen_itsPermitsAreBackWhenItsLeaseEndsAndItHearsOfIt() throws Exception {
    takes(3);
    CompletableFuture<Permit> waiting = queue(others, 2);
    process.freeze();
    long start = System.nanoTime();
    Duration left = left();

    Permit two = assertThat(waiting).succeedsWithin(LIMIT).actual();
    assertThat(since(start)).isGreaterThanOrEqualTo(left.minus(TOLERANCE));

    process.thaw();
    process.awaitLine(Pattern.compile("^lost 0 \\w+"), START);
    stays(SHORT, "it gives nothing back", () -> out() == 2);
    two.close();
    awaitIdle();
  }

  @Test
  @DisplayName("failure 51: a waiter before others is killed")
  void waiter_killedAtTheHeadOfTheQueue_doesNotKeepOthersOut() throws Exception {
    try (Permit three = pool.acquire(3)) {
      process.send("permits 4 of " + SIZE);
      awaitQueueLength(1);
      ClientSpec usual = ClientSpec.defaults().label("asks").pace(ClientSpec.Pace.USUAL);
      CompletableFuture<Permit> small = queue(open(usual).pool(name, SIZE), 1);
      process.kill();
      assertThat(small).succeedsWithin(START);
      small.join().close();
      within(START).isTrue("no ticket", () -> others.inspect().queueLength() == 0);
      assertThat(three.isValid()).isTrue();
    }
  }
}
