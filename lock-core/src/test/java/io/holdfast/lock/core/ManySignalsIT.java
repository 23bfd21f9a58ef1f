package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Hundreds wait for a signal: more than one page of the queue, and more than one command takes. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings({"LockNotBeforeTry", "WaitNotInLoop"}) // a failed test ends its clients
class ManySignalsIT {

  private static final String QUEUE = "holdfast:lockq:{many}";
  private static final String PARKED = "4503599627370496";
  private static final int PARKED_BY_HAND = 1400;

  private static final HoldfastSettings LONG_CLAIM =
      HoldfastSettings.builder().claimLease(Duration.ofMinutes(5)).build();

  private RedisServer server;

  @BeforeEach
  void takeServer(@FreshServer RedisServer fresh) {
    server = fresh;
  }

  private List<String> tickets(String above, String below) {
    return server.admin().texts("ZRANGE", QUEUE, "(" + above, below, "BYSCORE");
  }

  private List<String> parked() {
    return tickets(PARKED, "+inf");
  }

  private List<String> queued() {
    return tickets("0", PARKED);
  }

  /** Behind the one that sleeps, of its client, and for two conditions in turn. */
  private List<String> park(String sleeper) {
    String client = sleeper.substring(0, sleeper.indexOf(':'));
    long first = server.admin().number("ZSCORE", QUEUE, sleeper) + 1;
    List<String> ids =
        IntStream.range(0, PARKED_BY_HAND)
            .mapToObj(i -> "%s:9%04d:300000:=%s".formatted(client, i, i % 2 == 0 ? "c" : "d"))
            .toList();
    List<String> command = new ArrayList<>(List.of("ZADD", QUEUE));
    for (int i = 0; i < ids.size(); i++) {
      command.addAll(List.of(Long.toString(first + i), ids.get(i)));
    }
    server.admin().number(command.toArray(String[]::new));
    return ids;
  }

  private static CompletableFuture<Boolean> sleep(TestThreads threads, DistributedLock lock) {
    return threads.call(
        "sleeper",
        () -> {
          lock.lock();
          lock.newCondition("c").await();
          return true;
        });
  }

  @Test
  void signalAll_manyOfTwoConditionsWait_movesThoseOfOneInTheirOrder() throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(LONG_CLAIM, server.uri());
        HoldfastClient other = HoldfastClient.connect(LONG_CLAIM, server.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<Boolean> sleeper = sleep(threads, client.lock("many"));
      eventually().isTrue("it sleeps", () -> parked().size() == 1);
      String first = parked().get(0);
      List<String> byHand = park(first);
      DistributedLock lock = other.lock("many");
      lock.lock();

      lock.newCondition("c").signalAll();

      assertThat(queued())
          .containsExactlyElementsOf(
              Stream.concat(Stream.of(first), byHand.stream().filter(id -> id.endsWith("c")))
                  .toList());
      assertThat(parked())
          .containsExactlyElementsOf(byHand.stream().filter(id -> id.endsWith("d")).toList());
      long last = server.admin().number("ZSCORE", QUEUE, queued().get(queued().size() - 1));
      assertThat(server.admin().number("ZSCORE", QUEUE, "#seq")).isEqualTo(-last);
      lock.unlock();
      assertThat(sleeper).succeedsWithin(Duration.ofMinutes(1));
    }
  }

  @Test
  void owner_diesWithItsDebtWhileManyWait_wakesAllInTheirOrder() throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(LONG_CLAIM, server.uri());
        HoldfastClient other = HoldfastClient.connect(LONG_CLAIM, server.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<Boolean> sleeper = sleep(threads, client.lock("many"));
      eventually().isTrue("it sleeps", () -> parked().size() == 1);
      String first = parked().get(0);
      List<String> byHand = park(first);
      other.lock("many").lock();

      assertThat(server.admin().number("DEL", "holdfast:lock:{many}")).isOne();
      assertThat(client.lock("many").tryLock()).as("they are before it").isFalse();

      assertThat(parked()).isEmpty();
      assertThat(queued()).containsExactlyElementsOf(byHand); // the first has its turn
      assertThat(sleeper).succeedsWithin(Duration.ofMinutes(1));
    }
  }
}
