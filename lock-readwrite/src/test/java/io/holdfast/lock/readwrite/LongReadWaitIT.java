package io.holdfast.lock.readwrite;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The log tells of readers that wait for long behind a writer, and of a writer behind readers. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // the client ends what it holds
class LongReadWaitIT {

  @Test
  void wait_ofAReaderAndOfAWriter_areToldWithWhoIsInTheWay(TestServer server) {
    HoldfastSettings settings =
        HoldfastSettings.builder().longWait(Duration.ofSeconds(1)).clientLabel("app").build();
    try (CapturedLog log = CapturedLog.begin();
        TestThreads threads = TestThreads.open();
        HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      DistributedReadWriteLock written = new ReadWriteLocks(client).get("written");
      DistributedReadWriteLock read = new ReadWriteLocks(client).get("read");
      written.writeLock().lock();
      read.readLock().lock();
      threads.start("reader", () -> closed(written.readLock()::lock));
      threads.start("writer", () -> closed(read.writeLock()::lock));

      eventually()
          .isTrue(
              "the reader",
              () ->
                  log.lines("Lock 'written': thread 'test-reader", "holder app (this client)") > 0);
      eventually()
          .isTrue(
              "the writer",
              () -> log.lines("Lock 'read': thread 'test-writer", "1 read entries", "by app") > 0);
    }
  }

  private static void closed(Runnable waiting) {
    assertThatThrownBy(waiting::run).isInstanceOf(ClientClosedException.class);
  }
}
