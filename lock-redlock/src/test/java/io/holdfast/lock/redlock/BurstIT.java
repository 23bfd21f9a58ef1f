package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** More requests at once than the nodes can answer within the node time-out. */
@ExtendWith(RedisServerExtension.class)
class BurstIT {

  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void acquireAsync_thousandsAtOnce_areAllHad(@FreshServer(masters = 3) Masters three) {
    try (Quorums quorum = Quorums.open(three.uris())) {
      List<CompletableFuture<Hold>> asked =
          IntStream.range(0, 5000)
              .mapToObj(i -> quorum.locks().get("burst-" + i).acquireAsync())
              .toList();
      assertThat(CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)))
          .succeedsWithin(LONG);
      assertThat(
              CompletableFuture.allOf(
                  asked.stream()
                      .map(hold -> hold.join().releaseAsync())
                      .toArray(CompletableFuture[]::new)))
          .succeedsWithin(LONG);
    }
  }
}
