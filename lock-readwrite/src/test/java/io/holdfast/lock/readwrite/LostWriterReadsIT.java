package io.holdfast.lock.readwrite;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A thread reads under its write lock, which the server has lost: no renewal has found out yet. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class LostWriterReadsIT {

  private final List<LossCause> losses = new CopyOnWriteArrayList<>();

  private HoldfastClient connect(RedisServer server) {
    return HoldfastClient.connect(
        HoldfastSettings.builder()
            .lease(Duration.ofMinutes(10))
            .claimLease(Duration.ofMinutes(5))
            .listener(
                new LockListener() {
                  @Override
                  public void lost(LockEvent event, LossCause cause, Duration held) {
                    losses.add(cause);
                  }
                })
            .build(),
        server.uri());
  }

  private static void forgetTheWriter(RedisServer server) {
    assertThat(server.admin().number("DEL", "holdfast:rw:{ab}")).isOne();
  }

  private void writeHoldIsLost(DistributedReadWriteLock lock) {
    eventually().isTrue("the listener is told", () -> losses.equals(List.of(LossCause.GONE)));
    assertThat(lock.writeLock().currentHold()).isEmpty();
    assertThatThrownBy(() -> lock.writeLock().unlock()).isInstanceOf(LeaseLostException.class);
  }

  @Test
  @DisplayName("failure 135: a reader under a write lock that the server has lost, after a writer")
  void read_underALostWriteLock_hasATokenNotBelowTheLastWriters(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = connect(server);
        HoldfastClient other = connect(server)) {
      DistributedReadWriteLock lock = new ReadWriteLocks(client).get("ab");
      lock.writeLock().lock();
      forgetTheWriter(server);
      Hold writing = new ReadWriteLocks(other).get("ab").writeLock().acquire();
      writing.close();

      lock.readLock().lock();

      assertThat(lock.readLock().token()).isGreaterThanOrEqualTo(writing.token());
      writeHoldIsLost(lock);
      lock.readLock().unlock();
    }
  }

  @Test
  @DisplayName("failure 135: a reader under a write lock that another has by now does not wait")
  void tryToRead_underAWriteLockThatAnotherHas_losesTheWriteLock(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = connect(server);
        HoldfastClient other = connect(server)) {
      DistributedReadWriteLock lock = new ReadWriteLocks(client).get("ab");
      lock.writeLock().lock();
      forgetTheWriter(server);
      try (Hold writing = new ReadWriteLocks(other).get("ab").writeLock().acquire()) {

        assertThat(lock.readLock().tryLock()).isFalse();

        writeHoldIsLost(lock);
        assertThat(writing.isValid()).isTrue();
      }
    }
  }

  @Test
  @DisplayName("failure 135: a reader under a write lock that another has by now waits")
  void read_underAWriteLockThatAnotherHas_losesTheWriteLockAndWaits(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = connect(server);
        HoldfastClient other = connect(server)) {
      DistributedReadWriteLock lock = new ReadWriteLocks(client).get("ab");
      lock.writeLock().lock();
      forgetTheWriter(server);
      try (Hold writing = new ReadWriteLocks(other).get("ab").writeLock().acquire()) {

        assertThat(lock.readLock().tryLock(100, TimeUnit.MILLISECONDS)).isFalse();

        writeHoldIsLost(lock);
        assertThat(writing.isValid()).isTrue();
      }
    }
  }

  @Test
  @DisplayName("failure 135: a reader beside its writer loses nothing")
  void read_underAWriteLock_losesNothing(@FreshServer RedisServer server) {
    try (HoldfastClient client = connect(server)) {
      DistributedReadWriteLock lock = new ReadWriteLocks(client).get("ab");
      lock.writeLock().lock();

      lock.readLock().lock();

      assertThat(lock.readLock().token()).isEqualTo(lock.writeLock().token());
      lock.readLock().unlock();
      lock.writeLock().unlock();
      assertThat(losses).isEmpty();
    }
  }
}
