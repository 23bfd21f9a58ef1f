package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** User code runs on the callback executor, and nowhere else. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class CallbackContract extends ContractSuite {

  private static final String THREAD = "test-callback";

  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, THREAD);
            thread.setDaemon(true);
            return thread;
          });
  private final List<String> threads = new ArrayList<>();

  @Override
  ClientSpec spec() {
    return super.spec().callbackExecutor(executor);
  }

  @AfterEach
  void endExecutor() {
    executor.shutdown();
  }

  private synchronized void note() {
    threads.add(Thread.currentThread().getName());
  }

  private synchronized List<String> noted() {
    return List.copyOf(threads);
  }

  private void assertNoted(int times) {
    eventually().expect(times + " calls", this::noted, seen -> seen.size() == times);
    assertThat(noted()).containsOnly(THREAD);
  }

  @Test
  void acquireAsync_completes_onTheCallbackExecutor() {
    Actor alice = holderOf(others);
    CompletableFuture<Hold> acquiring = lock.acquireAsync();
    CompletableFuture<Void> noting = acquiring.thenAccept(hold -> note());
    awaitQueueLength(1);

    alice.does(others::unlock);

    assertThat(noting).succeedsWithin(LIMIT);
    assertNoted(1);
    acquiring.join().close();
  }

  @Test
  void acquireAsync_fails_onTheCallbackExecutor() {
    Actor alice = holderOf(others);
    AcquireOptions briefly = AcquireOptions.defaults().waitAtMost(Duration.ofSeconds(2));
    // Where it has failed already, its dependent would run here.
    CompletableFuture<Hold> noting =
        lock.acquireAsync(briefly).whenComplete((hold, thrown) -> note());
    assertThat(Actor.failure(noting)).isInstanceOf(LockTimeoutException.class);
    assertNoted(1);
    alice.does(others::unlock);
  }

  @Test
  void withLockAsync_worksAndCompletes_onTheCallbackExecutor() {
    Actor alice = holderOf(others);
    CompletableFuture<Void> noting =
        lock.withLockAsync(
                hold -> {
                  note();
                  return CompletableFuture.completedFuture("done");
                })
            .thenAccept(done -> note());
    awaitQueueLength(1);

    alice.does(others::unlock);

    assertThat(noting).succeedsWithin(LIMIT);
    assertNoted(2);
  }

  @Test
  void releaseAsync_completes_onTheCallbackExecutorOrTheCallersThread() throws Exception {
    String caller = Thread.currentThread().getName();
    for (int i = 0; i < 20; i++) {
      CompletableFuture<Void> noting = lock.acquire().releaseAsync().thenRun(this::note);
      assertThat(noting).succeedsWithin(LIMIT);
    }
    assertThat(noted()).isSubsetOf(THREAD, caller);
  }

  @Test
  void onLost_runs_onTheCallbackExecutor() throws Exception {
    Hold hold = lock.acquire();
    hold.onLost(cause -> note());
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("the loss is told", () -> noted().size() == 1);
    hold.onLost(cause -> note());
    assertNoted(2);
  }

  @Test
  @DisplayName("failure 22: a callback throws")
  void onLost_throws_disturbsNobody() throws Exception {
    Hold hold = lock.acquire();
    hold.onLost(
        cause -> {
          throw new IllegalStateException("careless callback");
        });
    hold.onLost(cause -> note());
    assertThat(others.forceUnlock()).isTrue();
    assertNoted(1);
    lock.acquire().close();
  }

  @Test
  void callback_thatLocks_doesNotBlockTheClient() {
    DistributedLock second = open(spec()).lock(name + "-second");
    CompletableFuture<Long> result =
        lock.acquireAsync()
            .thenApply(
                hold -> {
                  second.lock();
                  long token = second.token();
                  second.unlock();
                  hold.close();
                  return token;
                });
    assertThat(Actor.succeeds(result)).isPositive();
    awaitFreeAndUnwanted();
  }
}
