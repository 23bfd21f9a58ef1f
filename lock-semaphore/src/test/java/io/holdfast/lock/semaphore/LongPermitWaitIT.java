package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The log names a thread that waits for permits for long. */
@ExtendWith(RedisServerExtension.class)
class LongPermitWaitIT {

  @Test
  void wait_forPermits_isToldWithWhatTheServerHas(TestServer server) throws Exception {
    HoldfastSettings settings =
        HoldfastSettings.builder().longWait(Duration.ofSeconds(1)).clientLabel("app").build();
    try (CapturedLog log = CapturedLog.begin();
        TestThreads threads = TestThreads.open();
        HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      Semaphores semaphores = new Semaphores(client);
      DistributedSemaphore fair = semaphores.get("fair", 3, true);
      DistributedSemaphore unfair = semaphores.get("unfair", 2);
      PermitPool pool = semaphores.pool("pool", 1);
      fair.acquire(2);
      unfair.acquire(2);
      pool.acquire();
      threads.start("one", () -> closed(() -> fair.acquire(2)));
      threads.start("two", () -> closed(() -> unfair.acquire(1)));
      threads.start("three", () -> closed(pool::acquire));

      eventually()
          .isTrue(
              "fair",
              () ->
                  log.lines("Semaphore 'fair': thread 'test-one", "1 of 3 permits left, 1 waiting")
                      > 0);
      eventually()
          .isTrue(
              "unfair",
              () -> log.lines("Semaphore 'unfair': thread 'test-two", "0 of 2 permits left") > 0);
      eventually()
          .isTrue(
              "pool",
              () ->
                  log.lines(
                          "'pool': thread 'test-three",
                          "1 of 1 permits are out, one of them held by app")
                      > 0);
    }
  }

  private static void closed(ThrowingCallable waiting) {
    assertThatThrownBy(waiting).isInstanceOf(ClientClosedException.class);
  }
}
