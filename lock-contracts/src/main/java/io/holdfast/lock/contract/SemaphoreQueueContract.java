package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The order of fair semaphores: as many from its head as fit are served, and none behind them. */
public abstract class SemaphoreQueueContract extends SemaphoreOrderContract {

  @Test
  void release_servesExactlyTheLongestPrefixThatFits() {
    drained();
    List<CompletableFuture<@Nullable Void>> queue = queueOf(2, 1, 0, 3, 1, 2);
    others.release(1);
    assertServed(0, queue);
    others.release(3); // 2 + 1 + 0, and one is left of the three that are next
    assertServed(3, queue);
    assertThat(watcher.availablePermits()).isOne();
    others.release(1);
    assertServed(3, queue);
    others.release(2); // 3 + 1
    assertServed(5, queue);
    others.release(2);
    assertServed(6, queue);
    assertThat(watcher.availablePermits()).isZero();
  }

  @Test
  void waiter_thatGoes_letsThoseBehindItThrough() {
    drained();
    Actor leaver = actor("leaver");
    CompletableFuture<?> leaving = leaver.starts(() -> semaphore.acquire(PERMITS));
    awaitQueueLength(1);
    List<CompletableFuture<@Nullable Void>> behind = queueOf(1, 1, 1);
    others.release(2);
    assertServedBehind(behind, 0);
    leaver.thread().interrupt();
    assertThat(Actor.failure(leaving)).isInstanceOf(InterruptedException.class);
    assertServed(2, behind);
    assertThat(watcher.availablePermits()).isZero();
  }

  private void assertServedBehind(List<CompletableFuture<@Nullable Void>> behind, int count) {
    stays(
        SHORT,
        count + " served",
        () -> behind.stream().filter(CompletableFuture::isDone).count() == count);
  }

  @Test
  void reducePermits_whileManyWait_keepsTheirOrder() {
    drained();
    List<CompletableFuture<@Nullable Void>> queue = queueOf(1, 2, 1);
    others.reducePermits(2);
    others.release(3);
    assertServed(1, queue);
    others.resize(PERMITS); // two more than it was
    assertServed(2, queue);
    others.release(1);
    assertServed(3, queue);
  }
}
