package io.holdfast.lock.readwrite;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;

import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.race.Visitors;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.readwrite.gate.ReadWritePairs;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client keeps no state of unused names. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class LeftBehindIT {

  /**
   * Of each client: the look at connections that are idle, and those at long waits for plain locks,
   * for read locks and for write locks.
   */
  private static final int ALWAYS = 4;

  @Test
  @DisplayName("failure 74: nothing is kept for an unused name")
  void names_readAndLeft_leaveNothingInTheClient(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      ReadWriteLocks locks = new ReadWriteLocks(client);
      ReadWritePairs pairs =
          ReadWritePairs.of(
              client, "rw", LockScripts.variant(ReadWriteLocks.class::getResourceAsStream));
      Set<Watched> watched = Visitors.of(client);
      eventually().isTrue("nothing is watched yet", () -> watched.size() == ALWAYS);
      for (int i = 0; i < 300; i++) {
        DistributedReadWriteLock lock = locks.get("name-" + i);
        for (int j = 0; j < 3; j++) { // its entry is kept for a slice or two
          lock.readLock().lock();
          lock.readLock().unlock();
        }
        if (i % 3 == 1) { // a writer elsewhere takes it away
          DistributedReadWriteLock others = new ReadWriteLocks(other).get("name-" + i);
          others.writeLock().lock();
          others.writeLock().unlock();
        } else if (i % 3 == 2) { // or one here
          lock.writeLock().lock();
          lock.writeLock().unlock();
        }
      }
      eventually().isTrue("no name is in use", () -> pairs.size() == 0);
      eventually().isTrue("nothing is watched", () -> watched.size() == ALWAYS);
    }
  }
}
