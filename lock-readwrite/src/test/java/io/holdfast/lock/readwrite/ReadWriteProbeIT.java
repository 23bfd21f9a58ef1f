package io.holdfast.lock.readwrite;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.Silence;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.ReadWriteClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Cases without a contract: lively reading, a full server, a cluster. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class ReadWriteProbeIT {

  /** A waiter asks again after some 10 s. */
  private static final ClientSpec ASKS_SELDOM =
      ClientSpec.defaults()
          .lease(Duration.ofMinutes(10))
          .pace(
              new ClientSpec.Pace(
                  Duration.ofMinutes(5), Duration.ofSeconds(3), Duration.ofSeconds(60)));

  private final List<ReadWriteClient> clients = new ArrayList<>();

  @AfterEach
  void end() {
    clients.forEach(ReadWriteClient::close);
  }

  private DistributedReadWriteLock open(String uri, String name) {
    return open(ClientSpec.defaults(), uri, name);
  }

  private DistributedReadWriteLock open(ClientSpec spec, String uri, String name) {
    ReadWriteClient client = ReadWriteLocksFixture.client(spec, uri);
    clients.add(client);
    return client.lock(name);
  }

  @Test
  void tryWrite_afterLivelyReadsOfTheSameClient_isTrueAtOnce(TestServer server) {
    DistributedReadWriteLock pair = open(server.uri(), "lively");
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 3; j++) {
        pair.readLock().lock();
        pair.readLock().unlock();
      }
      assertThat(pair.writeLock().tryLock()).as("round %d", i).isTrue();
      pair.writeLock().unlock();
    }
  }

  /** Time stands still for the client that reads: it does not notice that its entry is idle. */
  @Test
  void lock_ofAWriterWhileAnEntryIsKept_hasItGivenBackByItsWord(TestServer server)
      throws Exception {
    try (HoldfastClient still = TestClients.open(() -> 0, server.uri())) {
      DistributedReadWriteLock pair = new ReadWriteLocks(still).get("kept");
      DistributedReadWriteLock others = open(ASKS_SELDOM, server.uri(), "kept");
      for (int i = 0; i < 2; i++) {
        pair.readLock().lock();
        pair.readLock().unlock();
      }
      assertThat(others.getReadLockCount()).as("kept").isOne();

      assertThat(others.writeLock().tryLock(60, TimeUnit.SECONDS)).isTrue();
      others.writeLock().unlock();
    }
  }

  /** It may let readers in for a slice more, which does not pass here. */
  @Test
  void tryRead_whileAWriterWaits_doesNotOvertakeIt(TestServer server) throws Exception {
    try (HoldfastClient still = TestClients.open(() -> 0, server.uri())) {
      DistributedLock reading = new ReadWriteLocks(still).get("not-overtaken").readLock();
      DistributedReadWriteLock others = open(ASKS_SELDOM, server.uri(), "not-overtaken");
      Hold reader = reading.acquire();
      CompletableFuture<Hold> writing = others.writeLock().acquireAsync();
      eventually()
          .isTrue(
              "it knows of the writer",
              () -> {
                boolean isIn = reading.tryLock();
                if (isIn) {
                  reading.unlock();
                }
                return !isIn;
              });
      reading.lock(); // one that waits may yet come in
      reading.unlock();
      reader.close();
      writing.get(60, TimeUnit.SECONDS).close();
    }
  }

  @Test
  void lock_ofAWriterAfterLivelyReadsOfAnother_isServed(TestServer server) throws Exception {
    DistributedReadWriteLock pair = open(server.uri(), "lively-other");
    DistributedReadWriteLock others = open(ASKS_SELDOM, server.uri(), "lively-other");
    for (int i = 0; i < 200; i++) {
      for (int j = 0; j < 3; j++) {
        pair.readLock().lock();
        pair.readLock().unlock();
      }
      // By asking again it would be after 100 s.
      assertThat(others.writeLock().tryLock(60, TimeUnit.SECONDS)).isTrue();
      others.writeLock().unlock();
    }
  }

  /** A slice after it has heard that a writer waits, a client lets no more readers in. */
  private static void awaitClosedEntry(DistributedReadWriteLock pair) {
    eventually()
        .isTrue(
            "the entry is closed",
            () -> {
              Optional<Hold> reader = pair.readLock().tryAcquire(Duration.ofMillis(20));
              reader.ifPresent(Hold::close);
              return reader.isEmpty();
            });
  }

  @Test
  void unlock_ofAReaderOnAFullServer_handsOver(TestServer server) throws Exception {
    DistributedReadWriteLock pair = open(server.uri(), "full-server");
    DistributedReadWriteLock others = open(server.uri(), "full-server");
    Hold reader = pair.readLock().acquire();
    var writing = others.writeLock().acquireAsync();
    eventually().isTrue("the writer waits", () -> others.getQueueLength() == 1);
    awaitClosedEntry(pair);
    var reading = pair.readLock().acquireAsync();
    eventually().isTrue("both wait", () -> others.getQueueLength() == 2);
    server.maxMemory(1);
    try {
      reader.close();
      writing.get(60, TimeUnit.SECONDS).close();
      reading.get(60, TimeUnit.SECONDS).close();
    } finally {
      server.maxMemory(0);
    }
  }

  /** "At most 5000 tickets a call": a grant does not keep the server for long. */
  @Test
  @Tag("timing")
  void release_manyReadersBehindTicketsOfADeadClient_isShort(TestServer server) throws Exception {
    DistributedReadWriteLock pair = open(server.uri(), "crowd");
    DistributedReadWriteLock others = open(server.uri(), "crowd");
    Hold writer = others.writeLock().acquire();
    String queue = new ReadWriteLocksFixture(server).keys("crowd").queue();
    for (int i = 0; i < 3_000; i++) {
      server.admin().number("ZADD", queue, Integer.toString(i + 1), "dead~A:" + i + ":5000r");
    }
    AcquireOptions fixed = AcquireOptions.defaults().lease(Lease.fixed(Duration.ofMinutes(1)));
    List<CompletableFuture<Hold>> readers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      readers.add(pair.readLock().acquireAsync(fixed));
    }
    eventually()
        .isTrue("all wait", () -> server.admin().number("ZCOUNT", queue, "(0", "+inf") == 3_500);
    server.admin().number("ZADD", queue, "-" + System.currentTimeMillis() * 1000, "dead~A");
    long start = System.nanoTime();
    writer.close();
    long took = (System.nanoTime() - start) / 1_000_000;
    for (CompletableFuture<Hold> reader : readers) {
      reader.get(60, TimeUnit.SECONDS).close();
    }
    assertThat(took)
        .as("ms of one release")
        .isLessThan(3_000); // 5,500 before the walk went on where it was
  }

  private static long messages(TestServer server) {
    return server.commandCalls().getOrDefault("publish", 0L);
  }

  /** It counts its claim from when the server heard it. */
  @Test
  void entry_grantedToAReaderThatWasSilent_standsForTheRestOfItsClaim(TestServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server)) {
      DistributedReadWriteLock pair = open(ASKS_SELDOM, server.uri(), "silent");
      DistributedReadWriteLock silent = open(ASKS_SELDOM, proxy.uri(), "silent");
      Hold writer = pair.writeLock().acquire();
      long told = messages(server);
      CompletableFuture<Hold> reading = silent.readLock().acquireAsync();
      // Its question after a slice tells the writer; the next one comes after minutes.
      eventually().isTrue("it waits, and has said so twice", () -> messages(server) > told);
      Silence.of(Duration.ofMinutes(3), server, "holdfast:rwq:{silent}"); // of 5
      try (ActiveFault untold = proxy.dropMessages(Connections.inbox())) {
        writer.close();
        assertThat(pair.inspect().readers().get(0).remaining())
            .isBetween(Duration.ofSeconds(1), Duration.ofMinutes(2).plusSeconds(1));
      }
      proxy.cut(Connections.inbox(), Cut.RST); // it asks when it has a new one
      reading.get(60, TimeUnit.SECONDS).close();
    }
  }

  @Test
  void handOver_inACluster_works() throws Exception {
    HoldfastSettings settings = HoldfastSettings.builder().cluster().build();
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient first = HoldfastClient.connect(settings, cluster.uri());
        HoldfastClient second = HoldfastClient.connect(settings, cluster.uri())) {
      for (String name : List.of("a", "b", "c", "d")) {
        DistributedReadWriteLock pair = new ReadWriteLocks(first).get(name);
        DistributedReadWriteLock others = new ReadWriteLocks(second).get(name);
        Hold reader = pair.readLock().acquire();
        Hold theirs = others.readLock().acquire();
        assertThat(others.getReadLockCount()).isEqualTo(2);
        var writing = others.writeLock().acquireAsync();
        eventually().isTrue("the writer waits", () -> pair.getQueueLength() == 1);
        awaitClosedEntry(pair);
        var reading = pair.readLock().acquireAsync();
        theirs.close();
        reader.close();
        writing.get(60, TimeUnit.SECONDS).close();
        reading.get(60, TimeUnit.SECONDS).close();
        pair.writeLock().lock();
        pair.readLock().lock();
        pair.writeLock().unlock();
        assertThat(others.writeLock().tryLock()).isFalse();
        pair.readLock().unlock();
      }
    }
  }
}
