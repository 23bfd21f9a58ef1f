package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Defects that a second reader with fresh eyes found. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class SecondReadingIT {

  private static final String NAME = "second-reading";
  private static final Duration LATE = Duration.ofSeconds(1);

  private static HoldfastSettings quick() {
    return HoldfastSettings.builder()
        .claimLease(Duration.ofMillis(3500))
        .commandTimeout(Duration.ofMillis(1500))
        .build();
  }

  /** PUBLISH at a master answers 0 although a subscriber at its replica hears it. */
  @Test
  @DisplayName("failure 75: inboxes hang on a replica, to which messages are passed on")
  void waiters_inboxesHangOnAReplica_haveItInTurnAndDoNotReconnectWildly(
      @FreshServer("master") RedisServer master, @FreshServer("replica") RedisServer replica)
      throws Exception {
    replicate(master, replica);
    try (FaultProxy proxy = FaultProxy.to(master);
        HoldfastClient holder = HoldfastClient.connect(master.uri());
        HoldfastClient first = HoldfastClient.connect(quick(), proxy.uri());
        HoldfastClient second = HoldfastClient.connect(quick(), proxy.uri());
        TestThreads threads = TestThreads.open()) {
      Hold hold = holder.lock(NAME).acquire();
      proxy.retarget(replica);
      proxy.cut(Connections.inbox(), Cut.FIN);
      eventually().isTrue("both listen at the replica", () -> listeners(replica) == 2);
      long connections = proxy.counters().connections();
      List<CompletableFuture<Hold>> waiting = new ArrayList<>();
      for (HoldfastClient client : List.of(first, second)) {
        waiting.add(threads.call("waiter", () -> client.lock(NAME).acquire()));
      }
      eventually().isTrue("both wait", () -> holder.lock(NAME).inspect().queueLength() == 2);

      hold.close();

      eventually().isTrue("one has it", () -> waiting.stream().anyMatch(CompletableFuture::isDone));
      long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
      eventually()
          .isTrue(
              "never two",
              () -> {
                assertThat(waiting.stream().filter(CompletableFuture::isDone)).hasSize(1);
                return System.nanoTime() - end > 0;
              });
      assertThat(proxy.counters().connections() - connections).isLessThan(40);
      proxy.retarget(master);
      proxy.cut(Connections.inbox(), Cut.FIN);
      CompletableFuture<Hold> one = waiting.get(0).isDone() ? waiting.get(0) : waiting.get(1);
      CompletableFuture<Hold> other = waiting.get(0).isDone() ? waiting.get(1) : waiting.get(0);
      one.get().close();
      try (Hold last = other.get(60, SECONDS)) {
        assertThat(last.token()).isGreaterThan(one.get().token());
      }
    }
  }

  /**
   * The first in the queue listens at the replica, the second at the master. A grant that is
   * published for the first, and then given to the second because it found no subscriber at the
   * master, would be used by both.
   */
  @Test
  @DisplayName("failure 75: the inbox of the first hangs on a replica, that of the second does not")
  void waiter_inboxHangsOnAReplica_neverHoldsWithTheOneThatIsHeard(
      @FreshServer("master") RedisServer master, @FreshServer("replica") RedisServer replica)
      throws Exception {
    replicate(master, replica);
    try (FaultProxy proxy = FaultProxy.to(master);
        HoldfastClient holder = HoldfastClient.connect(master.uri());
        HoldfastClient first = HoldfastClient.connect(quick(), proxy.uri());
        HoldfastClient second = HoldfastClient.connect(master.uri())) {
      Hold hold = holder.lock(NAME).acquire();
      CompletableFuture<Hold> deaf = first.lock(NAME).acquireAsync();
      eventually().isTrue("the first waits", () -> holder.lock(NAME).inspect().queueLength() == 1);
      CompletableFuture<Hold> heard = second.lock(NAME).acquireAsync();
      eventually().isTrue("the second too", () -> holder.lock(NAME).inspect().queueLength() == 2);
      // The answers that would tell the first that its inbox is deaf come late, so that it stays
      // where it is for a while.
      proxy.delay(Connections.verbs(), Direction.TO_CLIENT, LATE, LATE);
      proxy.retarget(replica);
      proxy.cut(Connections.inbox(), Cut.FIN);
      eventually().isTrue("the first listens there", () -> listeners(replica) == 1);

      hold.close();

      Hold given = heard.get(60, SECONDS);
      long seen = proxy.counters().connections();
      eventually()
          .isTrue(
              "the first has had the time to hear what the replica passed on",
              () -> deaf.isDone() || proxy.counters().connections() > seen);
      assertThat(deaf).as("while %s has it", given).isNotDone();
      given.close();
      try (Hold last = deaf.get(60, SECONDS)) {
        assertThat(last.token()).isGreaterThan(given.token());
      }
    }
  }

  /** Its echoes still come: the replica passes them on. */
  @Test
  @DisplayName("failure 75: an inbox hangs on a replica until the path leads to the master again")
  void waiter_inboxHangsOnAReplica_listensAtTheMasterAsSoonAsItCan(
      @FreshServer("master") RedisServer master, @FreshServer("replica") RedisServer replica)
      throws Exception {
    replicate(master, replica);
    try (FaultProxy proxy = FaultProxy.to(master);
        HoldfastClient holder = HoldfastClient.connect(master.uri());
        HoldfastClient client = HoldfastClient.connect(quick(), proxy.uri());
        Hold hold = holder.lock(NAME).acquire()) {
      CompletableFuture<Hold> waiting = client.lock(NAME).acquireAsync();
      eventually().isTrue("it waits", () -> holder.lock(NAME).inspect().queueLength() == 1);
      long before = listeners(master);
      proxy.retarget(replica);
      proxy.cut(Connections.inbox(), Cut.FIN);
      eventually().isTrue("it listens there", () -> listeners(replica) == 1);

      proxy.retarget(master);

      eventually().isTrue("it listens here again", () -> listeners(master) == before);
      waiting.cancel(true);
    }
  }

  private static void replicate(RedisServer master, RedisServer replica) {
    replica.admin().text("CONFIG", "SET", "repl-diskless-load", "on-empty-db");
    master.admin().text("CONFIG", "SET", "repl-diskless-sync-delay", "0");
    replica.admin().text("REPLICAOF", "127.0.0.1", Integer.toString(master.port()));
    eventually()
        .isTrue(
            "in sync", () -> "up".equals(replica.info("replication").get("master_link_status")));
  }

  private static long listeners(RedisServer server) {
    return server.admin().texts("PUBSUB", "CHANNELS", "holdfast:inbox:*").size();
  }

  @Test
  @DisplayName("failure 85: a future ends as its client closes")
  void acquireAsync_timesOutAsTheClientCloses_alwaysEnds(TestServer server) throws Exception {
    try (HoldfastClient holder = HoldfastClient.connect(server.uri());
        Hold hold = holder.lock(NAME).acquire()) {
      for (int round = 0; round < 10; round++) {
        List<CompletableFuture<Hold>> asked = new ArrayList<>();
        try (HoldfastClient client = HoldfastClient.connect(quick(), server.uri())) {
          AcquireOptions briefly = AcquireOptions.defaults().waitAtMost(Duration.ofMillis(20));
          for (int i = 0; i < 20; i++) {
            asked.add(client.lock(NAME).acquireAsync(briefly));
          }
          long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(15 + round);
          eventually().isTrue("about to time out", () -> System.nanoTime() - end > 0);
        }
        for (CompletableFuture<Hold> one : asked) {
          assertThat(one).failsWithin(Duration.ofMinutes(1));
        }
      }
    }
  }

  @Test
  @DisplayName("failure 85: the client is closed at once when it was asked for a future")
  void acquireAsync_clientClosedAtOnce_alwaysEnds(TestServer server) throws Exception {
    AcquireOptions notAtAll = AcquireOptions.defaults().waitAtMost(Duration.ZERO);
    AcquireOptions forLong = AcquireOptions.defaults().waitAtMost(Duration.ofMinutes(5));
    try (HoldfastClient holder = HoldfastClient.connect(server.uri());
        Hold hold = holder.lock(NAME).acquire()) {
      for (int round = 0; round < 30; round++) {
        List<CompletableFuture<?>> asked = new ArrayList<>();
        try (HoldfastClient client = HoldfastClient.connect(quick(), server.uri())) {
          for (String name : List.of(NAME, NAME + "-free-" + round)) {
            asked.add(client.lock(name).acquireAsync());
            asked.add(client.lock(name).acquireAsync(notAtAll));
            asked.add(client.lock(name).acquireAsync(forLong));
            asked.add(
                client
                    .lock(name)
                    .withLockAsync(given -> CompletableFuture.completedFuture(given.token())));
          }
        }
        for (CompletableFuture<?> one : asked) {
          within(Duration.ofMinutes(1)).isTrue("it has ended", one::isDone);
        }
      }
    }
  }

  @Test
  @DisplayName("failure 10: the work of the application blocks")
  void onLost_whileWorkBlocks_isToldAllTheSame(TestServer server) throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      CompletableFuture<Void> work =
          client
              .lock(NAME + "-work")
              .withLockAsync(
                  hold -> {
                    awaitUninterruptibly(release);
                    return CompletableFuture.completedFuture(null);
                  });
      Hold hold = client.lock(NAME).acquire();
      CompletableFuture<LossCause> loss = new CompletableFuture<>();
      hold.onLost(loss::complete);
      other.lock(NAME).forceUnlock();
      assertThat(loss).succeedsWithin(Duration.ofMinutes(1)); // while the work blocks
      release.countDown();
      work.get(60, SECONDS);
    }
  }

  @Test
  @DisplayName("failure 78: the work behind one future waits for another lock of the client")
  void withLockAsync_workThatWaitsForAnotherLock_ends(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      List<CompletableFuture<Long>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        int number = i;
        all.add(
            client
                .lock(NAME + "-outer-" + number)
                .withLockAsync(
                    outer -> {
                      try (Hold inner =
                          client.lock(NAME + "-inner-" + number).acquireAsync().join()) {
                        return CompletableFuture.completedFuture(inner.token());
                      }
                    }));
      }
      for (CompletableFuture<Long> one : all) {
        assertThat(one.get(60, SECONDS)).isPositive();
      }
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  @DisplayName("failure 81: a loop of timed tries that fail")
  void tryLock_timedOutOftenWithoutTrouble_leavesNoTombstones(TestServer server) throws Exception {
    try (HoldfastClient holder = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        Hold hold = holder.lock(NAME).acquire()) {
      for (int i = 0; i < 100; i++) {
        assertThat(other.lock(NAME).tryLock(1, TimeUnit.MILLISECONDS)).isFalse();
      }
      String queue = server.keys("holdfast:lockq:*").get(0);
      eventually()
          .isTrue("only the ledger is left", () -> server.admin().number("ZCARD", queue) < 10);
    }
  }

  @Test
  void extension_ofOneOwner_isNotInheritedByTheNext(TestServer server) throws Exception {
    HoldfastSettings settings = HoldfastSettings.builder().lease(Duration.ofSeconds(4)).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      DistributedLock lock = client.lock(NAME);
      Hold hold = lock.acquire();
      CompletableFuture<Hold> waiting = lock.acquireAsync();
      hold.extend(Duration.ofMinutes(30));
      hold.close();
      try (Hold next = waiting.get(60, SECONDS)) {
        assertThat(lock.inspect().holder().orElseThrow().remaining())
            .isLessThanOrEqualTo(Duration.ofSeconds(5)); // the lease, or a claim
        assertThat(next.isValid()).isTrue();
      }
    }
  }

  @Test
  void lockKey_aHashOfSomebodyElse_isAnErrorAndKept(TestServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock(NAME);
      String key = "holdfast:lock:{" + NAME + "}";
      server.admin().number("HSET", key, "app", "data");
      for (TestThreads.Body call :
          List.<TestThreads.Body>of(lock::lock, lock::tryLock, lock::inspect)) {
        assertThatThrownBy(call::run)
            .isInstanceOf(LockServerException.class)
            .hasMessageContaining(NAME)
            .hasMessageContaining("not a lock");
      }
      assertThat(server.admin().texts("HGETALL", key)).containsExactly("app", "data");
      server.admin().number("DEL", key);
    }
  }

  @Test
  void grant_thatLingeredWhileItsClaimRanOut_isIgnored(TestServer server) throws Exception {
    try (HoldfastClient holder = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(quick(), server.uri())) {
      Hold hold = holder.lock(NAME).acquire();
      CompletableFuture<Hold> waiting = other.lock(NAME).acquireAsync();
      eventually().isTrue("it waits", () -> holder.lock(NAME).inspect().queueLength() == 1);
      String queue = server.keys("holdfast:lockq:*").get(0);
      String id = server.admin().texts("ZRANGEBYSCORE", queue, "(0", "+inf").get(0);
      String inbox =
          "holdfast:inbox:" + id.substring(0, id.lastIndexOf(':', id.lastIndexOf(':') - 1));
      long asked = calls(server);
      eventually().isTrue("it has asked again", () -> calls(server) > asked);

      long old = hold.token(); // not above the seq that it was told
      assertThat(
              server
                  .admin()
                  .number("PUBLISH", inbox, "granted %s %d %d 3500 0".formatted(id, old, old)))
          .isEqualTo(1);

      assertThatThrownBy(() -> waiting.get(500, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      hold.close();
      waiting.get(60, SECONDS).close();
    }
  }

  @Test
  @DisplayName("failure 78: the work behind many futures blocks on one lock of the client")
  void withLockAsync_workThatBlocksOnOtherLocks_ends(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      Hold hold = other.lock(NAME).acquire();
      List<CompletableFuture<Long>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) { // more than the pool has threads
        all.add(
            client
                .lock(NAME + "-outer-" + i)
                .withLockAsync(
                    outer -> {
                      client.lock(NAME).lock();
                      try {
                        return CompletableFuture.completedFuture(client.lock(NAME).token());
                      } finally {
                        client.lock(NAME).unlock();
                      }
                    }));
      }
      CompletableFuture<Hold> future = client.lock(NAME).acquireAsync();
      eventually().isTrue("they wait", () -> other.lock(NAME).inspect().queueLength() == 1);
      hold.close();
      future.get(60, SECONDS).close();
      for (CompletableFuture<Long> one : all) {
        assertThat(one.get(60, SECONDS)).isPositive();
      }
    }
  }

  @Test
  void ticket_putBackIntoALostQueue_drawsANumber(TestServer server) throws Exception {
    try (HoldfastClient holder = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(quick(), server.uri())) {
      Hold hold = holder.lock(NAME).acquire();
      CompletableFuture<Hold> waiting = other.lock(NAME).acquireAsync();
      eventually().isTrue("it waits", () -> holder.lock(NAME).inspect().queueLength() == 1);
      String queue = server.keys("holdfast:lockq:*").get(0);
      server.admin().number("DEL", queue);
      eventually().isTrue("it is back", () -> holder.lock(NAME).inspect().queueLength() == 1);
      assertThat(server.admin().text("ZSCORE", queue, "#seq")).startsWith("-");
      hold.close();
      waiting.get(60, SECONDS).close();
    }
  }

  private static long calls(TestServer server) {
    return server.commandCalls().getOrDefault("evalsha", 0L);
  }
}
