package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.concurrent.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Waiters are served in the order of arrival, however many permits they ask for: a release serves
 * the longest part of the queue, from its head, that now fits.
 */
public abstract class PoolOrderContract extends PoolSuite {

  private final AtomicBoolean isEnough = new AtomicBoolean();
  private final AtomicInteger turns = new AtomicInteger();

  @AfterEach
  void endStreams() {
    isEnough.set(true);
  }

  @Test
  void release_servesTheLongestPartOfTheQueueThatFits() throws Exception {
    Permit all = pool.acquire(SIZE);
    CompletableFuture<Permit> first = queue(others, 2);
    CompletableFuture<Permit> second = queue(pool, 1);
    CompletableFuture<Permit> large = queue(others, SIZE);
    CompletableFuture<Permit> small = queue(pool, 1);

    all.close();

    assertThat(first).succeedsWithin(LIMIT);
    assertThat(second).succeedsWithin(LIMIT);
    stays(SHORT, "one is left for who is next", () -> !large.isDone() && !small.isDone());
    assertThat(out()).isEqualTo(3);
    first.join().close();
    stays(SHORT, "three are not four", () -> !large.isDone() && !small.isDone());
    second.join().close();
    assertThat(large).succeedsWithin(LIMIT);
    assertThat(small).isNotDone();
    large.join().close();
    assertThat(small).succeedsWithin(LIMIT);
    assertThat(small.join().token()).isGreaterThan(large.join().token());
    small.join().close();
  }

  @Test
  void release_whileTheHeadDoesNotFit_servesNobodyBehindIt() throws Exception {
    Permit three = pool.acquire(3);
    CompletableFuture<Permit> large = queue(others, SIZE);
    CompletableFuture<Permit> small = queue(pool, 1);
    CompletableFuture<Permit> another = queue(another(), 1);

    stays(SHORT, "one is free all the time", () -> !small.isDone() && !another.isDone());
    assertThat(others.tryAcquire()).isEmpty();

    three.close();
    assertThat(large).succeedsWithin(LIMIT);
    stays(SHORT, "none is free", () -> !small.isDone() && !another.isDone());
    large.join().close();
    assertThat(CompletableFuture.allOf(small, another)).succeedsWithin(LIMIT);
    closeAll(List.of(small, another));
  }

  @Test
  void release_ofSome_servesAsManyAsFitInThose() throws Exception {
    List<Permit> out = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      out.add(pool.acquire());
    }
    List<CompletableFuture<Permit>> waiting = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      waiting.add(queue(others, 1));
    }
    for (int i = 0; i < SIZE; i++) {
      out.get(i).close();
      assertThat(waiting.get(i)).succeedsWithin(LIMIT);
      List<CompletableFuture<Permit>> behind = waiting.subList(i + 1, SIZE);
      assertThat(behind).noneMatch(CompletableFuture::isDone);
      assertThat(out()).isEqualTo(SIZE);
    }
    closeAll(waiting);
  }

  @Test
  void waiters_ofManyClientsAndSizes_getRisingTokensInTheOrderOfArrival() throws Exception {
    List<PermitPool> clients = List.of(pool, others, another(), another());
    Permit all = pool.acquire(SIZE);
    List<CompletableFuture<Permit>> waiting = new ArrayList<>();
    List<CompletableFuture<?>> ended = new ArrayList<>();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (int i = 0; i < 16; i++) {
      CompletableFuture<Permit> asked = queue(clients.get(i % 4), 1 + i * 7 % SIZE);
      waiting.add(asked);
      ended.add(
          asked.thenAccept(
              permit -> {
                int now = inside.addAndGet(permit.permits());
                most.accumulateAndGet(now, Math::max);
                inside.addAndGet(-permit.permits());
                permit.close();
              }));
    }

    all.close();

    ended.forEach(Actor::ends);
    assertThat(waiting).extracting(one -> one.join().token()).isSorted().doesNotHaveDuplicates();
    assertThat(most).hasValueLessThanOrEqualTo(SIZE);
  }

  /** Takes one permit at a time, again and again. */
  private CompletableFuture<?> stream(PermitPool asked) {
    return actor("stream")
        .starts(
            () -> {
              while (!isEnough.get()) {
                try (Permit one = asked.acquire()) {
                  assertThat(one.permits()).isOne();
                  turns.incrementAndGet();
                }
              }
            });
  }

  @Test
  void large_whileSmallOnesOfManyClientsComeAndCome_isNotKeptOut() throws Exception {
    List<PermitPool> clients = List.of(pool, others, another());
    List<CompletableFuture<?>> streams = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      streams.add(stream(clients.get(i % 3)));
    }
    PermitPool asked = another();
    for (int round = 0; round < 3; round++) {
      int before = turns.get();
      Eventually.eventually().isTrue("they come and go", () -> turns.get() > before + 30);
      Permit all = asked.tryAcquire(SIZE, AT_ONCE).orElseThrow();
      assertThat(out()).as("nobody else has any").isEqualTo(SIZE);
      int during = turns.get();
      stays(Duration.ofMillis(50), "nobody else gets any", () -> turns.get() <= during + 9);
      all.close();
    }
    isEnough.set(true);
    streams.forEach(Actor::ends);
  }

  @Test
  void waiter_thatTimesOutInTheMidst_doesNotHoldUpTheRest() throws Exception {
    Duration wait = Duration.ofSeconds(3); // enough for the next to queue behind it
    Permit three = pool.acquire(3);
    CompletableFuture<Permit> first = queue(others, 1 + SIZE / 2);
    CompletableFuture<Permit> impatient =
        queue(pool, SIZE, AcquireOptions.defaults().waitAtMost(wait));
    CompletableFuture<Permit> last = queue(another(), 1);
    assertThat(impatient).failsWithin(wait.plus(AT_ONCE));
    three.close();
    assertThat(CompletableFuture.allOf(first, last)).succeedsWithin(LIMIT);
    closeAll(List.of(first, last));
  }
}
