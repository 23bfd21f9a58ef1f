package io.holdfast.lock.fair;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The place in the queue of a waiter that a signal woke. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings({"LockNotBeforeTry", "WaitNotInLoop"}) // a failed test ends its client
class SignalledTicketIT {

  private static final String QUEUE = "holdfast:fairq:{signal}";

  /** Tickets beyond it wait for a signal. */
  private static final String PARKED = "4503599627370496";

  private final List<String> order = new CopyOnWriteArrayList<>();

  private static long queued(RedisServer server) {
    return server.admin().number("ZCOUNT", QUEUE, "(0", PARKED);
  }

  /**
   * It has been granted the lock, but its process stood still until the claim was over; so it asks
   * again. It began to wait before the others were queued, but its signal came after.
   */
  @Test
  void await_signalledAndGrantedTooLate_queuesBehindThoseWhoWereBeforeItsSignal(
      @FreshServer RedisServer server) throws Exception {
    HoldfastSettings settings =
        HoldfastSettings.builder().claimLease(Duration.ofMinutes(5)).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri());
        HoldfastClient other = HoldfastClient.connect(settings, server.uri())) {
      DistributedLock lock = new FairLocks(client).get("signal");
      DistributedLock others = new FairLocks(other).get("signal");
      Condition condition = lock.newCondition("c");
      CompletableFuture<Void> sleeper = CompletableFuture.runAsync(() -> sleep(lock, condition));
      eventually()
          .isTrue(
              "it sleeps", () -> server.admin().number("ZCOUNT", QUEUE, "(" + PARKED, "+inf") == 1);

      others.lock();
      CompletableFuture<Void> second =
          others.acquireAsync().thenAccept(hold -> write("second", hold));
      eventually().isTrue("one is queued", () -> queued(server) == 1);
      others.newCondition("c").signal();
      assertThat(queued(server)).isEqualTo(2);
      String late = server.admin().texts("ZRANGE", QUEUE, "(0", PARKED, "BYSCORE").get(1);
      server.admin().number("ZREM", QUEUE, late);
      String inbox = "holdfast:inbox:" + late.substring(0, late.indexOf(':'));
      String token = Long.toString(Long.MAX_VALUE / 1000);
      server.admin().number("PUBLISH", inbox, "granted %s %s %s 1 0".formatted(late, token, token));
      eventually().isTrue("it has asked", () -> queued(server) == 2);
      CompletableFuture<Void> third =
          others.acquireAsync().thenAccept(hold -> write("third", hold));
      eventually().isTrue("all are queued", () -> queued(server) == 3);
      others.unlock();

      CompletableFuture.allOf(sleeper, second, third).get(1, TimeUnit.MINUTES);
      assertThat(order).containsExactly("second", "signalled", "third");
    }
  }

  private void sleep(DistributedLock lock, Condition condition) {
    lock.lock();
    try {
      condition.await();
      order.add("signalled");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      lock.unlock();
    }
  }

  private void write(String who, Hold hold) {
    order.add(who);
    hold.close();
  }
}
