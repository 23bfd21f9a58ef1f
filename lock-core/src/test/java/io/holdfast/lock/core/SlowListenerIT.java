package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A listener that does not return delays no report of a loss. */
@ExtendWith(RedisServerExtension.class)
class SlowListenerIT {

  private final CountDownLatch isBlocked = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<String> told = new CopyOnWriteArrayList<>();

  @AfterEach
  void end() {
    end.countDown();
  }

  private void block() {
    isBlocked.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HoldfastClient connect(LockListener listener, TestServer server) {
    HoldfastSettings settings =
        HoldfastSettings.builder().listener(listener).lease(Duration.ofMinutes(10)).build();
    return HoldfastClient.connect(settings, server.uri());
  }

  @Test
  @DisplayName("failure 170: a listener blocks, and behind it the news of a loss")
  void loss_whileAListenerBlocks_isTold(TestServer server) throws Exception {
    LockListener slow =
        new LockListener() {
          @Override
          public void acquired(LockEvent event, Duration waited) {
            block();
          }

          @Override
          public void lost(LockEvent event, LossCause cause, Duration held) {
            told.add("listener " + event.lockName() + " " + cause);
          }
        };
    try (HoldfastClient client = connect(slow, server);
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      Hold hold = client.lock("slow").acquire();
      hold.onLost(cause -> told.add("holder " + cause));
      isBlocked.await();

      assertThat(other.lock("slow").forceUnlock()).isTrue();

      eventually().isTrue("the loss is told", () -> told.size() == 2);
      assertThat(told).containsExactlyInAnyOrder("listener slow FORCED", "holder FORCED");
      assertThat(end.getCount()).isOne();
      end.countDown();
    }
  }

  @Test
  @DisplayName("failure 170: a listener blocks in the news of a loss, and behind it another")
  void loss_whileAListenerBlocksInAnother_isToldToItsHolder(TestServer server) throws Exception {
    LockListener slow =
        new LockListener() {
          @Override
          public void lost(LockEvent event, LossCause cause, Duration held) {
            block();
          }
        };
    try (HoldfastClient client = connect(slow, server);
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      Hold first = client.lock("first").acquire();
      Hold second = client.lock("second").acquire();
      second.onLost(cause -> told.add("second " + cause));
      assertThat(other.lock("first").forceUnlock()).isTrue();
      isBlocked.await();
      assertThat(first.isValid()).isFalse();

      assertThat(other.lock("second").forceUnlock()).isTrue();

      eventually().isTrue("the loss is told", () -> told.equals(List.of("second FORCED")));
      end.countDown();
    }
  }
}
