package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The cost of strict order at the server, also with many waiters. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class FairCostContract extends ContractSuite {

  /** The time in which new waiters have asked again, as long waiters do. */
  private static final Duration SETTLED = Duration.ofMillis(150);

  private static void settle() {
    stays(SETTLED, "settles", () -> true);
  }

  /** How often this many waiters may have asked again since then: each at most every 1.5 s. */
  private static long mayHaveAsked(int clients, long startNanos) {
    return clients * (System.nanoTime() - startNanos) / TimeUnit.MILLISECONDS.toNanos(1500);
  }

  private long messages() {
    return fixture().servers().stream()
        .map(TestServer::commandCalls)
        .mapToLong(calls -> calls.getOrDefault("publish", 0L))
        .sum();
  }

  @Test
  void reentry_whileOthersWait_costsNothing() {
    Actor holder = holderOf(lock);
    List<CompletableFuture<Hold>> waiting = List.of(lock.acquireAsync(), others.acquireAsync());
    awaitQueueLength(2);
    settle();
    long start = System.nanoTime();
    long before = scriptCalls();
    holder.does(
        () -> {
          for (int i = 0; i < 500; i++) {
            lock.lock();
            assertThat(lock.tryLock()).isTrue();
          }
        });

    // The waiters may have asked.
    assertThat(scriptCalls() - before).isLessThanOrEqualTo(4 + mayHaveAsked(2, start));
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    for (int i = 0; i < 1001; i++) {
      holder.does(lock::unlock);
    }
    waiting.forEach(one -> Actor.succeeds(one).close());
  }

  @Test
  @DisplayName("failure 27: one waiter wakes, however many wait")
  void handOver_whileManyClientsWait_costsOneScriptAndOneMessageEach() {
    int count = 12;
    Hold hold = Actor.succeeds(lock.acquireAsync());
    List<CompletableFuture<Hold>> waiting = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      waiting.add(open(ClientSpec.defaults()).lock(name).acquireAsync());
      awaitQueueLength(i + 1);
    }
    settle();
    long start = System.nanoTime();
    long scriptsBefore = scriptCalls();
    long messagesBefore = messages();

    hold.close();
    waiting.forEach(one -> Actor.succeeds(one).close());

    // Some may have asked again meanwhile. If all woke each time, it would be 78.
    long asked = mayHaveAsked(count, start);
    assertThat(scriptCalls() - scriptsBefore).isBetween(count + 1L, count + 10L + asked);
    assertThat(messages() - messagesBefore).isBetween((long) count, count + 15L + asked);
  }

  @Test
  void waiters_manyHandlesOfOneClient_areServedInOrderAndNoneIsLeft() {
    int count = 500;
    List<Integer> order = new CopyOnWriteArrayList<>();
    Hold hold = Actor.succeeds(others.acquireAsync());
    List<CompletableFuture<Hold>> waiting = new ArrayList<>();
    List<CompletableFuture<?>> turns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      CompletableFuture<Hold> acquiring = lock.acquireAsync();
      waiting.add(acquiring);
      turns.add(
          acquiring.thenAccept(
              mine -> {
                order.add(number);
                mine.close();
              }));
    }
    awaitQueueLength(count);
    for (int i = 1; i < count; i += 2) {
      assertThat(waiting.get(i).cancel(true)).isTrue();
    }
    awaitQueueLength(count / 2);

    hold.close();

    for (int i = 0; i < count; i += 2) {
      Actor.succeeds(turns.get(i));
    }
    assertThat(order)
        .containsExactlyElementsOf(
            IntStream.range(0, count).filter(i -> i % 2 == 0).boxed().toList());
    awaitFreeAndUnwanted();
  }

  @Test
  void waiters_manyIdleHandlesOfOneClient_askRarely() {
    DistributedLock asking = open(ClientSpec.defaults().pace(ClientSpec.Pace.USUAL)).lock(name);
    Hold hold = Actor.succeeds(others.acquireAsync());
    List<CompletableFuture<Hold>> waiting = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      waiting.add(asking.acquireAsync());
    }
    awaitQueueLength(200);
    settle();
    long start = System.nanoTime();
    long before = scriptCalls();

    eventually().isTrue("asked again", () -> scriptCalls() - before >= 2);

    Duration time = Duration.ofNanos(System.nanoTime() - start);
    assertThat(scriptCalls() - before)
        .as("script calls in %s, at most one a second", time)
        .isLessThanOrEqualTo(time.toSeconds() + 1);
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    awaitQueueLength(200);
    waiting.forEach(one -> one.cancel(true));
    awaitQueueLength(0);
    hold.close();
  }
}
