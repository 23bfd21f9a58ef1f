package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.RequestEvent;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.race.VirtualClock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the log does not tell, and why a hold was lost. Time stands still for the client. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class LongWaitIT {

  private static final Duration LONG = Duration.ofSeconds(31);

  private static final Duration CREEP = Duration.ofMillis(2);

  private static final String NOT_RENEWED = "its lease was not to be renewed";

  private final VirtualClock clock = new VirtualClock();
  private final TestThreads threads = TestThreads.open();
  private final AtomicInteger failures = new AtomicInteger(); // of requests
  private volatile boolean isWatchdogStill; // for its thread no time has passed at all
  private RedisServer server;
  private HoldfastClient client;
  private HoldfastClient other;
  private CapturedLog log;

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh;
    client = HoldfastClient.connect(settings().build(), server.uri());
    other = HoldfastClient.connect(server.uri());
    log = CapturedLog.begin();
  }

  private HoldfastSettings.Builder settings() {
    return HoldfastSettings.builder()
        .clock(() -> isWatchdogStill && Watchdog.isCurrentThread() ? 0 : clock.nanoTime())
        .lease(Duration.ofMinutes(10))
        .claimLease(Duration.ofMinutes(5))
        .requestObserver(
            event -> {
              if (event.outcome() != RequestEvent.Outcome.OK) {
                failures.incrementAndGet();
              }
            });
  }

  @AfterEach
  void close() {
    log.close();
    client.close();
    other.close();
    threads.close();
  }

  /** Until the client is closed. */
  private void wantsTheLock(String thread, HoldfastClient of) {
    threads.start(
        thread,
        () -> assertThatThrownBy(of.lock("a")::lock).isInstanceOf(ClientClosedException.class));
  }

  /**
   * Time creeps: the watchdog, which rests after each look, looks again though the test moved it.
   */
  private void awaitLine(String... words) {
    eventually()
        .isTrue(
            "a line with " + String.join(", ", words),
            () -> {
              clock.advance(CREEP);
              return log.lines(words) > 0;
            });
  }

  /** The client has seen it: its next requests fail at once. */
  private void killServer() {
    server.kill();
    eventually().isTrue("not up", () -> !client.status().commands().isUp());
  }

  /** A request to keep the hold fails; then its validity ends. */
  private void passUntilLost() {
    int before = failures.get();
    clock.advance(Duration.ofMinutes(4));
    eventually()
        .isTrue(
            "a request has failed",
            () -> {
              clock.advance(CREEP);
              return failures.get() > before;
            });
    clock.advance(Duration.ofMinutes(7));
  }

  private void awaitWaiters(HoldfastClient of, int count) {
    eventually().expect("they wait", () -> of.status().waiters(), waiting -> waiting == count);
  }

  @Test
  void wait_ofAClientThatIsNotToTell_isNotTold() {
    try (HoldfastClient mute =
        HoldfastClient.connect(settings().longWait(Duration.ZERO).build(), server.uri())) {
      other.lock("a").lock();
      wantsTheLock("silent", mute);
      awaitWaiters(mute, 1);
      wantsTheLock("heard", client);
      awaitWaiters(client, 1);

      clock.advance(LONG);

      awaitLine("heard", "has waited for 31 s");
      assertThat(log.lines("silent")).isZero();
    }
  }

  /** However long the one before it has waited, and was told of. */
  @Test
  void wait_behindALongerOne_isToldWhenThatHasGone() {
    other.lock("a").lock();
    CompletableFuture<Hold> first = client.lock("a").acquireAsync();
    awaitWaiters(client, 1);
    clock.advance(Duration.ofSeconds(60));
    awaitLine("a future has waited for 60 s");
    wantsTheLock("second", client);
    awaitWaiters(client, 2);
    clock.advance(Duration.ofSeconds(71));
    awaitLine("a future has waited for 131 s, and 1 more here");

    first.cancel(true);
    awaitWaiters(client, 1);
    clock.advance(Duration.ofSeconds(5));

    awaitLine("second", "has waited for 76 s (");
  }

  @Test
  @SuppressWarnings("WaitNotInLoop") // nobody signals
  void wait_forASignal_isNotTold() {
    DistributedLock lock = client.lock("b");
    Condition condition = lock.newCondition("c");
    threads.start(
        "sleeper",
        () -> {
          lock.lock();
          assertThatThrownBy(condition::await).isInstanceOf(ClientClosedException.class);
        });
    awaitWaiters(client, 1);
    other.lock("a").lock();
    wantsTheLock("heard", client);
    awaitWaiters(client, 2);

    clock.advance(LONG);

    awaitLine("heard", "has waited for 31 s");
    assertThat(log.lines("sleeper")).isZero();
    assertThat(log.lines("'b'")).isZero();
  }

  /** It has heard of waiters, but they have gone. */
  @Test
  void hold_forWhichNobodyWaitsAnyMore_isNotTold() throws Exception {
    client.lock("b").lock();
    assertThat(other.lock("b").tryLock(200, TimeUnit.MILLISECONDS)).isFalse();
    other.lock("a").lock();
    wantsTheLock("heard", client);
    awaitWaiters(client, 1);

    clock.advance(LONG);

    awaitLine("heard", "has waited for 31 s");
    assertThat(log.lines("'b'")).isZero();
  }

  @Test
  void wait_whileTheServerIsAway_isToldWithoutAHolder() {
    other.lock("a").lock();
    wantsTheLock("heard", client);
    awaitWaiters(client, 1);
    server.kill();

    clock.advance(LONG);

    awaitLine("heard", "has waited for 31 s (holder unknown)");
  }

  @Test
  void loss_ofALeaseThatIsNotRenewed_saysSo() throws Exception {
    Hold hold =
        client
            .lock("a")
            .acquire(AcquireOptions.defaults().lease(Lease.fixed(Duration.ofMinutes(1))));

    clock.advance(Duration.ofMinutes(2));

    awaitLine("WARN", "'a': the hold of a handle is lost", "token " + hold.token(), NOT_RENEWED);
    assertThat(log.lines("[holdfast-log-", "is lost")).as("by a thread of its own").isOne();
  }

  /** It was asked about again and again, which is no renewal. */
  @Test
  void loss_ofALeaseThatIsNotRenewedWhileTheServerIsAway_saysSo() throws Exception {
    Hold unused =
        client
            .lock("a")
            .acquire(AcquireOptions.defaults().lease(Lease.fixed(Duration.ofMinutes(10))));
    killServer();

    passUntilLost();

    awaitLine("is lost", NOT_RENEWED);
  }

  @Test
  void loss_ofALeaseAtItsCap_saysSo() throws Exception {
    Hold hold =
        client
            .lock("a")
            .acquire(
                AcquireOptions.defaults().lease(Lease.renewed().atMost(Duration.ofMinutes(12))));
    clock.advance(Duration.ofMinutes(5));
    eventually()
        .isTrue(
            "renewed",
            () -> {
              clock.advance(CREEP);
              return hold.remaining().toMinutes() > 5;
            });

    clock.advance(Duration.ofMinutes(8));

    awaitLine("is lost", "its lease has reached its cap");
  }

  /**
   * The lease is not longer than an answer may take. It has three renewals, so that one is on its
   * way at the end though a machine stood still for a while.
   */
  @Test
  void loss_beforeARenewalIsAnswered_doesNotBlameThisProcess() {
    try (HoldfastClient hasty =
        HoldfastClient.connect(
            HoldfastSettings.builder()
                .lease(Duration.ofSeconds(6))
                .commandTimeout(Duration.ofSeconds(6))
                .claimLease(Duration.ofSeconds(14))
                .build(),
            server.uri())) {
      hasty.lock("b").lock();
      server.freeze();

      awaitLine("'b': the hold of thread", "is lost", "and a renewal is not answered yet");

      server.thaw();
    }
  }

  @Test
  void loss_behindAStall_asksWhetherTheProcessStoodStill() {
    client.lock("a").lock();

    clock.advance(Duration.ofMinutes(11));

    awaitLine("is lost", "last renewed 66", "did this process stand still?");
  }

  @Test
  void loss_behindRenewalsThatFailed_saysHowManyAndWhy() {
    client.lock("a").lock();
    killServer();

    passUntilLost();

    awaitLine("is lost", "failed renewals since then: ", ", the last because not connected");
  }

  @Test
  void close_withAHold_tellsNothing() {
    client.lock("a").lock();

    client.close();

    assertThat(log.lines("is lost")).isZero();
  }

  @Test
  void waiter_thatHearsTooLateOfItsLock_isTold() {
    DistributedLock others = other.lock("a");
    others.lock();
    Thread late = threads.start("late", client.lock("a")::lock);
    eventually().expect("queued", () -> others.inspect().queueLength(), length -> length == 1);
    isWatchdogStill = true; // or it might ask again before the message comes
    clock.advance(Duration.ofMinutes(6));

    others.unlock();

    awaitLine("INFO", "'a': a waiter here heard 6", "ms too late that it was given it");
    eventually().isTrue("it has it", () -> !late.isAlive());
  }
}
