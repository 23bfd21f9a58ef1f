package io.holdfast.lock.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.HeldLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client says of its fair locks. */
@ExtendWith(RedisServerExtension.class)
class FairHoldsIT {

  @Test
  void holds_ofAFairLock_areToldAndWhoWaitsIsCounted(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      FairLocks locks = new FairLocks(client);
      Hold hold = locks.get("orders").acquire();
      CompletableFuture<Hold> waiting = locks.get("orders").acquireAsync();
      assertThat(client.holds())
          .singleElement()
          .satisfies(
              held -> {
                assertThat(held.kind()).isEqualTo(LockKind.FAIR);
                assertThat(held.lockName()).isEqualTo("orders");
                assertThat(held.token()).isEqualTo(hold.token());
              });
      assertThat(client.status().waiters()).isEqualTo(1);
      hold.close();
      Hold next = waiting.get(60, TimeUnit.SECONDS);
      assertThat(client.holds()).extracting(HeldLock::token).containsExactly(next.token());
      next.close();
      assertThat(client.holds()).isEmpty();
    }
  }

  @Test
  void get_ofOneClient_isEqualAlsoByAnotherObjectButNotToAPlainLock(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      assertThat(new FairLocks(client).get("orders"))
          .isEqualTo(new FairLocks(client).get("orders"))
          .isNotEqualTo(client.lock("orders"));
    }
  }
}
