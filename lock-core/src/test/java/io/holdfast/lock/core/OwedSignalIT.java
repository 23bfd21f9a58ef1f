package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Signals that an owner owed, or a waiter had got, when the hold ended without an unlock. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
@SuppressWarnings({"LockNotBeforeTry", "WaitNotInLoop"})
class OwedSignalIT {

  private static final String NAME = "fourth-reading";
  private static final String QUEUE = "holdfast:lockq:{" + NAME + "}";

  /** A waiter that is not woken sleeps for ever. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static HoldfastSettings quick() {
    return quick(Duration.ofSeconds(30));
  }

  private static HoldfastSettings quick(Duration lease) {
    return HoldfastSettings.builder()
        .lease(lease)
        .claimLease(Duration.ofMillis(3500))
        .commandTimeout(Duration.ofMillis(1500))
        .build();
  }

  private static CompletableFuture<?> sleeper(TestThreads threads, HoldfastClient client) {
    CountDownLatch isIn = new CountDownLatch(1);
    DistributedLock lock = client.lock(NAME);
    CompletableFuture<?> done =
        threads.call(
            "sleeper",
            () -> {
              lock.lock();
              isIn.countDown();
              lock.newCondition("c").await();
              lock.unlock();
              return true;
            });
    eventually().isTrue("is in", () -> isIn.getCount() == 0);
    eventually().isTrue("waits for a signal", () -> !lock.isLocked());
    return done;
  }

  @Test
  void owner_losesTheLockAsItsLeaseEnds_wakesThoseWhoWait(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient waiting = HoldfastClient.connect(quick(), server.uri());
        HoldfastClient owning = HoldfastClient.connect(quick(), server.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> sleeper = sleeper(threads, waiting);
      DistributedLock lock = owning.lock(NAME);
      lock.lock(Duration.ofSeconds(2)); // and works for too long: signal() would throw
      try {
        assertThat(sleeper).succeedsWithin(LIMIT);
      } finally {
        rescue(waiting);
      }
    }
  }

  @Test
  void owner_threadDies_wakesThoseWhoWait(@FreshServer RedisServer server) throws Exception {
    HoldfastSettings shortLease = quick(Duration.ofSeconds(3));
    try (HoldfastClient waiting = HoldfastClient.connect(quick(), server.uri());
        HoldfastClient owning = HoldfastClient.connect(shortLease, server.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> sleeper = sleeper(threads, waiting);
      Thread dying = new Thread(() -> owning.lock(NAME).lock());
      dying.start();
      dying.join();
      try {
        assertThat(sleeper).succeedsWithin(LIMIT);
      } finally {
        rescue(waiting);
      }
    }
  }

  @Test
  void owner_clientCloses_wakesThoseWhoWait(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient waiting = HoldfastClient.connect(quick(), server.uri());
        HoldfastClient owning = HoldfastClient.connect(quick(), server.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> sleeper = sleeper(threads, waiting);
      owning.lock(NAME).lock();
      owning.close();
      try {
        assertThat(sleeper).succeedsWithin(LIMIT);
      } finally {
        rescue(waiting);
      }
    }
  }

  @Test
  void signalled_clientClosesBeforeItHearsOfItsGrant_leavesTheSignalToTheNext(
      @FreshServer RedisServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient doomed = HoldfastClient.connect(quick(), proxy.uri());
        HoldfastClient waiting = HoldfastClient.connect(quick(), server.uri());
        HoldfastClient owning = HoldfastClient.connect(quick(), server.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> first = sleeper(threads, doomed);
      CompletableFuture<?> next = sleeper(threads, waiting);
      DistributedLock lock = owning.lock(NAME);
      try (ActiveFault dropped = proxy.dropMessages(Connections.inbox())) {
        lock.lock();
        lock.newCondition("c").signal();
        lock.unlock();
        doomed.close();
      }
      assertThat(first).isNotNull();
      try {
        assertThat(next).succeedsWithin(LIMIT);
      } finally {
        rescue(waiting);
      }
    }
  }

  @Test
  void signal_givenUpBeforeTheLeaseEnds_isPaidByTheRelease(@FreshServer RedisServer server)
      throws Exception {
    signalIsPaidByTheRelease(server, false);
  }

  @Test
  void signal_givenUpAndANeighbourWaits_isPaidByTheReleaseThatQueuesAgain(
      @FreshServer RedisServer server) throws Exception {
    signalIsPaidByTheRelease(server, true);
  }

  private static void signalIsPaidByTheRelease(RedisServer server, boolean hasNeighbour)
      throws Exception {
    HoldfastSettings shortLease =
        HoldfastSettings.builder()
            .lease(Duration.ofSeconds(2))
            .claimLease(Duration.ofSeconds(2))
            .commandTimeout(Duration.ofMillis(300))
            .build();
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient waiting = HoldfastClient.connect(quick(), server.uri());
        HoldfastClient owning = HoldfastClient.connect(shortLease, proxy.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> sleeper = sleeper(threads, waiting);
      DistributedLock lock = owning.lock(NAME);
      lock.lock(Duration.ofSeconds(60));
      try (ActiveFault dead = proxy.blackhole(Connections.all())) {
        lock.newCondition("c").signal();
        stays(
            Duration.ofMillis(3500), "nobody is told, and it is given up", () -> !sleeper.isDone());
        proxy.cut(Connections.all(), Cut.RST);
      }
      eventually().isTrue("connected again", lock::isLocked);
      if (hasNeighbour) {
        Thread neighbour = threads.start("neighbour", () -> lockAndUnlock(lock));
        eventually()
            .isTrue("it waits here", () -> neighbour.getState() == Thread.State.TIMED_WAITING);
      }
      lock.unlock();
      try {
        assertThat(sleeper).succeedsWithin(LIMIT);
      } finally {
        rescue(waiting);
      }
    }
  }

  @Test
  void signal_refusedByTheServer_isPaidByTheRelease(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient waiting = HoldfastClient.connect(quick(), server.uri());
        HoldfastClient owning = HoldfastClient.connect(quick(), server.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> sleeper = sleeper(threads, waiting);
      DistributedLock lock = owning.lock(NAME);
      lock.lock();
      server.admin().text("ACL", "SETUSER", "default", "-zrem");
      assertThatThrownBy(lock.newCondition("c")::signal).isInstanceOf(LockServerException.class);
      server.admin().text("ACL", "SETUSER", "default", "+zrem");

      lock.unlock();

      try {
        assertThat(sleeper).succeedsWithin(LIMIT);
      } finally {
        rescue(waiting);
      }
    }
  }

  /** The server that is there after a failover has not heard of the signal. */
  @Test
  void signal_acknowledgedAndLostWithItsServer_isPaidByTheRelease(@FreshServer RedisServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient waiting = HoldfastClient.connect(quick(), server.uri());
        HoldfastClient owning = HoldfastClient.connect(quick(), proxy.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> sleeper = sleeper(threads, waiting);
      DistributedLock lock = owning.lock(NAME);
      lock.lock();
      List<String> parked = server.admin().texts("ZRANGE", QUEUE, "0", "-1", "WITHSCORES");
      List<String> before = parked.subList(parked.size() - 2, parked.size());
      lock.newCondition("c").signal();
      proxy.cut(Connections.all(), Cut.RST);
      assertThat(server.admin().number("ZADD", QUEUE, before.get(1), before.get(0))).isZero();
      eventually().isTrue("connected again", lock::isLocked);

      lock.unlock();

      try {
        assertThat(sleeper).succeedsWithin(LIMIT);
      } finally {
        rescue(waiting);
      }
    }
  }

  /** An earlier copy of the release, which was not answered, has ended the hold. */
  @Test
  @DisplayName("failure 94: a signal is lost, and the release was done before and not answered")
  void signal_lostWithAnEarlierCopyOfTheRelease_isPaidByTheNext(@FreshServer RedisServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient waiting = HoldfastClient.connect(quick(), server.uri());
        HoldfastClient owning = HoldfastClient.connect(quick(), proxy.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> sleeper = sleeper(threads, waiting);
      DistributedLock lock = owning.lock(NAME);
      lock.lock();
      List<String> parked = server.admin().texts("ZRANGE", QUEUE, "0", "-1", "WITHSCORES");
      List<String> before = parked.subList(parked.size() - 2, parked.size());
      lock.newCondition("c").signal();
      proxy.cut(Connections.all(), Cut.RST);
      assertThat(server.admin().number("ZADD", QUEUE, before.get(1), before.get(0))).isZero();
      server.admin().number("ZREM", QUEUE, "#dirty");
      assertThat(server.admin().number("DEL", "holdfast:lock:{" + NAME + "}")).isOne();

      assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);

      try {
        assertThat(sleeper).succeedsWithin(LIMIT);
      } finally {
        rescue(waiting);
      }
    }
  }

  @Test
  @DisplayName("failure 94: a signal is lost, and the hold could not be released for later")
  void signal_lostAndTheReleaseForLaterCouldNotBeSent_isPaidBehindIt(
      @FreshServer RedisServer server) throws Exception {
    HoldfastSettings passesOn =
        HoldfastSettings.builder()
            .claimLease(Duration.ofMillis(3500))
            .commandTimeout(Duration.ofMillis(1500))
            .slice(Duration.ofSeconds(10)) // inside the client, though another one waits
            .build();
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient waiting = HoldfastClient.connect(quick(), server.uri());
        HoldfastClient owning = HoldfastClient.connect(passesOn, proxy.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> sleeper = sleeper(threads, waiting);
      DistributedLock lock = owning.lock(NAME);
      lock.lock();
      CompletableFuture<Hold> neighbour = lock.acquireAsync();
      List<String> parked = server.admin().texts("ZRANGE", QUEUE, "0", "-1", "WITHSCORES");
      List<String> before = parked.subList(parked.size() - 2, parked.size());
      lock.newCondition("c").signal();
      lock.unlock();
      assertThat(neighbour).succeedsWithin(LIMIT);
      try (ActiveFault away = proxy.refuseConnections()) {
        proxy.cut(Connections.all(), Cut.RST);
        assertThat(server.admin().number("ZADD", QUEUE, before.get(1), before.get(0))).isZero();
        server.admin().number("ZREM", QUEUE, "#dirty");
        assertThat(server.admin().number("DEL", "holdfast:lock:{" + NAME + "}")).isOne();
        assertThatThrownBy(() -> neighbour.join().releaseAfter(Duration.ofMinutes(1)))
            .isInstanceOf(LockServerException.class);
      }
      try {
        assertThat(sleeper).succeedsWithin(LIMIT);
      } finally {
        rescue(waiting);
      }
    }
  }

  /** The old master lives on as a replica, so that the connection stays until it refuses. */
  @Test
  @DisplayName("failure 94: a signal is lost in a planned failover, and the unlock is refused")
  void signal_acknowledgedAndLostInAPlannedFailover_isPaidByTheReleaseThatIsSentAgain(
      @FreshServer MasterWithReplica pair) throws Exception {
    try (HoldfastClient waiting = HoldfastClient.connect(quick(), pair.uri());
        HoldfastClient owning = HoldfastClient.connect(quick(), pair.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> sleeper = sleeper(threads, waiting);
      DistributedLock lock = owning.lock(NAME);
      lock.lock();
      pair.awaitInSync();
      pair.cutReplication();
      lock.newCondition("c").signal();
      pair.demote();

      lock.unlock();

      try {
        assertThat(sleeper).succeedsWithin(LIMIT);
      } finally {
        rescue(waiting);
      }
    }
  }

  @Test
  void await_timeIsUpAndTheHolderMissesTheHint_getsItsTurnWithinAThirdOfTheClaim(
      @FreshServer RedisServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient waiting = HoldfastClient.connect(quick(), server.uri());
        HoldfastClient busy = HoldfastClient.connect(quick(), proxy.uri());
        TestThreads threads = TestThreads.open()) {
      AtomicBoolean isOver = new AtomicBoolean();
      DistributedLock lock = waiting.lock(NAME);
      lock.lock();
      for (int i = 0; i < 3; i++) {
        threads.call("busy", () -> passOn(busy.lock(NAME), isOver));
      }
      try (ActiveFault dropped = proxy.dropMessages(Connections.inbox())) {
        CompletableFuture<Void> healing =
            CompletableFuture.runAsync(
                dropped::close, CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
        long began = System.nanoTime();
        boolean isSignalled = lock.newCondition("c").await(600, TimeUnit.MILLISECONDS);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        lock.unlock();
        assertThat(healing).succeedsWithin(LIMIT);
        assertThat(isSignalled).isFalse();
        assertThat(took).isLessThan(LIMIT);
      } finally {
        isOver.set(true);
      }
    }
  }

  private static boolean passOn(DistributedLock lock, AtomicBoolean isOver) throws Exception {
    while (!isOver.get()) {
      lock.lock();
      try {
        // A client that knows of no waiter goes on for a block of 1024 of these.
        stays(Duration.ofMillis(100), "held", lock::isHeldByCurrentThread);
      } finally {
        lock.unlock();
      }
    }
    return true;
  }

  private static boolean lockAndUnlock(DistributedLock lock) {
    lock.lock();
    lock.unlock();
    return true;
  }

  private static void rescue(HoldfastClient client) {
    DistributedLock lock = client.lock(NAME);
    lock.lock();
    lock.newCondition("c").signalAll();
    lock.unlock();
  }
}
