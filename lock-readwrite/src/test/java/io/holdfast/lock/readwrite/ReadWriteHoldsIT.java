package io.holdfast.lock.readwrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedReadWriteLock;
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

/** What a client reports of both sides of its read-write locks. */
@ExtendWith(RedisServerExtension.class)
class ReadWriteHoldsIT {

  @Test
  void holds_ofReadersAndAWriter_areToldForEachOfThem(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedReadWriteLock lock = new ReadWriteLocks(client).get("catalog");
      Hold one = lock.readLock().acquire();
      Hold other = lock.readLock().acquire();
      CompletableFuture<Hold> writer = lock.writeLock().acquireAsync();
      assertThat(client.holds())
          .hasSize(2)
          .allSatisfy(held -> assertThat(held.kind()).isEqualTo(LockKind.READ))
          .extracting(HeldLock::token)
          .containsExactlyInAnyOrder(one.token(), other.token());
      assertThat(client.status().waiters()).isEqualTo(1);

      one.close();
      other.close();
      Hold writes = writer.get(60, TimeUnit.SECONDS);
      assertThat(client.holds())
          .singleElement()
          .satisfies(
              held -> {
                assertThat(held.kind()).isEqualTo(LockKind.WRITE);
                assertThat(held.lockName()).isEqualTo("catalog");
                assertThat(held.token()).isEqualTo(writes.token());
              });
      writes.close();
      assertThat(client.holds()).isEmpty();
    }
  }
}
