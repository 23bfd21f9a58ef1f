package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.topology.ReplicatedCluster;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A cluster where the replica of one master takes its place, with the latest writes or without. */
@ExtendWith(VirtualThreadsExtension.class)
@SuppressWarnings({"LockNotBeforeTry", "WaitNotInLoop"})
class ClusterFailoverIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration SOONER_THAN_THE_LEASE = Duration.ofSeconds(20);
  private static final HoldfastSettings SETTINGS =
      HoldfastSettings.builder()
          .cluster()
          .lease(Duration.ofSeconds(30))
          .claimLease(Duration.ofMillis(3500))
          .commandTimeout(Duration.ofMillis(1500))
          .slice(Duration.ofSeconds(10)) // passes on inside the client though another one waits
          .build();

  private ReplicatedCluster cluster;
  private HoldfastClient waiting;
  private HoldfastClient owning;
  private TestThreads threads;
  private String name;

  @BeforeEach
  void start() {
    cluster = ReplicatedCluster.start();
    waiting = HoldfastClient.connect(SETTINGS, cluster.uri());
    owning = HoldfastClient.connect(SETTINGS, cluster.uri());
    threads = TestThreads.open();
    name = cluster.nameOn(cluster.original(), "cluster-failover-");
  }

  @AfterEach
  void end() throws Exception {
    try (ReplicatedCluster it = cluster;
        HoldfastClient one = waiting;
        HoldfastClient two = owning;
        TestThreads all = threads) {
      DistributedLock lock = waiting.lock(name);
      if (lock.tryLock(1, TimeUnit.MINUTES)) { // ends threads that still sleep
        lock.newCondition("c").signalAll();
        lock.unlock();
      }
    }
  }

  private CompletableFuture<Boolean> sleeper() {
    CountDownLatch isIn = new CountDownLatch(1);
    DistributedLock lock = waiting.lock(name);
    CompletableFuture<Boolean> done =
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

  /** The server acknowledges it, and its replica takes over without it. */
  private void signalAndLoseIt(DistributedLock lock) {
    cluster.awaitInSync();
    cluster.cutReplication();
    lock.newCondition("c").signal();
    cluster.takeOver();
    cluster.awaitDemoted();
  }

  @Test
  @DisplayName("failure 94: a signal is lost in a failover, and the unlock is redirected")
  void signal_lostInAFailover_isPaidByTheUnlockThatIsRedirected() {
    CompletableFuture<Boolean> sleeper = sleeper();
    DistributedLock lock = owning.lock(name);
    lock.lock();

    signalAndLoseIt(lock);
    lock.unlock();

    assertThat(sleeper).succeedsWithin(LIMIT);
  }

  @Test
  @DisplayName("failure 94: a signal is lost in a failover of which the client has heard")
  void signal_lostInAFailover_isPaidByTheUnlockAtTheNewMaster() {
    CompletableFuture<Boolean> sleeper = sleeper();
    DistributedLock lock = owning.lock(name);
    lock.lock();

    signalAndLoseIt(lock);
    awaitAnswer(lock); // redirected at first, so the client looks up the master
    lock.unlock();

    assertThat(sleeper).succeedsWithin(LIMIT);
  }

  /**
   * Both nodes have been masters, so that Lettuce has connections to both, and redirects at once.
   */
  private void haveThereAndBack(DistributedLock lock) {
    awaitAnswer(lock);
    cluster.takeOver();
    cluster.awaitDemoted();
    awaitAnswer(lock);
    cluster.takeBack();
    awaitAnswer(lock);
  }

  @Test
  @DisplayName("failure 94: a signal is lost in a failover to a node that was master before")
  void signal_lostInAFailoverToAKnownNode_isPaidBehindTheUnlock() {
    DistributedLock lock = owning.lock(name);
    haveThereAndBack(lock);
    awaitAnswer(waiting.lock(name));
    CompletableFuture<Boolean> sleeper = sleeper();
    lock.lock();

    signalAndLoseIt(lock);
    lock.unlock();

    assertThat(sleeper).succeedsWithin(LIMIT);
  }

  private static void awaitAnswer(DistributedLock lock) {
    eventually()
        .isTrue(
            "it is answered",
            () -> {
              try {
                lock.isLocked();
                return true;
              } catch (LockServerException notConnectedYet) {
                return false;
              }
            });
  }

  @Test
  @DisplayName("failure 94: a signal is lost in a failover, and its owner waits for one itself")
  void signal_lostInAFailover_isPaidByTheAwaitThatIsRedirected() {
    CompletableFuture<Boolean> sleeper = sleeper();
    CompletableFuture<Boolean> partner =
        threads.call(
            "owner",
            () -> {
              DistributedLock lock = owning.lock(name);
              lock.lock();
              signalAndLoseIt(lock);
              lock.newCondition("answer").await();
              lock.unlock();
              return true;
            });

    assertThat(sleeper).succeedsWithin(LIMIT);
    DistributedLock lock = waiting.lock(name);
    eventually()
        .isTrue(
            "it has its answer",
            () -> {
              lock.lock();
              lock.newCondition("answer").signalAll();
              lock.unlock();
              return partner.isDone();
            });
  }

  @Test
  @DisplayName("failure 94: a signal is lost in a failover, and a neighbour waits for the lock")
  void signal_lostInAFailover_isPaidByTheUnlockThatPassesTheLockOn() {
    CompletableFuture<Boolean> sleeper = sleeper();
    DistributedLock lock = owning.lock(name);
    lock.lock();
    Thread neighbour =
        threads.start(
            "neighbour",
            () -> {
              lock.lock();
              lock.unlock();
            });
    eventually().isTrue("it waits", () -> neighbour.getState() == Thread.State.TIMED_WAITING);

    signalAndLoseIt(lock);
    lock.unlock();

    assertThat(sleeper).succeedsWithin(LIMIT);
  }

  /** The lease is passed on inside the client, and with it what its owners may owe. */
  private Hold passedOnWithALostSignal() {
    DistributedLock lock = owning.lock(name);
    lock.lock();
    CompletableFuture<Hold> neighbour = lock.acquireAsync();
    cluster.awaitInSync();
    cluster.cutReplication();
    lock.newCondition("c").signal();
    lock.unlock();
    assertThat(neighbour).succeedsWithin(LIMIT);
    cluster.takeOver();
    cluster.awaitDemoted();
    return neighbour.join();
  }

  @Test
  @DisplayName("failure 94: a signal is lost in a failover, and the hold is released for later")
  void signal_lostInAFailover_isPaidByTheHoldThatIsReleasedForLater() {
    CompletableFuture<Boolean> sleeper = sleeper();
    Hold hold = passedOnWithALostSignal();
    awaitAnswer(owning.lock(name)); // the client looks up the master

    hold.releaseAfter(Duration.ofMillis(500));

    assertThat(sleeper).succeedsWithin(SOONER_THAN_THE_LEASE);
  }

  @Test
  @DisplayName(
      "failure 94: a signal is lost in a failover, and the release for later is redirected")
  void signal_lostInAFailover_isPaidBehindTheReleaseForLaterThatIsRedirected() {
    haveThereAndBack(owning.lock(name));
    awaitAnswer(waiting.lock(name));
    CompletableFuture<Boolean> sleeper = sleeper();
    Hold hold = passedOnWithALostSignal();

    hold.releaseAfter(Duration.ofMillis(500));

    assertThat(sleeper).succeedsWithin(SOONER_THAN_THE_LEASE);
  }

  /** It does not wait for the lock: a waiter would look up the topology for its messages. */
  @Test
  @DisplayName("failure 108: a client connects while a master is away, whose replica takes over")
  void tryLock_masterWasAwayWhenTheClientConnected_isGotAtItsSuccessor() {
    cluster.awaitInSync();
    cluster.original().kill();
    try (HoldfastClient late = connectedMeanwhile()) {
      cluster.takeOver();
      DistributedLock lock = late.lock(name);
      eventually().isTrue("the new master is found", () -> isGot(lock));
      lock.unlock();
    }
  }

  private static boolean isGot(DistributedLock lock) {
    try {
      return lock.tryLock();
    } catch (LockServerException e) {
      return false;
    }
  }

  /** A client first looks at a key of its own, and that key has to be at the other master. */
  private HoldfastClient connectedMeanwhile() {
    LockServerException last = null;
    for (int i = 0; i < 30; i++) {
      try {
        return HoldfastClient.connect(SETTINGS, cluster.uri());
      } catch (LockServerException e) {
        last = e;
      }
    }
    throw last;
  }

  @Test
  @DisplayName(
      "failure 130: a master hangs while the others answer, and its replica takes its place")
  void lock_masterHangsAndItsReplicaTakesOver_isGotThere() {
    String elsewhere = cluster.nameOn(cluster.other(), "cluster-failover-");
    DistributedLock lock = owning.lock(name);
    lock.lock();
    lock.unlock();
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Boolean> busy =
        threads.call("busy", () -> keepsAnswering(owning.lock(elsewhere), isOver));
    cluster.awaitInSync();
    cluster.original().freeze();
    CompletableFuture<Boolean> stuck =
        threads.call(
            "stuck",
            () -> {
              lock.lock();
              lock.unlock();
              return true;
            });
    cluster.takeOver();
    try {
      assertThat(stuck).succeedsWithin(LIMIT);
    } finally {
      cluster.original().thaw();
      isOver.set(true);
    }
    assertThat(busy).succeedsWithin(LIMIT);
  }

  private static boolean keepsAnswering(DistributedLock lock, AtomicBoolean isOver)
      throws Exception {
    while (!isOver.get()) {
      lock.lock();
      try {
        stays(Duration.ofMillis(20), "held", lock::isHeldByCurrentThread);
      } finally {
        lock.unlock();
      }
    }
    return true;
  }
}
