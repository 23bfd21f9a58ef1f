package io.holdfast.lock.readwrite;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.StallingClock;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The entry that a client leaves at the server if it ends without {@code close} when all its
 * readers have unlocked.
 */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class KeptEntryIT {

  private static final String ENTRIES = "holdfast:rwr:{ab}";
  private static final Duration CLAIM = Duration.ofSeconds(6);
  private static final int SIGHTS = 20;

  private static final HoldfastSettings SETTINGS =
      HoldfastSettings.builder()
          .lease(Duration.ofMinutes(10))
          .claimLease(CLAIM)
          .slice(Duration.ofSeconds(10)) // all reads follow upon each other, on any machine
          .build();

  /** For how many milliseconds the server keeps the entry; 0 if there is none. */
  private static long millisLeft(RespClient admin) {
    List<String> last = admin.texts("ZRANGE", ENTRIES, "0", "0", "REV", "WITHSCORES");
    if (last.isEmpty()) {
      return 0;
    }
    List<String> time = admin.texts("TIME");
    long now = Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
    return Long.parseLong(last.get(1)) - now;
  }

  @Test
  @DisplayName(
      "failure 116: a client that reads in a loop and dies keeps writers out for a claim lease")
  void entry_keptWhenAllHaveUnlocked_lastsForAClaimLease(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(SETTINGS, server.uri())) {
      DistributedReadWriteLock lock = new ReadWriteLocks(client).get("ab");
      int[] sights = {0};
      eventually()
          .isTrue(
              "kept entries were seen",
              () -> {
                lock.readLock().lock();
                lock.readLock().unlock();
                long left = millisLeft(server.admin());
                assertThat(left).isLessThanOrEqualTo(CLAIM.toMillis());
                sights[0] += left > 0 ? 1 : 0;
                return sights[0] >= SIGHTS;
              });
    }
  }

  @Test
  @DisplayName("failure 116: a reader that stays has the whole lease, and leaves none of it")
  void entry_inLongUse_lastsForALeaseAndIsGivenBack(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(SETTINGS, server.uri())) {
      DistributedReadWriteLock lock = new ReadWriteLocks(client).get("ab");
      eventually()
          .isTrue(
              "a lively entry",
              () -> {
                lock.readLock().lock();
                boolean isLively = millisLeft(server.admin()) <= CLAIM.toMillis();
                if (!isLively) {
                  lock.readLock().unlock();
                }
                return isLively;
              });
      eventually().isTrue("the whole lease", () -> millisLeft(server.admin()) > CLAIM.toMillis());
      lock.readLock().unlock();
      assertThat(millisLeft(server.admin())).isLessThanOrEqualTo(CLAIM.toMillis());
    }
  }

  /**
   * A kept entry lasts for 148 s, and a request may go unanswered for 60 s. More than a third of
   * the entry is left, but not enough for one more try behind that.
   */
  @Test
  @DisplayName("failure 141: a reader comes while the renewal of a kept entry goes unanswered")
  void entry_renewalIsUnanswered_aReaderEntersOnlyIfItOutlastsATimeOut(
      @FreshServer RedisServer server) throws Exception {
    StallingClock clock = new StallingClock();
    Duration claim = Duration.ofSeconds(150);
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = TestClients.openPatient(clock, claim, proxy.uri())) {
      DistributedLock reading = new ReadWriteLocks(client).get("ab").readLock();
      eventually()
          .isTrue(
              "a lively entry",
              () -> {
                reading.lock();
                boolean isLively = millisLeft(server.admin()) <= claim.toMillis();
                if (!isLively) {
                  reading.unlock();
                }
                return isLively;
              });
      Rule renewal = proxy.when(Command.script()).holdCommand();
      clock.pass(Duration.ofSeconds(85)); // 63 s are left
      renewal.awaitFired(Duration.ofMinutes(1));
      CompletableFuture<Hold> next = reading.acquireAsync().toCompletableFuture();
      stays(Duration.ofMillis(300), "the server is asked", () -> !next.isDone());
      renewal.release();
      assertThat(next).succeedsWithin(Duration.ofMinutes(1));
      next.join().close();
      reading.unlock();
    }
  }
}
