package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What direct listeners hear, and in which threads. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings({
  "LockNotBeforeTry",
  "WaitNotInLoop"
}) // a failed test ends its clients, and so their holds
class DirectListenerIT {

  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<Thread> tellers = new CopyOnWriteArrayList<>();

  private class Recording implements LockListener {

    void tell(String what) {
      tellers.add(Thread.currentThread());
      told.add(what);
    }

    @Override
    public void acquired(LockEvent event, Duration waited) {
      tell("acquired");
    }

    @Override
    public void failed(AttemptEvent attempt, Duration waited, Why why) {
      tell("failed " + why.text());
    }

    @Override
    public void passedOn(LockEvent event, Duration held) {
      tell("passed on");
    }

    @Override
    public void released(LockEvent event, Duration held) {
      tell("released");
    }

    @Override
    public void lost(LockEvent event, LossCause cause, Duration held) {
      tell("lost");
    }
  }

  private HoldfastClient connect(TestServer server, LockListener... listeners) {
    HoldfastSettings.Builder settings = HoldfastSettings.builder().lease(Duration.ofMinutes(10));
    for (LockListener listener : listeners) {
      settings.directListener(listener);
    }
    return HoldfastClient.connect(settings.build(), server.uri());
  }

  @Test
  void lockAndUnlock_areToldByTheCallerBeforeTheyReturn(TestServer server) {
    try (HoldfastClient client = connect(server, new Recording())) {
      DistributedLock lock = client.lock("direct");
      lock.lock();
      assertThat(told).containsExactly("acquired");
      lock.lock();
      lock.unlock();
      assertThat(told).containsExactly("acquired");

      lock.unlock();

      assertThat(told).containsExactly("acquired", "released");
      assertThat(tellers).containsOnly(Thread.currentThread());
    }
  }

  @Test
  void tryLock_heldByAnother_isToldByTheCaller(TestServer server) throws Exception {
    try (HoldfastClient client = connect(server, new Recording());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        Hold unused = other.lock("direct").acquire()) {
      assertThat(client.lock("direct").tryLock()).isFalse();
      assertThat(client.lock("direct").tryLock(10, TimeUnit.MILLISECONDS)).isFalse();

      assertThat(told).containsExactly("failed held", "failed timeout");
      assertThat(tellers).containsOnly(Thread.currentThread());
    }
  }

  @Test
  void unlock_anotherThreadWaits_passingOnIsToldByTheCaller(TestServer server) throws Exception {
    try (TestThreads threads = TestThreads.open();
        HoldfastClient client = connect(server, new Recording())) {
      DistributedLock lock = client.lock("direct");
      lock.lock();
      CompletableFuture<Void> next =
          threads.call(
              "next",
              () -> {
                lock.lock();
                lock.unlock();
                return null;
              });
      eventually().isTrue("it waits", () -> client.status().waiters() == 1);

      lock.unlock();

      int passedOn = told.indexOf("passed on");
      assertThat(passedOn).isNotNegative();
      assertThat(tellers.get(passedOn)).isSameAs(Thread.currentThread());
      assertThat(next).succeedsWithin(60, TimeUnit.SECONDS);
      assertThat(told).containsExactlyInAnyOrder("acquired", "passed on", "acquired", "released");
    }
  }

  /**
   * A listener that may block must not run on the threads of answers or renewals. An answer may be
   * there before the call returns: then the caller's thread reports it.
   */
  @Test
  void releaseAsync_isToldByTheCallerOrAThreadForThat(TestServer server) throws Exception {
    int turns = 30;
    try (HoldfastClient client = connect(server, new Recording())) {
      for (int i = 0; i < turns; i++) {
        Hold hold = client.lock("direct").acquire();
        assertThat(hold.releaseAsync()).succeedsWithin(60, TimeUnit.SECONDS);
      }

      eventually().isTrue("all is told", () -> told.size() == 2 * turns);
      assertThat(tellers)
          .allMatch(
              thread ->
                  thread == Thread.currentThread()
                      || thread.getName().startsWith("holdfast-direct-"));
    }
  }

  @Test
  void releaseAfter_isToldByTheCaller(TestServer server) throws Exception {
    try (HoldfastClient client = connect(server, new Recording())) {
      Hold hold = client.lock("direct").acquire();

      hold.releaseAfter(Duration.ofMillis(200));

      assertThat(told).containsExactly("acquired", "released");
      assertThat(tellers).containsOnly(Thread.currentThread());
    }
  }

  @Test
  void await_isReleaseAndAcquisition(TestServer server) throws Exception {
    try (HoldfastClient client = connect(server, new Recording())) {
      DistributedLock lock = client.lock("direct");
      Condition condition = lock.newCondition("c");
      lock.lock();
      assertThat(condition.await(10, TimeUnit.MILLISECONDS)).isFalse();
      lock.unlock();

      eventually().isTrue("all is told", () -> told.size() == 4);
      assertThat(told).containsExactlyInAnyOrder("acquired", "released", "acquired", "released");
    }
  }

  @Test
  void unlock_heldNoMore_tellsOfTheLossAndOfNoRelease(TestServer server) throws Exception {
    try (HoldfastClient client = connect(server, new Recording());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      Hold hold = client.lock("direct").acquire();
      assertThat(other.lock("direct").forceUnlock()).isTrue();
      eventually().isTrue("the loss is told", () -> told.contains("lost"));

      assertThat(hold.releaseAsync()).failsWithin(60, TimeUnit.SECONDS);

      assertThat(told).containsExactly("acquired", "lost");
    }
  }

  @Test
  void listener_throws_changesNothingForTheCaller(TestServer server) {
    LockListener careless =
        new LockListener() {
          @Override
          public void acquired(LockEvent event, Duration waited) {
            throw new IllegalStateException("careless");
          }

          @Override
          public void released(LockEvent event, Duration held) {
            throw new AssertionError("careless");
          }
        };
    try (HoldfastClient client = connect(server, careless, new Recording())) {
      DistributedLock lock = client.lock("direct");
      lock.lock();
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      lock.unlock();
      assertThat(lock.isLocked()).isFalse();
      assertThat(told).containsExactly("acquired", "released");
    }
  }

  /** The monitor is left before users' code runs: the lock works while a listener is stuck. */
  @Test
  void listener_blocksWhilePassingOnIsTold_nextOwnerGoesOn(TestServer server) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch isStuck = new CountDownLatch(1);
    LockListener stuck =
        new LockListener() {
          @Override
          public void passedOn(LockEvent event, Duration held) {
            isStuck.countDown();
            try {
              end.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    try (TestThreads threads = TestThreads.open();
        HoldfastClient client = connect(server, stuck)) {
      DistributedLock lock = client.lock("direct");
      CountDownLatch isHeld = new CountDownLatch(1);
      CompletableFuture<Void> first =
          threads.call(
              "first",
              () -> {
                lock.lock();
                isHeld.countDown();
                eventually().isTrue("another waits", () -> client.status().waiters() == 1);
                lock.unlock();
                return null;
              });
      isHeld.await();
      lock.lock();
      isStuck.await();
      assertThat(first).isNotDone();

      lock.unlock();
      lock.lock();
      lock.unlock();

      end.countDown();
      assertThat(first).succeedsWithin(60, TimeUnit.SECONDS);
    } finally {
      end.countDown();
    }
  }

  /** The thread that ends a time-out is one for all the JVM. */
  @Test
  void acquireAsync_timeIsOver_isToldByAThreadForThat(TestServer server) throws Exception {
    try (HoldfastClient client = connect(server, new Recording());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        Hold unused = other.lock("direct").acquire()) {
      CompletableFuture<Hold> asked =
          client.lock("direct").acquireAsync().orTimeout(50, TimeUnit.MILLISECONDS);

      assertThat(asked).failsWithin(60, TimeUnit.SECONDS);

      eventually().isTrue("it is told", () -> !told.isEmpty());
      assertThat(told).containsExactly("failed timeout");
      assertThat(tellers.get(0).getName()).startsWith("holdfast-direct-");
    }
  }

  @Test
  void acquireAsync_isToldByTheThreadThatCompletesTheFuture(TestServer server) {
    try (HoldfastClient client = connect(server, new Recording())) {
      CompletableFuture<Hold> asked = client.lock("direct").acquireAsync();
      assertThat(asked).succeedsWithin(60, TimeUnit.SECONDS);

      assertThat(told).containsExactly("acquired");
      assertThat(tellers.get(0).getName()).startsWith("holdfast-async-");
    }
  }
}
