package io.holdfast.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RLock;
import org.redisson.api.RReadWriteLock;
import org.redisson.api.RedissonClient;

/** Both locks where the old one is of Redisson. */
@Timeout(60)
class BothLocksIT {

  private static RedisServer server;
  private static RedissonClient redisson;
  private static HoldfastClient client;
  private static ExecutorService another; // thread

  private final Lock both = BothLocks.of(redisson.getLock(Phase.NAME), client.lock(Phase.NAME));

  @BeforeAll
  static void open() {
    server = RedisServer.start();
    redisson = Phase.redisson(server.uri());
    client = Phase.holdfast(server.uri());
    another = Executors.newSingleThreadExecutor();
  }

  @AfterAll
  static void close() {
    another.shutdown();
    client.close();
    redisson.shutdown();
    server.close();
  }

  @AfterEach
  void clearInterrupt() {
    boolean unused = Thread.interrupted();
  }

  private static void assertNeitherIsTaken() {
    assertThat(server.keys("*")).doesNotContain(Phase.NAME, Phase.NEW_KEY);
  }

  /** Redisson by itself throws here, and has taken or freed the lock all the same. */
  @Test
  void lockAndUnlock_interrupted_takeAndFreeBothAndKeepTheFlag() {
    Thread.currentThread().interrupt();

    both.lock();

    assertThat(Thread.interrupted()).as("the flag").isTrue(); // would end a read from a socket
    assertThat(server.keys("*")).contains(Phase.NAME, Phase.NEW_KEY);
    Thread.currentThread().interrupt();
    both.unlock();
    assertThat(Thread.interrupted()).as("the flag").isTrue();
    assertNeitherIsTaken();
  }

  @Test
  void tryLock_interrupted_takesBothAndKeepsTheFlag() {
    Thread.currentThread().interrupt();

    assertThat(both.tryLock()).isTrue();

    both.unlock();
    assertThat(Thread.interrupted()).as("the flag").isTrue();
    assertNeitherIsTaken();
  }

  @Test
  void interruptibleCalls_interruptedOnEntry_takeNeither() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(both::lockInterruptibly).isInstanceOf(InterruptedException.class);
    assertNeitherIsTaken();

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> both.tryLock(1, TimeUnit.MINUTES))
        .isInstanceOf(InterruptedException.class);
    assertNeitherIsTaken();
  }

  @Test
  void lockInterruptibly_againAndTheOldLockIsLostToAnother_throwsAtOnce() throws Exception {
    both.lock();
    RLock oldLock = redisson.getLock(Phase.NAME);
    assertThat(oldLock.forceUnlock()).isTrue();
    another.submit(() -> oldLock.lock()).get();

    assertThatThrownBy(both::lockInterruptibly)
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("another has the old lock");

    assertThatThrownBy(both::unlock).isInstanceOf(IllegalMonitorStateException.class);
    another.submit(oldLock::unlock).get();
    assertNeitherIsTaken();
  }

  @Test
  void readWriteLocks_joinedSideBySide_shareReadsAndExcludeWrites() throws Exception {
    RReadWriteLock oldLock = redisson.getReadWriteLock("shelf");
    DistributedReadWriteLock newLock = new ReadWriteLocks(client).get("shelf");
    Lock reads = BothLocks.of(oldLock.readLock(), newLock.readLock());
    Lock writes = BothLocks.of(oldLock.writeLock(), newLock.writeLock());

    reads.lock();
    assertThat(another.submit(() -> takesAndFrees(reads)).get()).as("a second reader").isTrue();
    assertThat(another.submit(() -> takesAndFrees(writes)).get()).as("a writer").isFalse();
    reads.unlock();

    writes.lock();
    assertThat(another.submit(() -> takesAndFrees(oldLock.readLock())).get()).isFalse();
    assertThat(another.submit(() -> takesAndFrees(newLock.readLock())).get()).isFalse();
    writes.unlock();

    assertThat(another.submit(() -> takesAndFrees(writes)).get()).as("all are free").isTrue();
  }

  private static boolean takesAndFrees(Lock lock) {
    if (!lock.tryLock()) {
      return false;
    }
    lock.unlock();
    return true;
  }
}
