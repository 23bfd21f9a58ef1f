package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Futures of permits: to complete one withdraws it, and loses no permit. */
public abstract class PoolAsyncContract extends PoolSuite {

  private static final Duration BRIEFLY = Duration.ofMillis(120);

  @Test
  void acquireAsync_free_completesWithAPermit() {
    Permit one = Actor.succeeds(pool.acquireAsync());
    Permit three = Actor.succeeds(others.acquireAsync(3, AcquireOptions.defaults()));
    assertThat(List.of(one.permits(), three.permits())).containsExactly(1, 3);
    assertThat(three.token()).isGreaterThan(one.token());
    assertThat(out()).isEqualTo(SIZE);
    one.close();
    three.close();
  }

  @Test
  void acquireAsync_withoutWaiting_failsIfThereAreNone() throws Exception {
    AcquireOptions now = AcquireOptions.defaults().withoutWaiting();
    try (Permit three = others.acquire(3)) {
      assertThat(Actor.failure(pool.acquireAsync(2, now)))
          .isInstanceOf(LockTimeoutException.class)
          .hasMessageContaining("3 of 4 permits are out");
      Actor.succeeds(pool.acquireAsync(1, now)).close();
      assertThat(others.inspect().queueLength()).isZero();
      assertThat(three.isValid()).isTrue();
    }
  }

  @Test
  void acquireAsync_timeOfTheOptionsOver_failsAndLeavesNoTicket() throws Exception {
    try (Permit all = others.acquire(SIZE)) {
      CompletableFuture<Permit> waiting =
          pool.acquireAsync(2, AcquireOptions.defaults().waitAtMost(BRIEFLY));
      assertThat(Actor.failure(waiting)).isInstanceOf(LockTimeoutException.class);
      awaitQueueLength(0);
      assertThat(all.isValid()).isTrue();
    }
  }

  @Test
  void cancel_ofTheFirstInTheQueue_letsThoseBehindItIn() throws Exception {
    try (Permit three = others.acquire(3)) {
      CompletableFuture<Permit> large = queue(pool, 2);
      CompletableFuture<Permit> small = queue(others, 1);
      large.cancel(false);
      assertThat(small).succeedsWithin(LIMIT);
      small.join().close();
      awaitQueueLength(0);
      assertThat(large).isCancelled();
      assertThat(three.isValid()).isTrue();
    }
  }

  @Test
  void orTimeout_whileWaiting_withdraws() throws Exception {
    try (Permit three = others.acquire(3)) {
      CompletableFuture<Permit> large =
          queue(pool, 2).orTimeout(BRIEFLY.toMillis(), TimeUnit.MILLISECONDS);
      CompletableFuture<Permit> small = others.acquireAsync();
      assertThat(Actor.failure(large)).isInstanceOf(TimeoutException.class);
      assertThat(small).succeedsWithin(LIMIT);
      small.join().close();
      awaitQueueLength(0);
      assertThat(three.isValid()).isTrue();
    }
  }

  @Test
  void cancel_atTheInstantOfTheGrant_losesNoPermit() throws Exception {
    int hadIt = 0;
    for (int i = 0; i < 60; i++) {
      Permit all = others.acquire(SIZE);
      List<CompletableFuture<Permit>> waiting = new ArrayList<>();
      for (int k = 0; k < 3; k++) {
        waiting.add(pool.acquireAsync(1 + k % 2, AcquireOptions.defaults()));
      }
      CompletableFuture<Void> released = all.releaseAsync();
      long until = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(40L * (i % 20));
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      for (CompletableFuture<Permit> one : waiting) {
        if (!one.cancel(false)) {
          one.join().close();
          hadIt++;
        }
      }
      Actor.ends(released);
      awaitIdle();
    }
    assertThat(hadIt).as("who was faster than the cancelling").isLessThan(180);
    assertExactly(SIZE, others);
  }

  @Test
  void complete_byHand_withdraws() throws Exception {
    Permit all = others.acquire(SIZE);
    CompletableFuture<Permit> waiting = queue(pool, 1);
    waiting.completeExceptionally(new CancellationException("changed my mind"));
    awaitQueueLength(0);
    all.close();
    stays(SHORT, "nobody has any", () -> out() == 0);
  }

  @Test
  void acquireAsync_manyOfOneClient_areAllServedAndNoneTwice() {
    List<CompletableFuture<?>> turns = new ArrayList<>();
    List<Long> tokens = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 200; i++) {
      turns.add(
          (i % 3 == 0 ? others : pool)
              .acquireAsync(1 + i % SIZE, AcquireOptions.defaults())
              .thenAccept(
                  permit -> {
                    tokens.add(permit.token());
                    permit.close();
                  }));
    }
    turns.forEach(Actor::ends);
    assertThat(tokens).hasSize(200).doesNotHaveDuplicates();
    awaitIdle();
  }
}
