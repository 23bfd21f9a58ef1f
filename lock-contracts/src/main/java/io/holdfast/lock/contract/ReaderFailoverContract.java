package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The master changes while clients read. A reader that the replica knows reads on, and no writer
 * gets in beside it. A reader that it does not know is told, and the tokens of writers are above
 * its own.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReaderFailoverContract extends ReadWriteSuite {

  private static final Duration LEASE = Duration.ofSeconds(6);
  private static final Duration GIVEN_TIME = Duration.ofMinutes(1);

  private MasterWithReplica servers;
  private DistributedReadWriteLock third;

  /** Instead of the shared server's. */
  @BeforeEach
  void openServers(@FreshServer MasterWithReplica fresh) {
    servers = fresh;
    pair = open(client("first")).lock(name);
    read = pair.readLock();
    write = pair.writeLock();
    others = open(client("other")).lock(name);
    othersRead = others.readLock();
    othersWrite = others.writeLock();
    third = open(client("third")).lock(name);
  }

  private ClientSpec client(String label) {
    return ClientSpec.defaults()
        .label(label)
        .lease(LEASE)
        .pace(UNHURRIED_CLAIM)
        .through(servers.uri());
  }

  @Override
  List<TestServer> serversInTheEnd() {
    return List.of(servers.master());
  }

  @Override
  ClientSpec observerSpec() {
    return client("observer");
  }

  /** A waiting writer, which reports how many of these were valid when it had the lock. */
  private CompletableFuture<Long> writes(Actor writer, Hold... holds) {
    DistributedLock view = third.writeLock();
    return writer.begins(
        () -> {
          view.lock();
          return List.of(holds).stream().filter(Hold::isValid).count();
        });
  }

  @Test
  @DisplayName("failure 42: the master dies, and the replica knows all readers and waiters")
  void readers_masterDies_goOnAtTheReplicaAndKeepWritersOut() throws Exception {
    Hold mine = read.acquire();
    Hold theirs = othersRead.acquire();
    AtomicInteger readers = new AtomicInteger();
    Actor writer = actor("writer");
    CompletableFuture<Long> writing = writes(writer, mine, theirs);
    awaitQueueLength(1);
    DistributedLock fourth = open(client("fourth")).lock(name).readLock();
    Actor behind = actor("behind");
    CompletableFuture<?> reading =
        behind.starts(
            () -> {
              fourth.lock(); // perhaps before the writer, whose inbox may not be back
              boolean isBehind = writing.isDone();
              readers.incrementAndGet();
              stays(SHORT, "no writer", () -> isBehind || !writing.isDone());
              readers.decrementAndGet();
              fourth.unlock();
            });
    awaitQueueLength(2);
    servers.awaitInSync();

    servers.failover();

    stays(
        LEASE.plusSeconds(2),
        "they read",
        () -> mine.isValid() && theirs.isValid() && !writing.isDone());
    assertThat(others.getReadLockCount()).isBetween(2, 3);
    mine.close();
    theirs.close();
    assertThat(writing).succeedsWithin(GIVEN_TIME).isEqualTo(0L);
    assertThat(readers).as("beside the writer").hasValue(0);
    writer.does(third.writeLock()::unlock);
    assertThat(reading).succeedsWithin(GIVEN_TIME);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 42: the master dies, and the replica does not know one of the readers")
  void reader_lostInAFailover_isToldAndNoWriterMeetsTheOther() throws Exception {
    Hold known = read.acquire();
    servers.awaitInSync();
    servers.cutReplication();
    Hold lost = othersRead.acquire();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    lost.onLost(loss::complete);
    assertThat(others.getReadLockCount()).isEqualTo(2);

    servers.failover();
    Actor writer = actor("writer");
    CompletableFuture<Long> writing = writes(writer, known, lost);

    assertThat(loss).succeedsWithin(LEASE.plus(AT_ONCE));
    stays(LEASE, "one reads, nobody writes", () -> known.isValid() && !writing.isDone());
    assertThat(others.getReadLockCount()).isOne();
    assertThatThrownBy(lost::close).isInstanceOf(LeaseLostException.class);
    known.close();
    assertThat(writing).succeedsWithin(GIVEN_TIME).isEqualTo(0L);
    assertThat(writer.says(third.writeLock()::token)).isGreaterThan(lost.token());
    writer.does(third.writeLock()::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 42: the master dies, and the replica knows none of the readers")
  void readers_allLostInAFailover_areToldAndTheNextWritersTokenIsHigher() throws Exception {
    holderOf(othersWrite).does(othersWrite::unlock); // so that the replica knows an old counter
    servers.awaitInSync();
    servers.cutReplication();
    Hold hold = read.acquire();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    hold.onLost(loss::complete);
    Actor thread = holderOf(othersRead);
    long token = thread.says(othersRead::token);

    servers.failover();
    Actor writer = actor("writer");
    assertThat(writes(writer)).succeedsWithin(GIVEN_TIME);

    assertThat(writer.says(third.writeLock()::token)).isGreaterThan(Math.max(token, hold.token()));
    assertThat(loss).succeedsWithin(LEASE.plus(AT_ONCE));
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    assertThat(thread.failsIn(othersRead::unlock)).isInstanceOf(LeaseLostException.class);
    assertThat(writer.says(third.writeLock()::isHeldByCurrentThread)).isTrue();
    writer.does(third.writeLock()::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 29: the master becomes a replica while clients read; its connections stand")
  void readers_masterDemoted_goOnAtTheNewMaster() throws Exception {
    Hold mine = read.acquire();
    Hold theirs = othersRead.acquire();
    Actor writer = actor("writer");
    CompletableFuture<Long> writing = writes(writer, mine, theirs);
    awaitQueueLength(1);
    servers.awaitInSync();

    servers.demote();

    stays(
        LEASE.plusSeconds(2),
        "they read",
        () -> mine.isValid() && theirs.isValid() && !writing.isDone());
    assertThat(others.getReadLockCount()).isEqualTo(2);
    mine.close();
    theirs.close();
    assertThat(writing).succeedsWithin(GIVEN_TIME).isEqualTo(0L);
    writer.does(third.writeLock()::unlock);
    awaitFreeAndUnwanted();
  }
}
