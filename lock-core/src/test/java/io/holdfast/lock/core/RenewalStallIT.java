package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The thread that reads the answer to a renewal stands still until the validity has passed, and the
 * owner finds out first.
 */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class RenewalStallIT {

  private final RenewalStall stall = new RenewalStall();

  @Test
  @DisplayName("failure 87: a handle that was seen to be over does not become valid again")
  void isValid_onceFalse_staysFalseThoughARenewalIsAnswered(TestServer server) throws Exception {
    try (HoldfastClient client = TestClients.open(stall.clock(), server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      Hold hold = client.lock("stall").acquire();
      CompletableFuture<LossCause> lost = new CompletableFuture<>();
      hold.onLost(lost::complete);
      AtomicBoolean wasValid = new AtomicBoolean(true);
      stall.meanwhile(() -> wasValid.set(hold.isValid()));

      assertThatThrownBy(() -> stall.renew(hold)).isInstanceOf(LeaseLostException.class);

      assertThat(wasValid).isFalse();
      assertThat(hold.isValid()).isFalse();
      assertThat(hold.remaining()).isZero();
      assertThat(lost).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(LossCause.EXPIRED);
      RenewalStall.assertIsFree(other.lock("stall"));
    }
  }

  @Test
  @DisplayName("failure 87: unlock() that finds the lease over throws, and the lock is free")
  void unlock_theLeaseEndsWhileARenewalIsRead_throwsLeaseLostAndFrees(TestServer server)
      throws Exception {
    try (HoldfastClient client = TestClients.open(stall.clock(), server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("stall");
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      stall.whileOwnedBy(
          threads,
          lock,
          () -> {
            try {
              lock.unlock();
            } catch (IllegalMonitorStateException e) {
              thrown.set(e);
            }
          });
      assertThat(thrown.get()).isInstanceOf(LeaseLostException.class);
      RenewalStall.assertIsFree(other.lock("stall"));
    }
  }

  @Test
  @DisplayName("failure 87: lock() by the owner does not wait behind its own hold for ever")
  void lock_theLeaseEndsWhileARenewalIsRead_tellsTheLossAndThenLocks(TestServer server)
      throws Exception {
    try (HoldfastClient client = TestClients.open(stall.clock(), server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("stall");
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      stall.whileOwnedBy(
          threads,
          lock,
          () -> {
            try {
              lock.lock();
            } catch (IllegalMonitorStateException e) {
              thrown.set(e);
              lock.lock();
            }
            lock.unlock();
          });
      assertThat(thrown.get()).isInstanceOf(LeaseLostException.class);
      RenewalStall.assertIsFree(other.lock("stall"));
    }
  }
}
