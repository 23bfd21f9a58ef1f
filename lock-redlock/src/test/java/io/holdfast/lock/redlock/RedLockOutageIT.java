package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A majority is away, and comes back without its data. */
class RedLockOutageIT extends RedLockSuite {

  private static final Duration QUARANTINE = Duration.ofSeconds(8);

  /** Over before the quarantine is. */
  private static final Duration LIMIT = Duration.ofSeconds(6);

  @Test
  @DisplayName("failure 102: a majority of the nodes restarts, and an untimed lock() waits")
  void lock_majorityRestartsEmpty_lastsUntilTheQuarantineIsOver(
      @FreshServer(value = "three", masters = 3) Masters three) {
    Quorums quorum =
        open(
            RedLockSettings.builder().maxLease(QUARANTINE),
            HoldfastSettings.builder().unreachableLimit(LIMIT).build(),
            three.uris());
    try (TestThreads threads = TestThreads.open()) {
      three.servers().forEach(server -> server.kill());
      CompletableFuture<Boolean> taken =
          threads.call(
              "waiter",
              () -> {
                DistributedLock lock = quorum.locks().get(NAME);
                lock.lock();
                lock.unlock();
                return true;
              });
      three.servers().forEach(server -> server.restartEmpty());
      assertThat(taken).succeedsWithin(SOON).isEqualTo(true);
    }
  }
}
