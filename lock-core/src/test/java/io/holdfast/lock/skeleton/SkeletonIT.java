package io.holdfast.lock.skeleton;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A kind from outside the core, with scripts, a gate and a factory of its own, gets from the engine
 * what every kind gets: waits in order, time-outs, interrupts, and tolerance of lost messages,
 * broken connections and dead owners.
 */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class SkeletonIT {

  private static final String NAME = "bones";
  private static final int PERMITS = 3;
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration A_WHILE = Duration.ofMillis(300);

  /** Longer than any test waits: nothing comes by asking again. */
  private static final Duration BY_MESSAGE_ONLY = Duration.ofMinutes(5);

  private static final Duration BY_ASKING_AGAIN = Duration.ofSeconds(5);

  private FaultProxy proxy;
  private HoldfastClient direct;
  private HoldfastClient behind;
  private TestThreads threads;
  private List<Hold> held;

  @BeforeEach
  void open(@FreshServer RedisServer server) {
    proxy = FaultProxy.to(server);
    direct = HoldfastClient.connect(settings(BY_MESSAGE_ONLY), server.uri());
    threads = TestThreads.open();
    held = new ArrayList<>();
  }

  @AfterEach
  void close() {
    eventually().expect("nobody waits", () -> all().queueLength(), n -> n == 0);
    held.forEach(Hold::close);
    eventually().expect("all are back", () -> all().available(), n -> n == PERMITS);
    threads.close();
    if (behind != null) {
      behind.close();
    }
    direct.close();
    proxy.close();
  }

  private static HoldfastSettings settings(Duration claimLease) {
    return HoldfastSettings.builder()
        .lease(Duration.ofMinutes(10))
        .claimLease(claimLease)
        .commandTimeout(Duration.ofSeconds(2))
        .build();
  }

  private SkeletonPool all() {
    return SkeletonPools.of(direct).get(NAME, PERMITS);
  }

  private SkeletonPool behindTheProxy(Duration claimLease) {
    behind = HoldfastClient.connect(settings(claimLease), proxy.uri());
    return SkeletonPools.of(behind).get(NAME, PERMITS);
  }

  private void takeAll() throws InterruptedException {
    for (int i = 0; i < PERMITS; i++) {
      held.add(all().acquire());
    }
  }

  private void giveOneBack() {
    held.remove(0).close();
  }

  private CompletableFuture<Hold> waiting(SkeletonPool pool) {
    int before = all().queueLength();
    CompletableFuture<Hold> waiting = threads.call("waiter", () -> pool.acquire());
    eventually().expect("it waits", () -> all().queueLength(), length -> length == before + 1);
    stays(A_WHILE, "its second question is over", () -> !waiting.isDone());
    return waiting;
  }

  private void gets(CompletableFuture<Hold> waiting) {
    assertThat(waiting).succeedsWithin(LIMIT);
    held.add(waiting.join());
  }

  @Test
  void acquire_allAreOut_waitsForTheFirstThatComesBack_inOrder() throws Exception {
    takeAll();
    assertThat(all().tryAcquire()).isEmpty();
    SkeletonPool others = behindTheProxy(BY_MESSAGE_ONLY);
    CompletableFuture<Hold> first = waiting(others);
    CompletableFuture<Hold> second = waiting(all());

    giveOneBack();
    gets(first);
    stays(A_WHILE, "there is none for the second", () -> !second.isDone());
    giveOneBack();
    gets(second);
  }

  @Test
  void tryAcquire_anotherWaitsHere_isRefusedByTheGateOfThisKind() throws Exception {
    takeAll();
    assertThat(all().tryAcquire()).isEmpty();
    assertThat(SkeletonPools.of(direct).refusedHere()).isZero();
    CompletableFuture<Hold> first = waiting(all());

    assertThat(all().tryAcquire()).isEmpty();
    assertThat(SkeletonPools.of(direct).refusedHere()).isEqualTo(1);
    giveOneBack();
    gets(first);
  }

  @Test
  void acquire_byManyThreadsOfTwoClients_givesAllThereAreAndNeverMore() {
    SkeletonPool others = behindTheProxy(BY_MESSAGE_ONLY);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<Integer>> turns = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      SkeletonPool pool = i % 2 == 0 ? all() : others;
      turns.add(threads.call("worker", () -> work(pool, inside, most)));
    }

    assertThat(turns).allSatisfy(turn -> assertThat(turn).succeedsWithin(LIMIT));
    assertThat(most).hasValue(PERMITS);
  }

  /** No thread leaves before as many were inside as there are permits. */
  private static int work(SkeletonPool pool, AtomicInteger inside, AtomicInteger most)
      throws InterruptedException {
    int turns = 50;
    for (int turn = 0; turn < turns; turn++) {
      try (Hold permit = pool.acquire()) {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        eventually().isTrue("all are out", () -> most.get() >= PERMITS);
        assertThat(permit.isValid()).isTrue();
        inside.decrementAndGet();
      }
    }
    return turns;
  }

  @Test
  void acquire_timeIsOver_isRefusedAndLeavesNoTicket() throws Exception {
    takeAll();

    Optional<? extends Hold> refused =
        behindTheProxy(BY_MESSAGE_ONLY).tryAcquire(AcquireOptions.defaults().waitAtMost(A_WHILE));

    assertThat(refused).isEmpty();
  }

  @Test
  void acquire_interrupted_throwsAndLeavesNoTicket() throws Exception {
    takeAll();
    SkeletonPool pool = behindTheProxy(BY_MESSAGE_ONLY);
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    CompletableFuture<Hold> waiting =
        threads.call(
            "waiter",
            () -> {
              thread.complete(Thread.currentThread());
              return pool.acquire();
            });
    eventually().expect("it waits", () -> all().queueLength(), length -> length == 1);

    thread.join().interrupt();

    assertThatThrownBy(waiting::join).hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void waiter_theMessageOfItsGrantIsLost_asksAgain() throws Exception {
    takeAll();
    CompletableFuture<Hold> waiting = waiting(behindTheProxy(BY_ASKING_AGAIN));

    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      giveOneBack();
      gets(waiting);
    }
  }

  @Test
  void waiterAndOwner_theirConnectionsBreak_goOn() throws Exception {
    SkeletonPool pool = behindTheProxy(BY_ASKING_AGAIN);
    Hold kept = pool.acquire();
    held.add(all().acquire());
    held.add(all().acquire());
    CompletableFuture<Hold> waiting = waiting(pool);

    proxy.cut(Connections.all(), Cut.RST);

    giveOneBack();
    gets(waiting);
    assertThat(kept.isValid()).isTrue();
    kept.close();
  }

  @Test
  void owner_doesNotComeBack_losesItWithItsLease() throws Exception {
    takeAll();
    giveOneBack();
    Hold fixed =
        behindTheProxy(BY_MESSAGE_ONLY)
            .acquire(AcquireOptions.defaults().lease(Lease.fixed(Duration.ofSeconds(2))));

    gets(threads.call("waiter", () -> all().acquire())); // asks when the first lease is over

    assertThat(fixed.isValid()).isFalse();
  }
}
