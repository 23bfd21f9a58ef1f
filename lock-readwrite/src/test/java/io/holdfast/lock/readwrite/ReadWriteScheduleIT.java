package io.holdfast.lock.readwrite;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.ReadWriteClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rare schedules: late answers, holds that are lost before they are seen, odd states. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
@Tag("long")
class ReadWriteScheduleIT {

  private static final Duration LEASE = Duration.ofSeconds(3);

  /** A late answer is not one that is given up. */
  private static final ClientSpec.Pace PATIENT =
      new ClientSpec.Pace(Duration.ofMinutes(5), Duration.ofSeconds(30), Duration.ofMinutes(5));

  private final TestThreads threads = TestThreads.open();
  private final List<ReadWriteClient> clients = new ArrayList<>();
  private TestServer server;

  @BeforeEach
  void remember(TestServer shared) {
    server = shared;
  }

  @AfterEach
  void end() {
    clients.forEach(ReadWriteClient::close);
    threads.close();
  }

  private DistributedReadWriteLock open(ClientSpec spec, String name) {
    ReadWriteClient client = new ReadWriteLocksFixture(server).open(spec);
    clients.add(client);
    return client.lock(name);
  }

  private void pause(int millis) {
    server.admin().text("CLIENT", "PAUSE", Integer.toString(millis));
  }

  /** A read lock that is taken under the write lock never waits for it. */
  @Test
  void readUnderWrite_answerComesAfterItsFixedLease_doesNotWaitForItself() throws Exception {
    DistributedReadWriteLock pair = open(ClientSpec.defaults().pace(PATIENT), "itself");
    pair.writeLock().lock();
    pair.readLock().lock(); // the scripts are known
    pair.readLock().unlock();
    pair.writeLock().unlock();
    CountDownLatch writes = new CountDownLatch(1);
    CountDownLatch paused = new CountDownLatch(1);
    CompletableFuture<Boolean> reading =
        threads.call(
            "owner",
            () -> {
              pair.writeLock().lock();
              writes.countDown();
              paused.await();
              pair.readLock().lock(Duration.ofSeconds(2));
              return true;
            });
    writes.await();
    pause(2_500);
    paused.countDown();

    assertThat(reading).succeedsWithin(Duration.ofMinutes(1));
  }

  /** The same, while readers are forced out with the answer in flight. */
  @Test
  void readUnderWrite_readersForcedOutBeforeTheAnswer_doesNotWaitForItself() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server)) {
      DistributedReadWriteLock pair = open(ClientSpec.defaults().through(proxy.uri()), "forced");
      DistributedReadWriteLock others = open(ClientSpec.defaults(), "forced");
      CountDownLatch writes = new CountDownLatch(1);
      CountDownLatch slow = new CountDownLatch(1);
      CompletableFuture<Boolean> reading =
          threads.call(
              "owner",
              () -> {
                pair.writeLock().lock();
                writes.countDown();
                slow.await();
                pair.readLock().lock();
                return true;
              });
      writes.await();
      Duration delay = Duration.ofMillis(1_500);
      ActiveFault fault = proxy.delay(Connections.verbs(), Direction.TO_CLIENT, delay, delay);
      slow.countDown();
      eventually().isTrue("it has its entry", () -> others.getReadLockCount() == 1);
      assertThat(others.readLock().forceUnlock()).isTrue();
      assertThat(reading).isNotDone();

      assertThat(reading).succeedsWithin(Duration.ofMinutes(1));
      fault.heal();
    }
  }

  /** The token shown for a reader is the last number given: not below its own. */
  @Test
  void inspect_aReaderBehindWhomSomebodyQueues_showsANumberNotBelowItsToken() throws Exception {
    DistributedReadWriteLock pair = open(ClientSpec.defaults(), "shown");
    DistributedReadWriteLock others = open(ClientSpec.defaults(), "shown");
    Hold reader = pair.readLock().acquire();
    var writing = others.writeLock().acquireAsync();
    eventually().isTrue("it waits", () -> others.getQueueLength() == 1);
    long shown = others.inspect().readers().get(0).token();
    reader.close();
    Hold writer = writing.get(60, TimeUnit.SECONDS);

    assertThat(shown).isGreaterThanOrEqualTo(reader.token()).isLessThan(writer.token());
    writer.close();
  }

  /**
   * A reader that is let in without having parked is not woken: otherwise its own next park would
   * not park.
   */
  @Test
  void lock_besideAnotherReaderHere_leavesTheThreadNoPermitToRun() throws Exception {
    DistributedReadWriteLock pair = open(ClientSpec.defaults(), "permit");
    try (Hold first = pair.readLock().acquire()) {
      CompletableFuture<Long> parked =
          threads.call(
              "reader",
              () -> {
                pair.readLock().lock();
                long start = System.nanoTime();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
                long nanos = System.nanoTime() - start;
                pair.readLock().unlock();
                return TimeUnit.NANOSECONDS.toMillis(nanos);
              });
      assertThat(parked.get(60, TimeUnit.SECONDS)).isGreaterThan(100);
      assertThat(first.isValid()).isTrue();
    }
  }

  /** No writer waits: a reader that died while it waited keeps no other out. */
  @Test
  void tryRead_ticketOfADeadReaderAndOthersRead_isTrue() throws Exception {
    DistributedReadWriteLock others = open(ClientSpec.defaults(), "deaf");
    DistributedReadWriteLock pair = open(ClientSpec.defaults(), "deaf");
    Hold reader = others.readLock().acquire();
    String queue = new ReadWriteLocksFixture(server).keys("deaf").queue();
    long now = System.currentTimeMillis() * 1000;
    server.admin().number("ZADD", queue, "-" + now, "dead~A", "1", "dead~A:1:5000r");

    assertThat(pair.readLock().tryLock()).isTrue();
    reader.close();
  }

  /** A writer that stands still keeps untimed tries out for its claim lease, and no longer. */
  @Test
  void tryRead_ticketOfAFrozenWriter_isRefusedUntilItWasSilentForItsClaimLease() throws Exception {
    DistributedReadWriteLock others = open(ClientSpec.defaults(), "silent-writer");
    DistributedReadWriteLock pair = open(ClientSpec.defaults(), "silent-writer");
    Hold reader = others.readLock().acquire();
    String queue = new ReadWriteLocksFixture(server).keys("silent-writer").queue();
    Duration claim = Duration.ofMinutes(10);
    String ticket = "dead~A:1:" + claim.toMillis();
    long now = System.currentTimeMillis() * 1000;
    server.admin().number("ZADD", queue, "-" + now, "dead~A", "1", ticket);

    assertThat(pair.readLock().tryLock()).as("nobody listens at its inbox: it is dead").isTrue();
    pair.readLock().unlock();

    try (RespSubscriber inbox = RespSubscriber.channels(server.uri(), "holdfast:inbox:dead~A")) {
      assertThat(pair.readLock().tryLock()).as("it may live").isFalse();

      long silentSince = now - TimeUnit.MILLISECONDS.toMicros(claim.plusSeconds(1).toMillis());
      server.admin().number("ZADD", queue, "-" + silentSince, "dead~A");
      assertThat(pair.readLock().tryLock()).as("it was silent for too long").isTrue();
      assertThat(inbox).isNotNull();
    }
    pair.readLock().unlock();
    reader.close();
  }

  /**
   * Readers that share an entry have the client's usual lease; another one has an end of its own.
   */
  @Test
  void readers_ofALeaseOfTheirOwn_haveEntriesOfTheirOwn() throws Exception {
    DistributedReadWriteLock pair = open(ClientSpec.defaults(), "length");
    AcquireOptions options = AcquireOptions.defaults().lease(Lease.renewed(Duration.ofSeconds(10)));
    try (Hold one = pair.readLock().acquire(options);
        Hold two = pair.readLock().acquire(options);
        Hold three = pair.readLock().acquire();
        Hold four = pair.readLock().acquire()) {
      assertThat(pair.getReadLockCount()).isEqualTo(3);
      assertThat(List.of(one, two, three, four)).allMatch(Hold::isValid);
    }
  }

  @Test
  void renewal_ofReadersOnAServerOutOfMemory_goesOn() throws Exception {
    DistributedReadWriteLock pair = open(ClientSpec.defaults().lease(LEASE), "full");
    DistributedReadWriteLock plain = open(ClientSpec.defaults().lease(LEASE), "full-too");
    Hold reader = pair.readLock().acquire();
    Hold writer = plain.writeLock().acquire();
    server.maxMemory(1);
    try {
      stays(LEASE.multipliedBy(2), "both are renewed", () -> writer.isValid() && reader.isValid());
    } finally {
      server.maxMemory(0);
    }
  }

  /**
   * A thread that comes late to its read hold, and has lost both locks meanwhile, waits in time.
   */
  @Test
  @EnabledForJreRange(max = JRE.JAVA_19) // later ones cannot suspend a thread
  void readUnderWrite_bothLostBeforeItIsSeen_timesOutInTime() throws Exception {
    DistributedReadWriteLock pair = open(ClientSpec.defaults(), "late");
    DistributedReadWriteLock others = open(ClientSpec.defaults(), "late");
    CountDownLatch writes = new CountDownLatch(1);
    CountDownLatch paused = new CountDownLatch(1);
    CompletableFuture<Boolean> result = new CompletableFuture<>();
    Thread owner =
        threads.start(
            "owner",
            () -> {
              pair.writeLock().lock();
              writes.countDown();
              paused.await();
              result.complete(pair.readLock().tryLock(5, TimeUnit.SECONDS));
            });
    writes.await();
    pause(1_500);
    paused.countDown();
    eventually().isTrue("it asks", () -> owner.getState() == Thread.State.TIMED_WAITING);
    Thread.class.getMethod("suspend").invoke(owner); // as a pause of the machine would
    try {
      eventually().isTrue("it was given", () -> others.getReadLockCount() == 1);
      assertThat(others.writeLock().forceUnlock()).isTrue();
      assertThat(others.readLock().forceUnlock()).isTrue();
      others.writeLock().lock();
      stays(
          Duration.ofMillis(200), // the news of the losses
          "another writes",
          others.writeLock()::isHeldByCurrentThread);
    } finally {
      Thread.class.getMethod("resume").invoke(owner);
    }

    assertThat(result).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(false);
    others.writeLock().unlock();
  }
}
