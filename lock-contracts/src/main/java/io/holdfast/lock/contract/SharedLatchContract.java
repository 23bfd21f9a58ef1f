package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DeletedException;
import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** A latch that several clients share: its count, its waiters, its life and its end. */
public abstract class SharedLatchContract extends LatchSuite {

  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  private long published() {
    return fixture().servers().stream()
        .map(TestServer::commandCalls)
        .mapToLong(calls -> calls.getOrDefault("publish", 0L) + calls.getOrDefault("spublish", 0L))
        .sum();
  }

  /** Waits until no request has come for a while. */
  private void awaitQuiet() {
    eventually()
        .passes(
            "nobody asks",
            () -> {
              long scripts = scriptCalls();
              stays(SHORT, "no script calls", () -> scriptCalls() == scripts);
            });
  }

  private void zero() {
    for (int i = 0; i < COUNT; i++) {
      others.countDown();
    }
  }

  // ---- waiters

  @Test
  void countDown_toZero_wakesTheWaitersOfAllClientsByOneMessageEach() {
    watcher.countDown();
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      DistributedCountDownLatch each = anotherThatAsksOnce();
      waiting.add(parked("untimed", each::await));
      waiting.add(parked("timed", () -> assertThat(each.await(1, TimeUnit.MINUTES)).isTrue()));
      waiting.add(each.awaitAsync());
    }
    awaitQuiet(); // they have compared their counts, too
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    long before = published();
    long scripts = scriptCalls();

    watcher.countDown();

    waiting.forEach(each -> assertThat(each).succeedsWithin(LIMIT));
    assertThat(published() - before).as("messages").isEqualTo(3);
    assertThat(scriptCalls() - scripts).as("the count-down; nobody asks again").isOne();
  }

  @Test
  void await_afterZero_returnsAtOnceInAnyClient() throws Exception {
    zero();
    latch.await();
    another().await();
    assertThat(latch.await(Duration.ZERO)).isTrue();
    assertThat(latch.awaitAsync()).succeedsWithin(LIMIT);
    awaitQuiet(); // the counts are compared
    long before = scriptCalls();
    latch.await();
    assertThat(scriptCalls() - before).isOne();
  }

  @Test
  void await_whileTheLastIsCounted_neverMissesIt() {
    for (int round = 0; round < 20; round++) {
      CompletableFuture<?> waiting = actor("waiter").starts(latch::await);
      CompletableFuture<?> async = others.awaitAsync();
      CompletableFuture<?> counting = actor("counter").starts(this::zero);
      assertThat(waiting).succeedsWithin(LIMIT);
      assertThat(async).succeedsWithin(LIMIT);
      Actor.ends(counting);
      assertThat(watcher.delete()).isTrue();
    }
  }

  @Test
  void await_givenUp_leavesNothing() throws Exception {
    Actor interrupted = actor("interrupted");
    CompletableFuture<?> waiting = interrupted.starts(latch::await);
    interrupted.awaitParked(waiting);
    interrupted.thread().interrupt();
    assertThat(Actor.failure(waiting)).isInstanceOf(InterruptedException.class);
    assertThat(latch.await(20, TimeUnit.MILLISECONDS)).isFalse();
    CompletableFuture<Void> cancelled = latch.awaitAsync();
    stays(Duration.ofMillis(30), "it waits", () -> !cancelled.isDone());
    cancelled.cancel(false);
    CompletableFuture<Void> late = latch.awaitAsync().orTimeout(20, TimeUnit.MILLISECONDS);
    assertThat(Actor.failure(late)).isInstanceOf(TimeoutException.class);
    CompletableFuture<Void> completed = latch.awaitAsync();
    completed.complete(null);

    awaitQuiet(); // requests in flight arrive
    long scripts = scriptCalls();
    long before = published();
    stays(Duration.ofMillis(300), "it asks no more", () -> scriptCalls() == scripts);
    zero();
    assertThat(published()).as("nobody is told").isEqualTo(before);
  }

  // ---- count

  @Test
  void count_ofTheFirstVerb_countsForAllAndAnotherOneIsTold() {
    List<String> told = new CopyOnWriteArrayList<>();
    LockListener listener =
        new LockListener() {
          @Override
          public void differs(String lockName, long declared, long actual) {
            told.add(lockName + " " + declared + " " + actual);
          }
        };
    latch.countDown(); // of two
    DistributedCountDownLatch mistaken =
        open(ClientSpec.defaults().listener(listener)).latch(name, 7);
    mistaken.countDown();
    mistaken.countDown();
    assertCount(0);
    assertThat(mistaken.getCount()).isZero();
    eventually().isTrue("told", () -> !told.isEmpty());
    stays(SHORT, "once", () -> told.size() == 1);
    assertThat(told.get(0)).startsWith(name + " 7 ");
  }

  @Test
  void count_anotherOneIsSaidByWhoWaits_isToldWhileItWaits() {
    latch.countDown();
    List<String> told = new CopyOnWriteArrayList<>();
    LockListener listener =
        new LockListener() {
          @Override
          public void differs(String lockName, long declared, long actual) {
            told.add("%s: %s, not %s".formatted(lockName, declared, actual));
          }
        };
    CompletableFuture<Void> waiting =
        open(ClientSpec.defaults().listener(listener)).latch(name, 7).awaitAsync();
    eventually().expect("told", () -> told, List.of(name + ": 7, not " + COUNT)::equals);
    assertThat(waiting).isNotDone();
    assertThat(waiting.cancel(true)).isTrue();
  }

  @Test
  void count_ofTheFirstWaiter_countsForAll() throws Exception {
    assertThat(latch.await(Duration.ofMillis(1))).isFalse();
    DistributedCountDownLatch mistaken = open(ClientSpec.defaults()).latch(name, 7);
    assertThat(mistaken.getCount()).isEqualTo(COUNT);
  }

  @Test
  void getCount_ofNothing_isTheObjectsOwnAndSetsNothing() {
    assertThat(open(ClientSpec.defaults()).latch(name, 7).getCount()).isEqualTo(7);
    assertCount(COUNT);
    assertThat(keys()).isEmpty();
  }

  @Test
  void countDown_bySeveralClientsAtOnce_countsEach() {
    List<DistributedCountDownLatch> many = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      many.add(open(ClientSpec.defaults()).latch(name, 100));
    }
    CompletableFuture<?> waiting = many.get(0).awaitAsync();
    List<CompletableFuture<?>> counting = new ArrayList<>();
    for (DistributedCountDownLatch each : many) {
      counting.add(
          actor("counter")
              .starts(
                  () -> {
                    for (int i = 0; i < 33; i++) {
                      each.countDown();
                    }
                  }));
    }
    counting.forEach(Actor::ends);
    assertThat(many.get(2).getCount()).isOne();
    assertThat(waiting).isNotDone();
    Actor.ends(many.get(1).countDownAsync());
    Actor.ends(waiting);
  }

  // ---- life

  @Test
  void latch_aboveZero_hasNoExpiry_andAtZeroOneDay() {
    latch.countDown();
    TestServer server = fixture().servers().get(0);
    assertThat(keys()).isNotEmpty();
    assertThat(keys()).anyMatch(key -> server.admin().number("PTTL", key) == -1);
    latch.countDown();
    assertThat(keys())
        .isNotEmpty()
        .allSatisfy(key -> assertThat(server.admin().number("PTTL", key)).isBetween(0L, DAY_MILLIS))
        .anySatisfy(
            key ->
                assertThat(server.admin().number("PTTL", key)).isGreaterThan(DAY_MILLIS - 60_000));
    latch.countDown();
    assertCount(0);
    assertThat(keys()).noneMatch(key -> server.admin().number("PTTL", key) == -1);
  }

  @Test
  void delete_withWaiters_failsThoseOfAllClients() {
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    for (DistributedCountDownLatch each : List.of(latch, others)) {
      waiting.add(parked("untimed", each::await));
      waiting.add(parked("timed", () -> each.await(1, TimeUnit.MINUTES)));
      CompletableFuture<?> async = each.awaitAsync();
      stays(Duration.ofMillis(30), "it waits", () -> !async.isDone());
      waiting.add(async);
    }

    assertThat(watcher.delete()).isTrue();

    waiting.forEach(
        each ->
            assertThat(Actor.failure(each))
                .isInstanceOf(DeletedException.class)
                .hasMessageContaining(name));
    assertDeleted();
    assertThat(watcher.delete()).isFalse();
    stays(SHORT, "nobody begins it anew", () -> !watcher.delete());
    zero();
    assertCount(0);
  }

  @Test
  void delete_atZero_isBegunAnewByTheNext() throws Exception {
    zero();
    assertThat(latch.delete()).isTrue();
    assertDeleted();
    assertThat(latch.await(Duration.ofMillis(10))).isFalse();
    assertCount(COUNT);
  }

  @Test
  void everyMethod_closed_throws() {
    LatchClient client = open(ClientSpec.defaults());
    DistributedCountDownLatch closed = of(client);
    CompletableFuture<?> waiting = parked("waiter", closed::await);
    CompletableFuture<?> async = closed.awaitAsync();
    client.close();
    assertThat(Actor.failure(waiting)).isInstanceOf(ClientClosedException.class);
    assertThat(Actor.failure(async)).isInstanceOf(ClientClosedException.class);
    List<TestThreads.Body> calls =
        List.of(
            closed::await,
            () -> closed.await(60, TimeUnit.SECONDS),
            closed::countDown,
            closed::getCount,
            closed::delete);
    for (TestThreads.Body call : calls) {
      assertThatThrownBy(call::run).isInstanceOf(ClientClosedException.class);
    }
    assertThat(Actor.failure(closed.awaitAsync())).isInstanceOf(ClientClosedException.class);
    assertThat(Actor.failure(closed.countDownAsync())).isInstanceOf(ClientClosedException.class);
    assertThat(closed.name()).isEqualTo(name);
  }
}
