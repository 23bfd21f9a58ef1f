package io.holdfast.lock.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

/** The order of one thread's requests at a server that has never seen a script of ours. */
@ExtendWith(RedisServerExtension.class)
class FirstAsksIT {

  @RepeatedTest(20)
  void acquireAsync_manyOnAFreshServer_keepTheOrderOfTheirSending(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      FairLocks locks = new FairLocks(client);
      List<CompletableFuture<Hold>> all = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        all.add(locks.get("ab").acquireAsync());
      }
      List<Long> tokens = new ArrayList<>();
      for (CompletableFuture<Hold> each : all) {
        Hold hold = assertThat(each).succeedsWithin(Duration.ofMinutes(1)).actual();
        tokens.add(hold.token());
        hold.close();
      }
      assertThat(tokens).isSorted();
    }
  }
}
