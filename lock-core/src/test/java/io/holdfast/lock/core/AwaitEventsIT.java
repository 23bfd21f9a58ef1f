package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A thread that waits for a signal has released its hold, and tries to get another. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
@SuppressWarnings({"LockNotBeforeTry", "WaitNotInLoop"}) // the test looks at the outcome
class AwaitEventsIT {

  private final List<String> told = new CopyOnWriteArrayList<>();

  private HoldfastClient connect(TestServer server) {
    LockListener listener =
        new LockListener() {
          @Override
          public void acquired(LockEvent event, Duration waited) {
            told.add("acquired");
          }

          @Override
          public void released(LockEvent event, Duration held) {
            told.add("released");
          }

          @Override
          public void failed(AttemptEvent attempt, Duration waited, Why why) {
            told.add("failed " + why.text());
          }
        };
    return HoldfastClient.connect(
        HoldfastSettings.builder().listener(listener).build(), server.uri());
  }

  @Test
  void await_clientIsClosed_isAFailedAttempt(TestServer server) throws Exception {
    try (TestThreads threads = TestThreads.open();
        HoldfastClient client = connect(server)) {
      DistributedLock lock = client.lock("await-events");
      Condition condition = lock.newCondition("c");
      CompletableFuture<Void> sleeper =
          threads.call(
              "sleeper",
              () -> {
                lock.lock();
                condition.await();
                return null;
              });
      LockStatistics.OfKind numbers = client.statistics().of(LockKind.PLAIN);
      eventually()
          .isTrue(
              "it waits for a signal",
              () -> numbers.waiting() == 1 && numbers.released() == 1 && numbers.held() == 0);

      client.close();

      assertThat(sleeper)
          .failsWithin(60, TimeUnit.SECONDS)
          .withThrowableThat()
          .withCauseInstanceOf(ClientClosedException.class);
      eventually().isTrue("all is told", () -> told.size() == 3);
      assertThat(told).containsExactly("acquired", "released", "failed closed");
      assertThat(numbers.failed(LockListener.Why.CLOSED)).isOne();
      assertThat(numbers.waiting()).isZero();
    }
  }
}
