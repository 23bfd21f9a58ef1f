package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A change was made and its answer lost; its object is deleted; the client sends it again. The
 * repeat changes nothing, and begins nothing.
 */
@ExtendWith(RedisServerExtension.class)
class DeletedBetweenIT {

  private static final String SEMAPHORE = "holdfast:sem:{ab}";
  private static final String SEMAPHORE_LEDGER = "holdfast:semq:{ab}";
  private static final String LATCH = "holdfast:latch:{ab}";
  private static final long DAY_SECONDS = Duration.ofDays(1).toSeconds();

  /** A change, and how many permits are free when it was made. */
  private enum Changed {
    RELEASE(5),
    GROW(7),
    SHRINK(1),
    RESIZE(9),
    DRAIN(0);

    private final int permits;

    Changed(int permits) {
      this.permits = permits;
    }

    void make(DistributedSemaphore semaphore) {
      switch (this) {
        case RELEASE -> semaphore.release();
        case GROW -> semaphore.addPermits(3);
        case SHRINK -> semaphore.reducePermits(3);
        case RESIZE -> semaphore.resize(9);
        case DRAIN ->
            assertThatThrownBy(semaphore::drainPermits).isInstanceOf(LockServerException.class);
      }
    }
  }

  private final HeldBack completions = new HeldBack();

  private RedisServer server;
  private HoldfastClient two;
  private FaultProxy proxy;
  private HoldfastClient one;

  @BeforeEach
  void open(@FreshServer RedisServer fresh) {
    server = fresh;
    two = HoldfastClient.connect(server.uri());
    proxy = FaultProxy.to(server);
    one =
        HoldfastClient.connect(
            HoldfastSettings.builder()
                .commandTimeout(Duration.ofMillis(300))
                .callbackExecutor(completions)
                .build(),
            proxy.uri());
  }

  @AfterEach
  void close() {
    completions.letGo();
    one.close();
    proxy.close();
    two.close();
  }

  private long scriptCalls() {
    Map<String, Long> calls = server.commandCalls();
    return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
  }

  /** Requests without an answer are sent again, and answered. */
  private void repeatAll() {
    eventually().isTrue("it is sent again", () -> scriptCalls() > 0);
    one.close(); // waits for the requests still to be sent
  }

  @ParameterizedTest
  @EnumSource
  void change_madeBeforeTheDeletion_isNotMadeAgain(Changed changed) throws Exception {
    DistributedSemaphore here = new Semaphores(one).get("ab", 4);
    DistributedSemaphore there = new Semaphores(two).get("ab", 4);
    here.acquire();
    here.release();
    try (TestThreads threads = TestThreads.open();
        ActiveFault mute = proxy.dropReplies(Connections.verbs())) {
      CompletableFuture<?> changing =
          threads.call(
              "changes",
              () -> {
                changed.make(here);
                return null;
              });
      eventually().expect("made", there::availablePermits, free -> free == changed.permits);
      try (ActiveFault away = proxy.refuseConnections()) {
        proxy.cut(Connections.all(), Cut.RST);
        changing.get(60, SECONDS);
        assertThat(there.delete()).isTrue();
        // The repeat comes for nearly as long.
        assertThat(server.admin().number("TTL", SEMAPHORE_LEDGER)).isGreaterThan(DAY_SECONDS - 120);
        server.resetStatistics();
      }
    }
    repeatAll();
    assertThat(server.admin().number("EXISTS", SEMAPHORE)).isZero();
    assertThat(there.availablePermits()).isEqualTo(4);
  }

  @Test
  void permits_givenBackToWhatIsDeleted_areNotGivenToTheNextOfThatName() throws Exception {
    DistributedSemaphore here = new Semaphores(one).get("ab", 4);
    DistributedSemaphore there = new Semaphores(two).get("ab", 4);
    here.acquire();
    here.release();
    completions.hold();
    CompletableFuture<Void> acquiring = here.acquireAsync(2);
    eventually().isTrue("it has them", () -> completions.size() == 1);
    assertThat(there.delete()).isTrue();
    try (ActiveFault mute = proxy.dropReplies(Connections.verbs())) {
      server.resetStatistics();
      assertThat(acquiring.cancel(true)).isTrue();
      completions.letGo();
      eventually().isTrue("they are given back", () -> scriptCalls() > 0);
      try (ActiveFault away = proxy.refuseConnections()) {
        proxy.cut(Connections.all(), Cut.RST);
        there.acquire(); // of the next one
        server.resetStatistics();
      }
    }
    repeatAll();
    assertThat(there.availablePermits()).isEqualTo(3);
  }

  @Test
  void permits_givenBackWhenTheNextIsInUse_areNotGivenToThat() throws Exception {
    DistributedSemaphore here = new Semaphores(one).get("ab", 4);
    DistributedSemaphore there = new Semaphores(two).get("ab", 4);
    here.acquire();
    here.release();
    completions.hold();
    CompletableFuture<Void> acquiring = here.acquireAsync(2);
    eventually().isTrue("it has them", () -> completions.size() == 1);
    assertThat(there.delete()).isTrue();
    there.acquire(); // of the next one
    server.resetStatistics();
    assertThat(acquiring.cancel(true)).isTrue();
    completions.letGo();
    repeatAll();
    assertThat(there.availablePermits()).isEqualTo(3);
  }

  @Test
  void countDown_countedBeforeTheDeletion_isNotCountedAgain() throws Exception {
    var here = new Semaphores(one).latch("ab", 3);
    var there = new Semaphores(two).latch("ab", 3);
    here.countDown();
    try (TestThreads threads = TestThreads.open();
        ActiveFault mute = proxy.dropReplies(Connections.verbs())) {
      CompletableFuture<?> counting =
          threads.call(
              "counts",
              () -> {
                here.countDown();
                return null;
              });
      eventually().expect("counted", there::getCount, left -> left == 1);
      try (ActiveFault away = proxy.refuseConnections()) {
        proxy.cut(Connections.all(), Cut.RST);
        counting.get(60, SECONDS);
        assertThat(there.delete()).isTrue();
        server.resetStatistics();
      }
    }
    repeatAll();
    assertThat(server.admin().number("EXISTS", LATCH)).isZero();
    assertThat(there.getCount()).isEqualTo(3);
  }

  @Test
  void drains_ofClientsThatAreGone_leaveNothingInTheSemaphore() throws Exception {
    DistributedSemaphore here = new Semaphores(one).get("ab", 4);
    DistributedSemaphore there = new Semaphores(two).get("ab", 4);
    assertThat(here.drainPermits()).isEqualTo(4);
    one.close(); // and says no more that it got the answer
    there.release();
    there.release();
    assertThat(server.admin().number("HLEN", SEMAPHORE)).isEqualTo(3);
    assertThat(server.admin().texts("ZRANGE", SEMAPHORE_LEDGER, "-inf", "(0", "BYSCORE"))
        .as("its own last request")
        .hasSize(2)
        .filteredOn(member -> !member.equals("#seq"))
        .allMatch(member -> member.matches("=[^:]+:\\d+"));
    assertThat(there.availablePermits()).isEqualTo(2);
  }
}
