package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.holdfast.lock.HeldLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The holds that a quorum reports. */
@ExtendWith(RedisServerExtension.class)
class RedHoldsIT {

  @Test
  void holds_ofAQuorumLock_areTheQuorumsAndNotTheClients(TestServer server) throws Exception {
    RedLockSettings settings = RedLockSettings.builder().quarantine(false).build();
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        RedLocks locks = new RedLocks(settings, client)) {
      assertThat(locks.holds()).isEmpty();
      Hold hold = locks.get("orders").acquire();
      assertThat(locks.holds())
          .extracting(HeldLock::kind, HeldLock::lockName, HeldLock::token)
          .containsExactly(tuple(LockKind.QUORUM, "orders", hold.token()));
      assertThat(client.holds()).isEmpty();
      hold.close();
      assertThat(locks.holds()).isEmpty();
    }
  }
}
