package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The server restarts, forgets, freezes, or cuts connections, at bad moments. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class ReconnectIT {

  /** With a lease that outlasts every wait here: what is free was released. */
  private static HoldfastClient client(RedisServer server) {
    return client(server, Duration.ofSeconds(60));
  }

  private static HoldfastClient client(RedisServer server, Duration lease) {
    return HoldfastClient.connect(
        HoldfastSettings.builder()
            .lease(lease)
            .claimLease(Duration.ofMillis(3500))
            .commandTimeout(Duration.ofMillis(1500))
            .unreachableLimit(Duration.ofSeconds(20))
            .build(),
        server.uri());
  }

  private static void awaitReleased(RedisServer server) {
    eventually().isTrue("released", () -> server.keys("holdfast:lock:*").isEmpty());
  }

  @Test
  void lock_afterScriptFlush_works(@FreshServer RedisServer server) {
    try (HoldfastClient client = client(server)) {
      DistributedLock lock = client.lock("reconnect");
      for (int i = 0; i < 5; i++) {
        server.scriptFlush();
        lock.lock();
        server.scriptFlush();
        lock.unlock();
      }
      awaitReleased(server);
    }
  }

  @Test
  void waiter_connectionsKilledMeanwhile_getsTheLock(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient first = client(server);
        HoldfastClient second = client(server);
        TestThreads threads = TestThreads.open()) {
      DistributedLock held = first.lock("reconnect");
      Hold hold = held.acquire();
      CompletableFuture<Hold> waiting =
          threads.call("waiter", () -> second.lock("reconnect").acquire());
      eventually().isTrue("one waits", () -> held.inspect().queueLength() == 1);

      server.killClients("pubsub");
      server.killClients("normal");
      eventually().isTrue("connected again", () -> isAnswering(held));
      hold.close();

      assertThat(waiting.get(60, TimeUnit.SECONDS).token()).isGreaterThan(hold.token());
      waiting.get().close();
      awaitReleased(server);
    }
  }

  @Test
  @DisplayName("failure 44: the server restarts without its data")
  void hold_serverRestartsEmpty_isLostAndTheNextTokenIsHigher(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = client(server, Duration.ofSeconds(30))) {
      DistributedLock lock = client.lock("reconnect");
      Hold hold = lock.acquire();
      CompletableFuture<LossCause> loss = new CompletableFuture<>();
      hold.onLost(loss::complete);

      server.restartEmpty();

      assertThat(loss.get(60, TimeUnit.SECONDS)).isEqualTo(LossCause.GONE);
      assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
      eventually().isTrue("connected again", () -> isAnswering(lock));
      try (Hold next = lock.acquire()) {
        assertThat(next.token()).isGreaterThan(hold.token());
      }
    }
  }

  @Test
  void waiter_serverRestartsEmpty_getsTheLock(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient first = client(server);
        HoldfastClient second = client(server);
        TestThreads threads = TestThreads.open()) {
      DistributedLock held = first.lock("reconnect");
      held.lock();
      CompletableFuture<Hold> waiting =
          threads.call("waiter", () -> second.lock("reconnect").acquire());
      eventually().isTrue("one waits", () -> held.inspect().queueLength() == 1);

      server.restartEmpty();

      Hold hold = waiting.get(60, TimeUnit.SECONDS);
      assertThat(hold.isValid()).isTrue();
      hold.close();
    }
  }

  @Test
  void hold_serverRestartsWithItsData_isKept(@FreshServer RedisServer server) throws Exception {
    Duration longer = Duration.ofMinutes(20);
    try (HoldfastClient client = client(server, Duration.ofMinutes(10))) {
      Hold hold = client.lock("reconnect").acquire();
      long token = hold.token();

      server.restart();

      eventually().passes("the server answers", () -> hold.extend(longer));
      assertThat(hold.remaining()).isGreaterThan(longer.dividedBy(2));
      assertThat(hold.token()).isEqualTo(token);
      hold.close();
      awaitReleased(server);
    }
  }

  @Test
  void tryLock_serverAway_throwsInsteadOfSayingHeld(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = client(server)) {
      DistributedLock lock = client.lock("reconnect");
      server.stop();

      assertThatThrownBy(lock::tryLock)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("reconnect");
      assertThatThrownBy(() -> lock.tryLock(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(LockServerException.class);
    }
  }

  @Test
  void lock_serverAwayBeyondTheLimit_throws(@FreshServer RedisServer server) {
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .commandTimeout(Duration.ofSeconds(1))
            .unreachableLimit(Duration.ofMillis(700))
            .build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      DistributedLock lock = client.lock("reconnect");
      server.stop();
      long start = System.nanoTime();

      assertThatThrownBy(lock::lock).isInstanceOf(LockServerException.class);

      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(700), Duration.ofMinutes(1)); // the default
    }
  }

  @Test
  void lock_serverAwayForAMoment_waitsForIt(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = client(server);
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("reconnect");
      server.stop();
      CompletableFuture<Hold> waiting = threads.call("waiter", lock::acquire);

      server.restart();

      Hold hold = waiting.get(60, TimeUnit.SECONDS);
      assertThat(hold.isValid()).isTrue();
      hold.close();
    }
  }

  @Test
  @DisplayName("failure 2: the server stands still between request and withdrawal")
  void tryLock_serverFrozenThenThawed_leavesNoOrphan(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = client(server, Duration.ofMinutes(10));
        HoldfastClient other = client(server)) {
      DistributedLock lock = client.lock("reconnect");
      lock.inspect();
      server.freeze();
      assertThatThrownBy(lock::tryLock).isInstanceOf(LockServerException.class);

      server.thaw(); // now the acquire is executed, and behind it the withdrawal

      DistributedLock others = other.lock("reconnect");
      assertThat(others.tryLock(60, TimeUnit.SECONDS)).isTrue(); // an orphan would last longer
      others.unlock();
      awaitReleased(server);
    }
  }

  @Test
  void unlock_serverAway_returnsAndReleasesInTheBackground(
      @FreshServer RedisServer server, @FreshServer FaultProxy proxy) throws Exception {
    HoldfastSettings settings = HoldfastSettings.builder().lease(Duration.ofMinutes(10)).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, proxy.uri())) {
      DistributedLock lock = client.lock("reconnect");
      lock.lock();
      try (ActiveFault away = proxy.refuseConnections()) {
        proxy.cut(Connections.all(), Cut.RST);
        lock.unlock(); // returns normally
        assertThat(lock.getHoldCount()).isZero();
        assertThat(server.keys("holdfast:lock:*")).isNotEmpty();
      }
      awaitReleased(server);
    }
  }

  @Test
  @DisplayName("failure 24: the server stands still for longer than a connection is given")
  void connection_frozenServerThawsLate_isUsableAgain(@FreshServer RedisServer server)
      throws Exception {
    HoldfastSettings seldom = // asks again after 100 s
        HoldfastSettings.builder()
            .lease(Duration.ofMinutes(10))
            .claimLease(Duration.ofMinutes(5))
            .commandTimeout(Duration.ofMillis(1500))
            .build();
    try (HoldfastClient client = HoldfastClient.connect(seldom, server.uri());
        HoldfastClient other = client(server)) {
      DistributedLock lock = client.lock("reconnect");
      lock.inspect();
      server.freeze();
      for (int i = 0; i < 4; i++) { // longer than the silence after which it is given up
        assertThatThrownBy(lock::inspect).isInstanceOf(LockServerException.class);
      }
      server.thaw();
      eventually().isTrue("answers", () -> isAnswering(lock));
      eventually().isTrue("answers", () -> isAnswering(other.lock("reconnect")));

      Hold hold = other.lock("reconnect").acquire();
      CompletableFuture<Hold> waiting = lock.acquireAsync();
      eventually().isTrue("it waits", () -> lock.inspect().queueLength() == 1);
      hold.close();

      waiting.get(60, TimeUnit.SECONDS).close(); // by message: there is an inbox again, too
    }
  }

  private static boolean isAnswering(DistributedLock lock) {
    try {
      lock.inspect();
      return true;
    } catch (LockServerException e) {
      return false;
    }
  }
}
