package io.holdfast.lock.readwrite;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Earlier readers and writers stand in the queue again, as their server lost its latest writes. */
@ExtendWith(RedisServerExtension.class)
class ReturnedReadersIT {

  /** No claim or lease ends within the limit. */
  private static final HoldfastSettings LONG =
      HoldfastSettings.builder()
          .claimLease(Duration.ofMinutes(5))
          .lease(Duration.ofMinutes(10))
          .build();

  /** Each of these has a ticket of its own. */
  private static final AcquireOptions OWN_TICKET =
      AcquireOptions.defaults().lease(Lease.fixed(Duration.ofMinutes(6)));

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String QUEUE = "holdfast:rwq:{back}";

  private static DistributedReadWriteLock of(HoldfastClient client) {
    return new ReadWriteLocks(client).get("back");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 300})
  @DisplayName("failure 131: the tickets of earlier readers are back, as their server failed")
  void write_ticketsOfReadersAreBack_isHadAtOnce(int readers, @FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient one = HoldfastClient.connect(LONG, server.uri());
        HoldfastClient two = HoldfastClient.connect(LONG, server.uri())) {
      Hold hold = of(two).writeLock().acquire();
      List<CompletableFuture<Hold>> waiting = new ArrayList<>();
      for (int i = 0; i < readers; i++) {
        waiting.add(of(i % 2 == 0 ? one : two).readLock().acquireAsync(OWN_TICKET));
      }
      eventually()
          .isTrue(
              "all wait", () -> server.admin().number("ZCOUNT", QUEUE, "(0", "+inf") == readers);
      server.admin().number("COPY", QUEUE, QUEUE + ":saved");
      waiting.forEach(each -> each.thenAccept(Hold::close));
      hold.close();
      assertThat(waiting).allSatisfy(each -> assertThat(each).succeedsWithin(LIMIT));
      eventually().isTrue("nobody reads", () -> !of(one).readLock().isLocked());
      server.admin().number("COPY", QUEUE + ":saved", QUEUE, "REPLACE");

      CompletableFuture<Hold> writing = of(one).writeLock().acquireAsync();

      assertThat(writing).succeedsWithin(LIMIT);
      writing.join().close();
      eventually()
          .isTrue("nobody waits", () -> server.admin().number("ZCOUNT", QUEUE, "(0", "+inf") == 0);
      assertThat(of(two).readLock().isLocked()).isFalse();
    }
  }
}
