package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A process whose heap is full for a while. */
@Tag("long")
@ExtendWith(RedisServerExtension.class)
class OutOfMemoryIT {

  @Test
  @DisplayName("failure 89: when there is memory again, what is held is renewed")
  void hold_afterTheHeapWasFull_isRenewed(TestServer server) throws Exception {
    try (JvmProcess worker =
        JvmProcess.of(MemoryWorker.class).options("-Xmx64m").arguments(server.uri()).start()) {
      worker.awaitLine("ready");
      worker.send("fill");
      assertThat(Integer.parseInt(worker.awaitLine("was full (\\d+) times").group(1)))
          .isGreaterThan(10);
      worker.send("later");
      worker.awaitLine("acquired");
      String key = server.keys("holdfast:lock:*later*").iterator().next();
      long[] left = {Long.MAX_VALUE};
      eventually()
          .isTrue(
              "it is renewed",
              () -> {
                long before = left[0];
                left[0] = server.admin().number("PTTL", key);
                return left[0] > before;
              });
    }
  }
}
