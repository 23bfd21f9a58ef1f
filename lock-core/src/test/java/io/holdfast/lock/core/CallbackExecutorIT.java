package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Executors of applications that misbehave. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class CallbackExecutorIT {

  private static final int SECTIONS = 2_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static HoldfastSettings with(Executor executor) {
    return HoldfastSettings.builder().callbackExecutor(executor).build();
  }

  @Test
  @DisplayName("failure 79: the executor runs tasks in the calling thread")
  void withLockAsync_manyWaitAndTheExecutorIsDirect_allEnd(TestServer server) throws Exception {
    assertAllEnd(server, Runnable::run);
  }

  @Test
  @DisplayName("failure 79: the executor is full, and the caller runs what it does not take")
  void withLockAsync_manyWaitAndTheCallerRuns_allEnd(TestServer server) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    ThreadPoolExecutor full =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            new ThreadPoolExecutor.CallerRunsPolicy());
    try {
      full.execute(() -> awaitUninterruptibly(end));
      full.execute(() -> {});
      assertAllEnd(server, full);
    } finally {
      end.countDown();
      full.shutdown();
    }
  }

  @Test
  @DisplayName("failure 79: the executor refuses, as it has been shut down")
  void withLockAsync_manyWaitAndTheExecutorIsShutDown_allEnd(TestServer server) throws Exception {
    ExecutorService down = Executors.newSingleThreadExecutor();
    down.shutdown();
    assertAllEnd(server, down);
  }

  @Test
  @DisplayName("failure 79: the executor throws what no executor should")
  void withLockAsync_manyWaitAndTheExecutorThrows_allEnd(TestServer server) throws Exception {
    assertAllEnd(
        server,
        task -> {
          throw new AssertionError("for the test: no thread could be made");
        });
  }

  private static void assertAllEnd(TestServer server, Executor executor) throws Exception {
    AtomicInteger completed = new AtomicInteger();
    try (HoldfastClient client = HoldfastClient.connect(with(executor), server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      Hold first = other.lock("executor").acquire();
      List<CompletableFuture<Integer>> sections = new ArrayList<>();
      for (int i = 0; i < SECTIONS; i++) {
        sections.add(
            client
                .lock("executor")
                .withLockAsync(
                    hold -> CompletableFuture.completedFuture(completed.incrementAndGet())));
      }
      first.close();
      CompletableFuture<Void> all =
          CompletableFuture.allOf(sections.toArray(CompletableFuture[]::new));
      assertThat(all).as("%s have completed", completed).succeedsWithin(LIMIT);
      assertThat(completed).hasValue(SECTIONS);
      assertThat(other.lock("executor").tryLock(1, TimeUnit.MINUTES)).isTrue();
      other.lock("executor").unlock();
    }
  }

  @Test
  @DisplayName("failure 79: the executor hangs, with the completion of an acquisition")
  void acquireAsync_theExecutorHangs_theLockIsReleasedAndAskedForAgain(TestServer server)
      throws Exception {
    Queue<Runnable> hanging = new ConcurrentLinkedQueue<>();
    Duration claimLease = Duration.ofSeconds(5);
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .callbackExecutor(hanging::add)
            .claimLease(claimLease)
            .lease(Duration.ofMinutes(10)) // otherwise it would end with its lease
            .build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      DistributedLock theirs = other.lock("executor");
      CompletableFuture<Hold> future = client.lock("executor").acquireAsync();
      within(LIMIT).isTrue("it is held for a future", theirs::isLocked);

      theirs.lock(1, TimeUnit.HOURS); // waits until that is released
      assertThat(future).isNotDone();
      theirs.unlock();

      within(LIMIT)
          .isTrue(
              "the executor goes on, and the future has it after all",
              () -> {
                for (Runnable task = hanging.poll(); task != null; task = hanging.poll()) {
                  task.run();
                }
                return future.isDone();
              });
      assertThat(theirs.tryLock()).isFalse();
      assertThat(future.get().isValid()).isTrue();
      future.get().close();
      assertThat(theirs.tryLock()).isTrue();
      theirs.unlock();
    }
  }

  @Test
  @DisplayName("failure 79: the executor hangs behind the completion, with the work")
  void withLockAsync_theExecutorRunsOneTaskAndHangs_theWorkIsDoneOrTheLockReleased(
      TestServer server) throws Exception {
    Queue<Runnable> hanging = new ConcurrentLinkedQueue<>();
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .callbackExecutor(hanging::add)
            .lease(Duration.ofMinutes(10))
            .build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      DistributedLock theirs = other.lock("executor");
      AtomicInteger worked = new AtomicInteger();
      CompletableFuture<Integer> work =
          client
              .lock("executor")
              .withLockAsync(hold -> CompletableFuture.completedFuture(worked.incrementAndGet()));
      within(LIMIT).isTrue("there is a task", () -> !hanging.isEmpty());
      hanging.remove().run();

      assertThat(theirs.tryLock(2, TimeUnit.MINUTES)).isTrue();
      assertThat(worked).hasValue(1);
      theirs.unlock();
      within(LIMIT)
          .isTrue(
              "the outcome is told when the executor goes on",
              () -> {
                for (Runnable task = hanging.poll(); task != null; task = hanging.poll()) {
                  task.run();
                }
                return work.isDone();
              });
    }
  }

  @Test
  @DisplayName("failure 79: the executor runs tasks of others in a thread that hands one over")
  void acquireAsync_theExecutorWorksInTurnInTheCallersThread_runsElsewhere(TestServer server)
      throws Exception {
    Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    AtomicInteger waiting = new AtomicInteger();
    Executor inTurn =
        task -> {
          queue.add(task);
          if (waiting.getAndIncrement() == 0) {
            do {
              queue.remove().run();
            } while (waiting.decrementAndGet() > 0);
          }
        };
    assertAllEnd(server, inTurn);
    Set<String> ran = ConcurrentHashMap.newKeySet();
    try (HoldfastClient client = HoldfastClient.connect(with(inTurn), server.uri())) {
      List<CompletableFuture<Void>> sections = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        sections.add(
            client
                .lock("executor-" + i)
                .withLockAsync(
                    hold -> {
                      ran.add(Thread.currentThread().getName());
                      return CompletableFuture.completedFuture(null);
                    }));
      }
      assertThat(CompletableFuture.allOf(sections.toArray(CompletableFuture[]::new)))
          .succeedsWithin(LIMIT);
    }
    assertThat(ran).allMatch(thread -> thread.startsWith("holdfast-async"));
  }

  @Test
  @DisplayName("failure 79: the executor hangs, and the future was cancelled")
  void acquireAsync_cancelledWhileTheExecutorHangs_theLockIsReleased(TestServer server)
      throws Exception {
    Queue<Runnable> hanging = new ConcurrentLinkedQueue<>();
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .callbackExecutor(hanging::add)
            .lease(Duration.ofMinutes(10))
            .build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      DistributedLock theirs = other.lock("executor");
      CompletableFuture<Hold> future = client.lock("executor").acquireAsync();
      within(LIMIT).isTrue("it is held for a future", theirs::isLocked);
      future.cancel(false);

      assertThat(theirs.tryLock(2, TimeUnit.MINUTES)).isTrue();
      theirs.unlock();
    }
  }

  @Test
  @DisplayName(
      "failure 93: the executor blocks the thread that hands over a task, as its queue is full")
  void execute_blocks_theClientGoesOn(TestServer server) throws Exception {
    CountDownLatch isBlocked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Executor blocking =
        task -> {
          isBlocked.countDown();
          awaitUninterruptibly(end);
          task.run();
        };
    HoldfastSettings settings =
        HoldfastSettings.builder().callbackExecutor(blocking).lease(Duration.ofSeconds(15)).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      try {
        Hold kept = client.lock("kept").acquire();
        Hold theirs = other.lock("theirs").acquire();
        CompletableFuture<Hold> given = client.lock("given").acquireAsync(); // from the event loop
        isBlocked.await();
        CompletableFuture<Hold> late = // from the watchdog
            client
                .lock("theirs")
                .acquireAsync(AcquireOptions.defaults().waitAtMost(Duration.ofMillis(1)));

        threads.start("free", () -> client.lock("free").acquire().close());
        threads.joinAll();
        assertIsRenewed(server, "kept");
        assertThat(given).isNotDone();
        assertThat(late).isNotDone();
        assertThat(other.lock("kept").forceUnlock()).isTrue();
        within(LIMIT).isTrue("the loss is heard", () -> !kept.isValid());
        theirs.close();
      } finally {
        end.countDown();
      }
    }
  }

  /** Only a renewal lets its time at the server grow. */
  private static void assertIsRenewed(TestServer server, String name) {
    String key = server.keys("holdfast:lock:*" + name + "*").iterator().next();
    long[] left = {Long.MAX_VALUE};
    within(LIMIT)
        .isTrue(
            "it is renewed",
            () -> {
              long before = left[0];
              left[0] = server.admin().number("PTTL", key);
              return left[0] > before;
            });
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
