package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How the lock goes from client to client, and the cost of dead clients among them. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class HandOverIT {

  private static HoldfastClient client(TestServer server) {
    return HoldfastClient.connect(server.uri());
  }

  private static HoldfastClient client(TestServer server, Duration claim) {
    return HoldfastClient.connect(
        HoldfastSettings.builder().lease(Duration.ofMinutes(10)).claimLease(claim).build(),
        server.uri());
  }

  @Test
  void clients_waiting_getTheLockInTheOrderOfArrival(TestServer server) throws Exception {
    List<HoldfastClient> clients = new ArrayList<>();
    try (HoldfastClient first = client(server)) {
      DistributedLock lock = first.lock("order");
      Hold hold = lock.acquire();
      List<CompletableFuture<Hold>> queue = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        clients.add(client(server));
        queue.add(clients.get(i).lock("order").acquireAsync());
        int length = i + 1;
        eventually().isTrue("queued", () -> lock.inspect().queueLength() == length);
      }
      for (int i = 0; i < queue.size(); i++) {
        hold.close();
        hold = queue.get(i).get(60, TimeUnit.SECONDS);
        assertThat(queue.stream().filter(CompletableFuture::isDone)).hasSize(i + 1);
      }
      hold.close();
    } finally {
      clients.forEach(HoldfastClient::close);
    }
  }

  @Test
  @DisplayName("failure 51, peers B2: dead waiters at the head of the queue")
  void waiters_killed_costNothing(TestServer server) throws Exception {
    Duration claim = Duration.ofMinutes(3); // what one would cost
    try (HoldfastClient holder = client(server, claim);
        HoldfastClient last = client(server, claim);
        JvmProcess one = waiting(server, claim);
        JvmProcess two = waiting(server, claim)) {
      DistributedLock lock = holder.lock("order");
      Hold hold = lock.acquire();
      queueUp(lock, one, two);
      CompletableFuture<Hold> next = last.lock("order").acquireAsync();
      eventually().isTrue("three wait", () -> lock.inspect().queueLength() == 3);
      one.kill();
      two.kill();
      eventually()
          .isTrue("the server knows", () -> server.admin().array("PUBSUB", "CHANNELS").size() == 2);

      hold.close();

      next.get(60, TimeUnit.SECONDS).close();
    }
  }

  @Test
  @DisplayName("failure 51: a dead waiter, until its claim lease is over")
  void waiter_killed_isForgottenWhenItWasSilentForAClaimLease(TestServer server) throws Exception {
    Duration claim = Duration.ofMinutes(3);
    try (HoldfastClient client = client(server, claim);
        JvmProcess one = waiting(server, claim)) {
      DistributedLock lock = client.lock("order");
      Hold hold = lock.acquire();
      queueUp(lock, one);
      one.kill();
      eventually()
          .isTrue("the server knows", () -> server.admin().array("PUBSUB", "CHANNELS").size() == 1);
      hold.close();
      assertThat(lock.inspect().queueLength()).as("it may be back").isEqualTo(1);

      heardEarlier(server, "holdfast:lockq:{order}", claim);
      assertThat(lock.inspect().queueLength()).as("not counted any more").isZero();
      lock.acquire().close();

      assertThat(server.admin().number("ZCOUNT", "holdfast:lockq:{order}", "(0", "+inf")).isZero();
    }
  }

  /** Makes all waiters last heard this much earlier. */
  private static void heardEarlier(TestServer server, String queue, Duration by) {
    List<String> ledger = server.admin().texts("ZRANGEBYSCORE", queue, "-inf", "(0");
    for (String entry : ledger) {
      if (!entry.contains(":") && !entry.startsWith("#")) { // neither a tombstone nor a counter
        server.admin().text("ZINCRBY", queue, Long.toString(by.toNanos() / 1_000), entry);
      }
    }
  }

  @Test
  @DisplayName("failure 51: frozen waiters at the head of the queue")
  void waiters_frozen_costOneGrantTogether(TestServer server) throws Exception {
    try (RespSubscriber inboxes = RespSubscriber.patterns(server.uri(), "holdfast:inbox:*")) {
      Duration unused = timeBehindTwoFrozen(server, Duration.ofSeconds(15));

      List<String> granted =
          inboxes.messages().stream()
              .filter(message -> message.text().startsWith("granted "))
              .map(RespSubscriber.Message::channel)
              .toList();
      // To the first, which is silent; and to the second, for the rest of its claim if any is
      // left.
      assertThat(granted).hasSizeBetween(1, 2).doesNotHaveDuplicates();
    }
  }

  @Test
  @DisplayName("failure 51: frozen waiters at the head of the queue")
  @Tag("timing")
  void waiters_frozen_costOneClaimLeaseTogether(TestServer server) throws Exception {
    Duration claim = Duration.ofSeconds(6);

    // One after the other they would cost two claim leases.
    assertThat(timeBehindTwoFrozen(server, claim)).isLessThan(claim.plusSeconds(4));
  }

  private static Duration timeBehindTwoFrozen(TestServer server, Duration claim) throws Exception {
    try (HoldfastClient holder = client(server, claim);
        HoldfastClient last = client(server, claim);
        JvmProcess one = waiting(server, claim);
        JvmProcess two = waiting(server, claim)) {
      DistributedLock lock = holder.lock("order");
      Hold hold = lock.acquire();
      queueUp(lock, one, two);
      CompletableFuture<Hold> next = last.lock("order").acquireAsync();
      eventually().isTrue("three wait", () -> lock.inspect().queueLength() == 3);
      one.freeze();
      two.freeze();
      long start = System.nanoTime();

      hold.close();

      next.get(60, TimeUnit.SECONDS).close();
      return Duration.ofNanos(System.nanoTime() - start);
    }
  }

  /** The client also counts from its last question: it does not believe the grant for longer. */
  @Test
  @DisplayName("failure 51: a waiter is granted the lock when it was silent for a while")
  void grant_toAWaiterThatWasSilent_standsForTheRestOfItsClaim(TestServer server) throws Exception {
    Duration claim = Duration.ofSeconds(20); // less than its lease
    Duration silent = Duration.ofSeconds(2);
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient holder = client(server, claim);
        HoldfastClient mute =
            HoldfastClient.connect(
                HoldfastSettings.builder().claimLease(claim).build(), proxy.uri())) {
      DistributedLock lock = holder.lock("order");
      Hold hold = lock.acquire();
      CompletableFuture<Hold> waiting = mute.lock("order").acquireAsync();
      eventually().isTrue("it waits", () -> lock.inspect().queueLength() == 1);
      try (ActiveFault blackhole = proxy.blackhole(Connections.all())) {
        String queue = server.keys("holdfast:lockq:*").get(0);
        eventually().isTrue("silent", () -> silentMillis(server, queue) >= silent.toMillis());

        hold.close();

        assertThat(server.admin().number("PTTL", server.keys("holdfast:lock:*").get(0)))
            .isBetween(1L, claim.minus(silent).toMillis());
      }
      waiting.get(60, TimeUnit.SECONDS).close();
    }
  }

  /** How long the only client in the queue has been silent. */
  private static long silentMillis(TestServer server, String queue) {
    String client =
        server.admin().texts("ZRANGE", queue, "-inf", "(0", "BYSCORE").stream()
            .filter(member -> !member.startsWith("#") && !member.contains(":"))
            .findFirst()
            .orElseThrow();
    long heardMicros = -Long.parseLong(server.admin().text("ZSCORE", queue, client));
    return Long.parseLong(server.admin().texts("TIME").get(0)) * 1000 - heardMicros / 1000;
  }

  @Test
  void waiter_thatTimesOut_leavesNothing(TestServer server) throws Exception {
    try (HoldfastClient holder = client(server);
        HoldfastClient other = client(server)) {
      DistributedLock lock = holder.lock("order");
      lock.lock();

      assertThat(other.lock("order").tryLock(100, TimeUnit.MILLISECONDS)).isFalse();

      eventually().isTrue("gone", () -> lock.inspect().queueLength() == 0);
      lock.unlock();
      assertThat(server.keys("holdfast:lock:*")).isEmpty();
      eventually().isTrue("forgotten", () -> other.namesInUse() == 0);
    }
  }

  @Test
  void twoBusyClients_bothGetTurns_andNobodyWaitsLong(TestServer server) throws Exception {
    LongAdder[] turns = {new LongAdder(), new LongAdder()};
    AtomicLong longestWait = new AtomicLong();
    AtomicBoolean enough = new AtomicBoolean();
    Duration claim = Duration.ofMinutes(5); // so that a lost grant costs more than the limit
    try (HoldfastClient first = client(server, claim);
        HoldfastClient second = client(server, claim);
        TestThreads threads = TestThreads.open()) {
      HoldfastClient[] clients = {first, second};
      CyclicBarrier allAreThere = new CyclicBarrier(8);
      for (int i = 0; i < 2; i++) {
        int self = i;
        DistributedLock lock = clients[i].lock("order");
        threads.start(
            4,
            "busy" + i,
            () -> {
              allAreThere.await();
              while (!enough.get()) {
                long start = System.nanoTime();
                lock.lock();
                longestWait.accumulateAndGet(System.nanoTime() - start, Math::max);
                turns[self].increment();
                lock.unlock();
              }
            });
      }
      long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
      eventually()
          .isTrue(
              "many turns",
              () -> turns[0].sum() + turns[1].sum() > 100_000 && System.nanoTime() - end > 0);
      enough.set(true);
      threads.joinAll();
    }
    long all = turns[0].sum() + turns[1].sum();
    assertThat(turns[0].sum()).isBetween(all / 5, all * 4 / 5);
    assertThat(Duration.ofNanos(longestWait.get())).isLessThan(Duration.ofMinutes(1));
  }

  @Test
  void busyClient_withSectionsLongerThanNothing_letsAnotherInAfterItsSlice(TestServer server)
      throws Exception {
    LongAdder turns = new LongAdder();
    AtomicBoolean enough = new AtomicBoolean();
    try (HoldfastClient busy = HoldfastClient.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock busyLock = busy.lock("hand-over");
      threads.start(
          3,
          "busy",
          () -> {
            while (!enough.get()) {
              busyLock.lock();
              LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2)); // the section
              turns.increment();
              busyLock.unlock();
            }
          });
      DistributedLock lock = other.lock("hand-over");
      eventually().isTrue("it is busy", () -> turns.sum() > 0);
      List<Long> before = new ArrayList<>();
      for (int i = 0; i < 11; i++) {
        long start = turns.sum();
        lock.lock();
        before.add(turns.sum() - start);
        lock.unlock();
      }
      enough.set(true);
      threads.joinAll();
      // A slice is two sections or three. Without a word to the holder it goes on until its block
      // of 1024 tokens is used up, and some newcomers meet a fresh one.
      assertThat(before.stream().sorted().toList().get(8)).isLessThan(200);
    }
  }

  @Test
  void fourBusyClients_eachWaitsForASliceOfEachOther(TestServer server) throws Exception {
    Duration claim = Duration.ofMinutes(5);
    List<HoldfastClient> clients = Stream.generate(() -> client(server, claim)).limit(4).toList();
    TurnLog log = new TurnLog(clients.size());
    try (TestThreads threads = TestThreads.open()) {
      for (int i = 0; i < clients.size(); i++) {
        int self = i;
        DistributedLock lock = clients.get(i).lock("hand-over");
        threads.start(
            3,
            "busy" + i,
            () -> {
              while (!log.hasWaitsOfAll(10)) {
                lock.lock();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2)); // the section
                log.add(self);
                lock.unlock();
              }
            });
      }
      threads.joinAll();
    } finally {
      clients.forEach(HoldfastClient::close);
    }
    // A slice of each of the others makes some ten turns, their blocks of 1024 tokens three
    // thousand.
    List<Integer> waits = log.waits();
    assertThat(waits.get(waits.size() * 8 / 10)).as("of %s", waits).isLessThan(300);
  }

  /** The order of the turns. */
  private static final class TurnLog {

    private final int[] lastTurns;
    private final List<List<Integer>> waits = new ArrayList<>();
    private int turns;

    TurnLog(int clients) {
      lastTurns = new int[clients];
      for (int i = 0; i < clients; i++) {
        waits.add(new ArrayList<>());
      }
    }

    synchronized void add(int client) {
      turns++;
      if (lastTurns[client] > 0 && turns - lastTurns[client] > 1) {
        waits.get(client).add(turns - lastTurns[client] - 1);
      }
      lastTurns[client] = turns;
    }

    synchronized boolean hasWaitsOfAll(int many) {
      return waits.stream().allMatch(ofOne -> ofOne.size() >= many);
    }

    /** How many turns others had before each client had one again; sorted. */
    synchronized List<Integer> waits() {
      return waits.stream().flatMap(List::stream).sorted().toList();
    }
  }

  @Test
  @DisplayName("failure 74: nothing is kept for a name that nobody uses")
  void names_usedAndLeft_leaveNothing(TestServer server) {
    try (HoldfastClient client = client(server)) {
      for (int i = 0; i < 2000; i++) {
        DistributedLock lock = client.lock("name-" + i);
        lock.lock();
        lock.unlock();
      }
      assertThat(client.namesInUse()).isZero();
      assertThat(server.keys("holdfast:lock*")).isEmpty();
    }
  }

  @Test
  @DisplayName("failure 32: a release on a server that is out of memory")
  void release_serverOutOfMemory_works(TestServer server) throws Exception {
    try (HoldfastClient holder = client(server);
        HoldfastClient other = client(server);
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = holder.lock("order");
      lock.lock();
      CompletableFuture<Hold> waiting = threads.call("waiter", other.lock("order")::acquire);
      eventually().isTrue("one waits", () -> lock.inspect().queueLength() == 1);
      server.configSet("maxmemory", "1");
      try {
        lock.unlock();
        Hold hold = waiting.get(60, TimeUnit.SECONDS); // granted on a server without memory
        hold.close();
        assertThat(server.keys("holdfast:lock:*")).isEmpty();
      } finally {
        server.configSet("maxmemory", "0");
      }
    }
  }

  private static JvmProcess waiting(TestServer server, Duration claim) throws Exception {
    return JvmProcess.start(
            LockWorker.class, server.uri(), "order", "600000", Long.toString(claim.toMillis()))
        .ready("ready");
  }

  private static void queueUp(DistributedLock lock, JvmProcess... workers) {
    for (int i = 0; i < workers.length; i++) {
      workers[i].send("lock");
      int length = i + 1;
      eventually().isTrue("queued", () -> lock.inspect().queueLength() == length);
    }
  }

  @Test
  @DisplayName("failure 55: the lock is free, and its next owner has not been told")
  void tryLock_freeWhileAnotherWaits_isFalseAndThatOneHasIt(TestServer server) throws Exception {
    Duration claim = Duration.ofMinutes(5); // it would ask by itself in more than a minute
    try (HoldfastClient holder = client(server, claim);
        HoldfastClient waiter = client(server, claim);
        HoldfastClient newcomer = client(server, claim)) {
      DistributedLock lock = holder.lock("order");
      Hold hold = lock.acquire();
      CompletableFuture<Hold> waiting = waiter.lock("order").acquireAsync();
      eventually().isTrue("it waits", () -> lock.inspect().queueLength() == 1);
      server.admin().number("DEL", "holdfast:lock:{order}");

      assertThat(newcomer.lock("order").tryLock()).isFalse();

      waiting.get(60, TimeUnit.SECONDS).close();
      assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    }
  }

  @Test
  @DisplayName("failure 55: the lock is tried without waiting while other clients wait")
  void untimedTry_asTheLockIsHandedOver_doesNotOvertakeThoseWhoWaitAtTheServer(TestServer server)
      throws Exception {
    try (HoldfastClient first = client(server);
        HoldfastClient second = client(server);
        HoldfastClient third = client(server);
        TestThreads threads = TestThreads.open()) {
      for (int round = 0; round < 12; round++) {
        Hold hold = first.lock("order").acquire();
        CompletableFuture<Hold> waiting = second.lock("order").acquireAsync();
        eventually().isTrue("it waits", () -> first.lock("order").inspect().queueLength() == 1);
        AtomicBoolean isEnough = new AtomicBoolean();
        List<CompletableFuture<Integer>> tries = new ArrayList<>();
        for (HoldfastClient trying : List.of(first, third)) {
          tries.add(threads.call("trier", () -> successesUntil(isEnough, trying.lock("order"))));
        }

        hold.close();

        Hold next = waiting.get(60, TimeUnit.SECONDS);
        isEnough.set(true);
        for (CompletableFuture<Integer> one : tries) {
          assertThat(one.get(60, TimeUnit.SECONDS)).as("successful tries").isZero();
        }
        next.close();
      }
    }
  }

  private static int successesUntil(AtomicBoolean isEnough, DistributedLock lock) {
    int successes = 0;
    while (!isEnough.get()) {
      if (lock.tryLock()) {
        successes++;
        lock.unlock();
      }
    }
    return successes;
  }
}
