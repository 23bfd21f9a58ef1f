package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.race.VirtualClock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What stays at the server when its last owner has let go (docs/protocol.md, Lingering). The clock
 * of the client that is set so stands still, unless a test moves it: so nothing ends, is asked
 * again or is renewed by time alone.
 */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class LingerIT {

  private static final String LOCK = "holdfast:lock:{ab}";
  private static final String COUNTER = "holdfast:seq";
  private static final Duration LINGER = Duration.ofSeconds(10);
  private static final Duration LEASE = Duration.ofMinutes(10);
  private static final Duration CLAIM = Duration.ofMinutes(3);

  /** So long after another client wanted it, it may linger again. */
  private static final Duration ALONE = Duration.ofMinutes(1).plusMillis(1);

  /** More than the watchdog rests between two looks. */
  private static final Duration TICK = Duration.ofMillis(200);

  /** No clock shows it: whatever is above it rises by the counters alone. */
  private static final long FAR = 4_000_000_000_000_000L;

  private final VirtualClock clock = new VirtualClock();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger requestsOfOther = new AtomicInteger();
  private RedisServer server;
  private RespClient admin;
  private HoldfastClient client;
  private HoldfastClient other;
  private DistributedLock lock;
  private DistributedLock ofOther;

  private static HoldfastSettings.Builder settings(AtomicInteger count) {
    return HoldfastSettings.builder()
        .lease(LEASE)
        .claimLease(CLAIM)
        .slice(Duration.ofSeconds(10)) // nobody asks again before that
        .requestObserver(event -> count.incrementAndGet());
  }

  @BeforeEach
  void connect(@FreshServer RedisServer fresh) {
    server = fresh;
    admin = fresh.admin();
    HoldfastSettings lingering = settings(requests).linger(LINGER).clock(clock).build();
    client = HoldfastClient.connect(lingering, fresh.uri());
    other = HoldfastClient.connect(settings(requestsOfOther).build(), fresh.uri());
    lock = client.lock("ab");
    ofOther = other.lock("ab");
  }

  @AfterEach
  void close() {
    client.close();
    other.close();
  }

  private static void turn(DistributedLock lock) {
    lock.lock();
    lock.unlock();
  }

  private boolean isThere() {
    return admin.number("EXISTS", LOCK) == 1;
  }

  private void awaitFree() {
    eventually().isTrue("free", () -> !isThere());
  }

  /** Nobody has it, and it is there. */
  private void haveItLinger() {
    turn(lock);
    assertThat(isThere()).as("the first").isFalse();
    turn(lock);
    assertThat(isThere()).as("the second").isTrue();
    requests.set(0);
    requestsOfOther.set(0);
  }

  private static Hold got(CompletableFuture<Hold> hold) throws Exception {
    return hold.get(60, TimeUnit.SECONDS);
  }

  // ---- what stays

  @Test
  void lock_againAndAgain_asksNobody() {
    haveItLinger();
    long last = 0;
    for (int i = 0; i < 500; i++) {
      lock.lock();
      assertThat(lock.token()).isGreaterThan(last);
      last = lock.token();
      lock.unlock();
    }
    assertThat(requests).hasValue(0);
    assertThat(client.holds()).isEmpty();
  }

  @Test
  void acquireAsync_againAndAgain_asksNobody() throws Exception {
    haveItLinger();
    for (int i = 0; i < 100; i++) {
      Hold hold = got(lock.acquireAsync());
      hold.releaseAsync().get(60, TimeUnit.SECONDS);
    }
    assertThat(requests).hasValue(0);
  }

  @Test
  void lock_blockIsUsedUp_drawsTheNextAtTheServer() {
    haveItLinger();
    long last = 0;
    for (int i = 0; i < 5000; i++) {
      lock.lock();
      assertThat(lock.token()).isGreaterThan(last);
      last = lock.token();
      lock.unlock();
    }
    assertThat(requests.get()).isBetween(2 * 4, 2 * 6); // 1024 a block
  }

  @Test
  void unlock_clientIsNotSetSo_leavesNothing() {
    for (int i = 0; i < 5; i++) {
      turn(ofOther);
      assertThat(isThere()).isFalse();
    }
  }

  @Test
  void unlock_notAgainWithinThatTime_leavesNothing() {
    for (int i = 0; i < 5; i++) {
      turn(lock);
      assertThat(isThere()).isFalse();
      clock.advance(LINGER.plusMillis(1));
    }
  }

  @Test
  void unlock_leaseIsFixedOrCapped_leavesNothing() throws Exception {
    for (Lease lease : new Lease[] {Lease.fixed(LEASE), Lease.renewed().atMost(LEASE)}) {
      for (int i = 0; i < 3; i++) {
        try (Hold unused = lock.acquire(AcquireOptions.defaults().lease(lease))) {
          assertThat(admin.number("PTTL", LOCK)).isGreaterThan(CLAIM.toMillis());
        }
        assertThat(isThere()).isFalse();
      }
    }
  }

  @Test
  void lock_otherLeaseWhileItLingers_isAskedFor() throws Exception {
    haveItLinger();

    assertThat(lock.tryLock(Duration.ZERO, Duration.ofMinutes(7))).as("nobody has it").isTrue();

    assertThat(admin.number("PTTL", LOCK)).isGreaterThan(CLAIM.toMillis());
    lock.unlock();
    assertThat(isThere()).isFalse();
  }

  @Test
  @DisplayName("failure 133: tokens rise from thin holds to one that lingers, and back")
  void tokens_fromThinHoldsAndBack_rise() throws Exception {
    admin.command("SET", COUNTER, Long.toString(FAR));
    long last = 0;
    for (int i = 0; i < 20; i++) {
      DistributedLock next = i % 4 == 3 ? ofOther : lock;
      if (i % 4 == 0) {
        clock.advance(ALONE); // so that the third of the next lingers
      }
      try (Hold hold = got(next.acquireAsync())) {
        assertThat(hold.token()).as("turn " + i).isGreaterThan(Math.max(FAR, last));
        last = hold.token();
      }
    }
  }

  // ---- how it ends

  @Test
  void lock_ofAnotherClient_getsItByOneQuestionAndOneMessage() throws Exception {
    haveItLinger();

    got(ofOther.acquireAsync()).close();

    assertThat(requestsOfOther.get()).as("a question, a release").isEqualTo(2);
  }

  @Test
  @DisplayName("failure 149: an attempt of another client that would not wait has the lock end")
  void tryLock_ofAnotherClient_isRefusedAndThenGetsIt() {
    haveItLinger();

    assertThat(ofOther.tryLock()).isFalse();

    awaitFree();
    assertThat(ofOther.tryLock()).isTrue();
    ofOther.unlock();
  }

  /** So that one that tries now and then, and does not wait, gets its turn. */
  @Test
  @DisplayName("failure 149: what another client wanted does not linger for a minute")
  void unlock_anotherClientWantedItLately_leavesNothing() {
    haveItLinger();
    assertThat(ofOther.tryLock()).isFalse();
    awaitFree();
    for (int i = 0; i < 5; i++) {
      turn(lock);
      assertThat(ofOther.tryLock()).as("attempt " + i).isTrue();
      ofOther.unlock();
    }
    clock.advance(ALONE);
    haveItLinger();
  }

  @Test
  void unlock_itWasAnothersLately_leavesNothing() throws Exception {
    turn(lock);
    Hold hold = ofOther.acquire();
    assertThat(lock.tryLock()).isFalse();
    hold.close();
    for (int i = 0; i < 3; i++) {
      turn(lock);
      assertThat(isThere()).as("after a refusal").isFalse();
    }
    clock.advance(ALONE);
    turn(lock);
    hold = ofOther.acquire();
    CompletableFuture<Hold> waiting = lock.acquireAsync();
    eventually().isTrue("queued", () -> lock.inspect().queueLength() == 1);
    hold.close();
    got(waiting).close();
    turn(lock);
    assertThat(isThere()).as("after a wait").isFalse();
  }

  @Test
  void lock_isHeldAndAnotherWaits_endsAtTheRelease() throws Exception {
    haveItLinger();
    lock.lock();
    CompletableFuture<Hold> waiter = ofOther.acquireAsync();
    eventually().isTrue("queued", () -> lock.inspect().queueLength() == 1);
    stays(
        Duration.ofMillis(100),
        "it is held",
        () -> !waiter.isDone() && lock.isHeldByCurrentThread());

    lock.unlock();

    got(waiter).close();
  }

  @Test
  void lock_isHeldAndAnotherTried_endsAtTheRelease() {
    haveItLinger();
    lock.lock();
    assertThat(ofOther.tryLock()).isFalse();
    eventually()
        .isTrue(
            "told",
            () -> {
              lock.unlock();
              boolean hasEnded = !isThere();
              lock.lock();
              return hasEnded;
            });
    lock.unlock();
  }

  @Test
  void linger_isOver_endsAtTheServer() {
    haveItLinger();
    clock.advance(LINGER.minus(TICK));
    stays(Duration.ofMillis(1500), "it lingers", this::isThere); // the watchdog looks each second
    turn(lock);
    clock.advance(LINGER.minus(TICK));
    stays(Duration.ofMillis(1500), "counted from the last release", this::isThere);

    clock.advance(TICK.multipliedBy(2));

    awaitFree();
    eventually().isTrue("the name is not in use", () -> client.namesInUse() == 0);
  }

  @Test
  void linger_timePassesInAHold_isCountedFromTheRelease() {
    haveItLinger();
    lock.lock();
    clock.advance(LINGER.plusSeconds(1));
    stays(Duration.ofMillis(1500), "it is held", () -> isThere() && lock.isHeldByCurrentThread());

    lock.unlock();

    assertThat(isThere()).isTrue();
    clock.advance(LINGER);
    awaitFree();
  }

  @Test
  void close_whileItLingers_endsIt() {
    haveItLinger();

    client.close();

    assertThat(isThere()).isFalse();
  }

  @Test
  void forceUnlock_whileItLingers_losesNoHold() {
    haveItLinger();

    assertThat(ofOther.forceUnlock()).isTrue();

    eventually().isTrue("told", () -> client.namesInUse() == 0);
    turn(lock);
  }

  @Test
  void forceUnlock_ofAHoldThatFollows_isToldAsALoss() throws Exception {
    haveItLinger();
    Hold hold = lock.acquire();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    hold.onLost(loss::complete);

    assertThat(ofOther.forceUnlock()).isTrue();

    assertThat(loss.get(60, TimeUnit.SECONDS)).isEqualTo(LossCause.FORCED);
  }

  /** No answer tells whether the signal has had somebody wait for the lock. */
  @Test
  @SuppressWarnings("WaitNotInLoop") // awake for nothing would be awake too early
  void unlock_signalIsNotAnswered_leavesNothing() throws Exception {
    HoldfastSettings quick = settingsThatLinger().commandTimeout(Duration.ofMillis(300)).build();
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient ofProxy = HoldfastClient.connect(quick, proxy.uri());
        TestThreads threads = TestThreads.open()) {
      CompletableFuture<?> waiter =
          threads.call(
              "waiter",
              () -> {
                ofOther.lock();
                try {
                  ofOther.newCondition("go").await();
                } finally {
                  ofOther.unlock();
                }
                return null;
              });
      eventually()
          .isTrue(
              "waits for the signal",
              () -> admin.number("ZCOUNT", "holdfast:lockq:{ab}", "4503599627370496", "+inf") == 1);
      DistributedLock signalling = ofProxy.lock("ab");
      awaitLingering(signalling);
      signalling.lock();
      Rule signal = proxy.when(Command.script()).dropReply();
      signalling.newCondition("go").signal();
      signalling.unlock();
      signal.awaitFired(Duration.ofMinutes(1));
      waiter.get(LINGER.toMillis() / 2, TimeUnit.MILLISECONDS);
    }
  }

  @Test
  void unlock_manyOtherNamesWereReleased_isOfThisName() {
    for (int i = 0; i < 3000; i++) {
      DistributedLock once = client.lock("once-" + i);
      turn(once);
    }
    assertThat(server.keys("holdfast:lock:*")).isEmpty();
  }

  /** A script may not publish to its inbox on some servers, so it has to listen in the slot. */
  @Test
  void lock_ofAnotherClientInACluster_getsItByOneQuestionAndOneMessage() throws Exception {
    try (RedisServer node = RedisServer.builder().directive("cluster-enabled", "yes").start()) {
      ClusterIT.takeAllSlots(node);
      HoldfastSettings.Builder lingering = settings(requests).linger(LINGER).cluster();
      try (HoldfastClient one = HoldfastClient.connect(lingering.build(), node.uri());
          HoldfastClient two =
              HoldfastClient.connect(settings(requestsOfOther).cluster().build(), node.uri())) {
        turn(one.lock("ab"));
        turn(one.lock("ab"));
        assertThat(node.admin().number("EXISTS", LOCK)).isEqualTo(1);
        if (node.version().isAtLeast(7, 0)) { // before, it has listened since it was connected
          eventually()
              .isTrue("listens", () -> !node.admin().texts("PUBSUB", "SHARDCHANNELS").isEmpty());
        }
        requestsOfOther.set(0);

        got(two.lock("ab").acquireAsync()).close();

        assertThat(requestsOfOther.get()).as("a question, a release").isEqualTo(2);
      }
    }
  }

  // ---- what the server may have forgotten

  @Test
  @DisplayName("failure 149: the connection was opened anew, and what lingers is asked for")
  void tryLock_serverHasForgottenItBehindANewConnection_isRefused() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient ofProxy =
            HoldfastClient.connect(settingsThatLinger().build(), proxy.uri())) {
      DistributedLock cut = ofProxy.lock("ab");
      awaitLingering(cut);
      admin.command("DEL", LOCK);
      try (Hold unused = ofOther.acquire()) {
        long before = proxy.counters().connections();
        proxy.cut(Connections.all(), Cut.RST);
        eventually()
            .isTrue(
                "connected anew",
                () -> proxy.counters().connections() >= before + 2 && isConnected(ofProxy));
        assertThat(cut.tryLock()).isFalse();
      }
    }
  }

  private void awaitLingering(DistributedLock one) {
    eventually()
        .isTrue(
            "lingers",
            () -> {
              turn(one);
              return isThere();
            });
  }

  private static boolean isConnected(HoldfastClient one) {
    return one.status().commands().isUp() && one.status().inbox().isUp();
  }

  @Test
  void tryLock_serverHangsAndAnotherLeaseIsWanted_isUnreachable() {
    try (HoldfastClient quick =
        HoldfastClient.connect(
            settingsThatLinger().commandTimeout(Duration.ofMillis(300)).build(), server.uri())) {
      DistributedLock hung = quick.lock("ab");
      awaitLingering(hung);
      server.freeze();
      assertThatThrownBy(() -> hung.tryLock(Duration.ofMillis(100), Duration.ofMinutes(7)))
          .isInstanceOf(LockServerException.class);
      server.thaw();
    }
  }

  private static HoldfastSettings.Builder settingsThatLinger() {
    return HoldfastSettings.builder().lease(LEASE).claimLease(CLAIM).linger(LINGER);
  }

  // ---- how long the server keeps it

  @Test
  @DisplayName("failure 149: a process that dies while a lock lingers keeps others out for a claim")
  void expiry_whileItLingers_isAClaimLease() {
    haveItLinger();
    assertThat(admin.number("PTTL", LOCK)).isBetween(1L, CLAIM.toMillis());
    turn(lock);
    assertThat(admin.number("PTTL", LOCK)).isBetween(1L, CLAIM.toMillis());
  }

  @Test
  void expiry_ofALongHold_isTheLeaseAndDoesNotLinger() {
    haveItLinger();
    lock.lock();
    clock.advance(CLAIM.dividedBy(3));
    eventually().isTrue("renewed", () -> admin.number("PTTL", LOCK) > CLAIM.toMillis());
    assertThat(lock.isHeldByCurrentThread()).isTrue();

    lock.unlock();

    assertThat(isThere()).isFalse();
  }

  @Test
  void expiry_ofAShortHoldThatIsRenewed_staysAClaimLease() {
    haveItLinger();
    for (int i = 0; i < 6; i++) {
      clock.advance(CLAIM.dividedBy(20));
      turn(lock);
    }
    lock.lock();
    assertThat(requests).hasValue(0);
    clock.advance(CLAIM.dividedBy(20));

    eventually().isTrue("renewed", () -> requests.get() == 1);

    assertThat(admin.number("PTTL", LOCK)).isBetween(1L, CLAIM.toMillis());
    lock.unlock();
    assertThat(isThere()).isTrue();
  }

  @Test
  void close_wasExtended_leavesNothing() throws Exception {
    haveItLinger();
    try (Hold hold = lock.acquire()) {
      hold.extend(Duration.ofMinutes(5));
    }
    assertThat(isThere()).isFalse();
  }

  @Test
  void releaseAfter_ofWhatMayLinger_lingersNoMore() throws Exception {
    haveItLinger();
    lock.acquire().releaseAfter(Duration.ofMinutes(1));

    assertThat(admin.text("HGET", LOCK, "id")).matches("[^:]*-:\\d+:\\d+");
    assertThat(lock.tryLock()).isFalse();
  }

  /** A renewal for the whole lease is on its way when the owner lets go. */
  @Test
  void release_longRenewalIsOnItsWay_leavesNothing() throws Exception {
    HoldfastSettings patient =
        settingsThatLinger().clock(clock).commandTimeout(Duration.ofMinutes(1)).build();
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient ofProxy = HoldfastClient.connect(patient, proxy.uri())) {
      DistributedLock slow = ofProxy.lock("ab");
      awaitLingering(slow);
      Hold hold = slow.acquire();
      Rule renewal = proxy.when(Command.script()).holdReply();
      clock.advance(CLAIM.dividedBy(3));
      renewal.awaitFired(Duration.ofMinutes(1));
      CompletableFuture<Void> released = hold.releaseAsync();
      assertThat(released).isNotDone();
      renewal.release();
      released.get(60, TimeUnit.SECONDS);
      assertThat(isThere()).isFalse();
    }
  }

  /** Of 150 s 71 s are left, more than a third, and a request may go unanswered for a minute. */
  @Test
  @DisplayName("failure 141: a renewal goes unanswered, and what lingers is not given to an owner")
  void lock_renewalIsUnanswered_isAskedFor() throws Exception {
    HoldfastSettings patient =
        HoldfastSettings.builder()
            .clock(clock)
            .lease(LEASE)
            .claimLease(Duration.ofSeconds(150))
            .commandTimeout(Duration.ofMinutes(1))
            .linger(LINGER)
            .build();
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient ofProxy = HoldfastClient.connect(patient, proxy.uri())) {
      DistributedLock slow = ofProxy.lock("ab");
      awaitLingering(slow);
      Rule renewal = proxy.when(Command.script()).holdCommand();
      for (int i = 0; i < 10; i++) {
        clock.advance(Duration.ofSeconds(7));
        got(slow.acquireAsync()).releaseAsync().get(60, TimeUnit.SECONDS);
      }
      renewal.awaitFired(Duration.ofMinutes(1));
      clock.advance(Duration.ofSeconds(9));
      CompletableFuture<Hold> next = slow.acquireAsync();
      stays(Duration.ofMillis(300), "the server is asked", () -> !next.isDone());
      renewal.release();
      got(next).close();
    }
  }
}
