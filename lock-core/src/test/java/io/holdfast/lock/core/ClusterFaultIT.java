package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SlotMove;
import io.holdfast.lock.testkit.topology.SmallCluster;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A cluster of two masters, whose slots move and of which one dies. */
@ExtendWith(VirtualThreadsExtension.class)
class ClusterFaultIT {

  private static HoldfastClient client(SmallCluster cluster) {
    return HoldfastClient.connect(
        HoldfastSettings.builder().cluster().lease(Duration.ofSeconds(6)).build(), cluster.uri());
  }

  @Test
  void tryLock_firstRequestToANode_isAnswered() {
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client = client(cluster)) {
      for (int i = 0; i < 8; i++) { // on both
        DistributedLock lock = client.lock("cluster-fault-" + i);
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
      }
    }
  }

  @Test
  @DisplayName("failure 36: a slot moves to another node under the lock's traffic")
  void lock_slotMoves_goesOnWithRisingTokens() throws Exception {
    String name = "cluster-fault";
    AtomicBoolean enough = new AtomicBoolean();
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient first = client(cluster);
        HoldfastClient second = client(cluster);
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<Long> turns = threads.call("busy", () -> turns(first.lock(name), enough));
      CompletableFuture<Long> others = threads.call("busy", () -> turns(second.lock(name), enough));
      for (int i = 0; i < 4; i++) {
        cluster.moveSlotOf(name);
        stays(Duration.ofMillis(500), "both go on", () -> !turns.isDone() && !others.isDone());
      }
      enough.set(true);
      assertThat(turns.get(60, SECONDS)).isPositive();
      assertThat(others.get(60, SECONDS)).isPositive();
    }
  }

  @Test
  @DisplayName(
      "failure 151: a slot has moved, and Lettuce 6 does not look at the topology by itself")
  void lock_slotHasMoved_isAskedForAtItsNewNode() {
    String name = "cluster-fault";
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client = client(cluster)) {
      DistributedLock lock = client.lock(name);
      RedisServer before = nodeOf(cluster, name);
      turn(lock);
      cluster.moveSlotOf(name);
      eventually()
          .isTrue(
              "no request goes to the node that had the slot",
              () -> {
                long moved = movedAt(before);
                for (int i = 0; i < 20; i++) {
                  turn(lock);
                }
                return movedAt(before) == moved;
              });
    }
  }

  @Test
  @DisplayName("failure 182: a free lock is asked for while its slot moves")
  void tryLock_slotIsMoving_throwsAndLockWaitsForTheEnd() throws Exception {
    String name = "cluster-fault";
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client = client(cluster);
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock(name);
      turn(lock);
      SlotMove move = cluster.beginMoveOf(name);
      assertThatThrownBy(lock::tryLock)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("TRYAGAIN");
      CompletableFuture<Hold> waiting = threads.call("waiter", lock::acquire);
      stays(Duration.ofMillis(500), "it waits", () -> !waiting.isDone());
      move.end();
      waiting.get(60, SECONDS).close();
    }
  }

  @Test
  @DisplayName("failure 183: the keys of a lock that is held are apart for longer than its lease")
  void hold_keysAreApartForLongerThanItsLease_isLost() throws Exception {
    String name = "cluster-fault";
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client = client(cluster)) {
      Hold hold = client.lock(name).acquire();
      SlotMove move = cluster.beginMoveOf(name);
      move.nextKey();
      eventually().isTrue("it is lost", () -> !hold.isValid());
      assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
      move.end();
      turn(client.lock(name));
    }
  }

  private static void turn(DistributedLock lock) {
    lock.lock();
    lock.unlock();
  }

  private static RedisServer nodeOf(SmallCluster cluster, String name) {
    return cluster.nodes().stream()
        .filter(node -> SmallCluster.isOn(node, name))
        .findFirst()
        .orElseThrow();
  }

  /** How often the server has said that a slot is elsewhere. */
  private static long movedAt(RedisServer server) {
    return server
        .admin()
        .text("INFO", "errorstats")
        .lines()
        .filter(line -> line.startsWith("errorstat_MOVED:count="))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 1)))
        .sum();
  }

  private static long turns(DistributedLock lock, AtomicBoolean enough) {
    long turns = 0;
    long token = 0;
    while (!enough.get()) {
      lock.lock();
      assertThat(lock.token()).isGreaterThan(token);
      token = lock.token();
      lock.unlock();
      turns++;
    }
    return turns;
  }

  @Test
  @DisplayName("failure 38: a master is away, and the cluster with it")
  void lock_masterAway_waitsUntilItIsBack() throws Exception {
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client = client(cluster);
        TestThreads threads = TestThreads.open()) {
      RedisServer second = cluster.nodes().get(1);
      String name = nameOn(second);
      DistributedLock lock = client.lock(name);
      try (Hold before = lock.acquire()) {
        assertThat(before.isValid()).isTrue();
      }
      second.stop();
      assertThatThrownBy(lock::tryLock).isInstanceOf(LockServerException.class);
      CompletableFuture<Hold> waiting = threads.call("waiter", lock::acquire);

      second.restart();

      waiting.get(60, SECONDS).close();
    }
  }

  private static String nameOn(RedisServer node) {
    for (int i = 0; ; i++) {
      if (SmallCluster.isOn(node, "cluster-fault-" + i)) {
        return "cluster-fault-" + i;
      }
    }
  }
}
