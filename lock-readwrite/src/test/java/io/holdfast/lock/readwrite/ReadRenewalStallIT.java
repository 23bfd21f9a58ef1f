package io.holdfast.lock.readwrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.RenewalStall;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A reader finds its lease over while the answer to a renewal is read. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class ReadRenewalStallIT {

  private final RenewalStall stall = new RenewalStall();

  @Test
  @DisplayName("failure 87: the entry of a reader that was over does not stay for good")
  void unlockOfAReader_theLeaseEndsWhileARenewalIsRead_letsAWriterIn(TestServer server)
      throws Exception {
    try (HoldfastClient client = TestClients.open(stall.clock(), server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock reading = readWrite(client).readLock();
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      stall.whileOwnedBy(
          threads,
          reading,
          () -> {
            try {
              reading.unlock();
            } catch (IllegalMonitorStateException e) {
              thrown.set(e);
            }
          });
      assertThat(thrown.get()).isInstanceOf(LeaseLostException.class);
      RenewalStall.assertIsFree(readWrite(other).writeLock());
    }
  }

  @Test
  @DisplayName(
      "failure 87: a writer whose lease is over reads like any other, and is told of the loss")
  void readUnderAWriteLock_theLeaseEndsWhileARenewalIsRead_isOfTheReaderAlone(TestServer server)
      throws Exception {
    try (HoldfastClient client = TestClients.open(stall.clock(), server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedReadWriteLock lock = readWrite(client);
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      stall.whileOwnedBy(
          threads,
          lock.writeLock(),
          () -> {
            lock.readLock().lock();
            try {
              lock.writeLock().unlock();
            } catch (IllegalMonitorStateException e) {
              thrown.set(e);
            } finally {
              lock.readLock().unlock();
            }
          });
      assertThat(thrown.get()).isInstanceOf(LeaseLostException.class);
      RenewalStall.assertIsFree(readWrite(other).writeLock());
    }
  }

  private static DistributedReadWriteLock readWrite(HoldfastClient client) {
    return new ReadWriteLocks(client).get("stall");
  }
}
