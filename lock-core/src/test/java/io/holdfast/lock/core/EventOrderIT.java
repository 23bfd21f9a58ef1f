package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Events of one lock are told in order, and keep nobody asleep, however slow their telling is. */
@ExtendWith(RedisServerExtension.class)
class EventOrderIT {

  private static final Duration SOON = Duration.ofMinutes(1);

  private static final int ATTEMPTS = 100;

  /** Runs tasks at once, but for those of one thread when it is being held up. */
  private static final class HeldUp implements Executor {

    private final CountDownLatch go = new CountDownLatch(1);
    private final CompletableFuture<Void> reached = new CompletableFuture<>();
    private volatile Thread slow;

    @Override
    public void execute(Runnable task) {
      if (Thread.currentThread() == slow) { // passedOn, told by the owner that passed it on
        reached.complete(null);
        awaitUninterruptibly(go);
      }
      task.run();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The next owner, already awake, may be the one who tells that it was passed on: then again. */
  @Test
  void events_tellerIsSlowAndTheNameFellIdle_comeInOrder(TestServer server) throws Exception {
    int attempts = 0;
    while (!hasTriedWithASlowTeller(server)) {
      attempts++;
      assertThat(attempts).as("in vain").isLessThan(ATTEMPTS);
    }
  }

  private static boolean hasTriedWithASlowTeller(TestServer server) throws Exception {
    HeldUp executor = new HeldUp();
    List<String> told = new CopyOnWriteArrayList<>();
    HoldfastSettings settings =
        HoldfastSettings.builder().callbackExecutor(executor).listener(recorder(told)).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("order");
      CountDownLatch isHeld = new CountDownLatch(1);
      CountDownLatch isWaitedFor = new CountDownLatch(1);
      CompletableFuture<Void> first =
          threads.call(
              "first",
              () -> {
                lock.lock();
                isHeld.countDown();
                isWaitedFor.await();
                executor.slow = Thread.currentThread();
                lock.unlock();
                return null;
              });
      assertThat(isHeld.await(SOON.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      Thread second =
          threads.start(
              "second",
              () -> {
                lock.lock();
                lock.unlock();
              });
      within(SOON).isTrue("it waits", () -> isParked(second));
      isWaitedFor.countDown();
      CompletableFuture.anyOf(first, executor.reached).get(SOON.toMillis(), TimeUnit.MILLISECONDS);
      second.join(SOON.toMillis());
      assertThat(second.isAlive()).as("the next owner sleeps on").isFalse();
      if (!executor.reached.isDone()) {
        return false;
      }
      lock.lock();
      lock.unlock();
      within(SOON).isTrue("free", () -> !lock.isLocked());

      executor.go.countDown();

      assertThat(first).succeedsWithin(SOON);
      within(SOON).isTrue("all is told", () -> told.size() == 6);
      assertThat(told)
          .containsExactly("acquired", "passedOn", "acquired", "released", "acquired", "released");
      return true;
    }
  }

  private static boolean isParked(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  private static LockListener recorder(List<String> told) {
    return new LockListener() {
      @Override
      public void acquired(String lockName, long token, Duration waited) {
        told.add("acquired");
      }

      @Override
      public void passedOn(String lockName, long token) {
        told.add("passedOn");
      }

      @Override
      public void released(String lockName, long token) {
        told.add("released");
      }
    };
  }
}
