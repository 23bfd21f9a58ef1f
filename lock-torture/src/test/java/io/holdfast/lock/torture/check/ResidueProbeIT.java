package io.holdfast.lock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.concurrent.ThreadKind;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class ResidueProbeIT {

  @Test
  void look_cleanServer_findsNothing(@FreshServer RedisServer server) {
    server.admin().text("SET", "app:seq", "1");
    server.admin().text("SET", "other", "1");
    ResidueProbe probe = ResidueProbe.of(server).keys("app:*").exceptKeys("app:seq");
    assertThat(probe.look().left()).isEmpty();
  }

  @Test
  void look_whatIsLeft_isNamed(@FreshServer RedisServer server) throws InterruptedException {
    ResidueProbe probe = ResidueProbe.of(server).keys("app:*").threads("test-left");
    CountDownLatch end = new CountDownLatch(1);
    try (RespSubscriber subscriber = RespSubscriber.channels(server.uri(), "app:inbox");
        TestThreads threads = TestThreads.of(ThreadKind.PLATFORM)) {
      var unused = threads.start("left", end::await);
      server.admin().text("SET", "app:a", "1");
      server.admin().text("SET", "app:b", "1", "PX", "60000");

      assertThat(probe.look().left())
          .anyMatch(left -> left.equals("key app:a, for ever"))
          .anyMatch(left -> left.matches("key app:b, for \\d+ ms more"))
          .anyMatch(left -> left.equals("channel app:inbox"))
          .anyMatch(left -> left.startsWith("connections: 1 instead of 0"))
          .anyMatch(left -> left.equals("thread test-left"));
      assertThat(subscriber.messages()).isEmpty();
      end.countDown();
    }
  }
}
