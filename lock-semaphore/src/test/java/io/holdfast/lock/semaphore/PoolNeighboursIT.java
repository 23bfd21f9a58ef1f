package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Lease;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Neighbours in the server's queue hand permits on by themselves: in its order, and no others. */
@ExtendWith(RedisServerExtension.class)
class PoolNeighboursIT {

  private static final Duration BRIEF = Duration.ofMillis(500);

  private static final HoldfastSettings BRIEF_SLICE =
      HoldfastSettings.builder()
          .slice(BRIEF)
          .claimLease(Duration.ofSeconds(30))
          .lease(Duration.ofSeconds(60))
          .build();

  /** It asks a second time after 10 s. */
  private static final HoldfastSettings ASKS_SELDOM =
      HoldfastSettings.builder()
          .slice(Duration.ofSeconds(10))
          .claimLease(Duration.ofSeconds(30))
          .lease(Duration.ofSeconds(60))
          .build();

  private RedisServer server;
  private HoldfastClient one;
  private HoldfastClient two;
  private PermitPool here;
  private PermitPool there;

  @BeforeEach
  void open(@FreshServer RedisServer fresh) throws InterruptedException {
    server = fresh;
    one = HoldfastClient.connect(ASKS_SELDOM, server.uri());
    two = HoldfastClient.connect(server.uri());
    here = new Semaphores(one).pool("ab", 2);
    there = new Semaphores(two).pool("ab", 2);
    warmUp(here, 4);
    warmUp(there, 3);
  }

  /** An object reads the size at its first use, and once more if there was none. */
  private void warmUp(PermitPool pool, long scripts) throws InterruptedException {
    long before = scriptCalls();
    pool.acquire().close();
    eventually().isTrue("it has looked", () -> scriptCalls() - before == scripts);
  }

  /** Passes on for half a second only. */
  private HoldfastClient connectBrief() {
    return HoldfastClient.connect(BRIEF_SLICE, server.uri());
  }

  @AfterEach
  void leavesNothing() {
    there.reset();
    one.close();
    two.close();
    assertThat(server.admin().number("EXISTS", "holdfast:pool:{ab}", "holdfast:poolr:{ab}"))
        .isZero();
  }

  /** Begins to acquire permits that others have. It is queued, and knows its number, on return. */
  private CompletableFuture<Permit> queue(PermitPool asked, int permits) {
    int before = asked.inspect().queueLength();
    CompletableFuture<Permit> waiting = asked.acquireAsync(permits, AcquireOptions.defaults());
    eventually().expect("in the queue", asked::inspect, now -> now.queueLength() == before + 1);
    return waiting;
  }

  private static Permit given(CompletableFuture<Permit> waiting) throws Exception {
    return waiting.get(60, SECONDS);
  }

  private void assertOut(int permits) {
    PoolInspection now = there.inspect();
    assertThat(now.size() - now.available()).as("permits that are out").isEqualTo(permits);
  }

  private long scriptCalls() {
    Map<String, Long> calls = server.commandCalls();
    return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
  }

  @Test
  void close_neighboursWait_servesEachInOrderWithoutTheServer() throws Exception {
    Permit all = there.acquire(2);
    List<CompletableFuture<Permit>> waiting = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      waiting.add(queue(here, 2));
    }
    all.close();
    Permit before = given(waiting.get(0));
    long scripts = scriptCalls();
    for (CompletableFuture<Permit> next : waiting.subList(1, 6)) {
      assertThat(next).isNotDone();
      before.close();
      Permit given = given(next);
      assertThat(given.token()).isGreaterThan(before.token());
      assertThat(given.permits()).isEqualTo(2);
      before = given;
    }
    assertThat(scriptCalls() - scripts).isZero();
    assertOut(2);
    before.close();
    assertOut(0);
    assertThat(there.inspect().queueLength()).isZero();
  }

  @Test
  void grant_ofTheTicketThatANeighbourServed_isGivenBackAtOnce() throws Exception {
    Permit first = there.acquire();
    Permit second = there.acquire();
    List<CompletableFuture<Permit>> waiting = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      waiting.add(queue(here, 1));
    }
    first.close();
    given(waiting.get(0)).close(); // the second of them has its turn, and its ticket stands
    Permit served = given(waiting.get(1));

    second.close(); // grants that ticket

    Permit third = given(waiting.get(2));
    assertThat(third.token()).isGreaterThan(served.token());
    assertThat(waiting.get(3)).isNotDone();
    assertOut(2);
    assertThat(there.inspect().queueLength()).isOne();
    served.close();
    Permit fourth = given(waiting.get(3));
    assertOut(2);
    third.close();
    fourth.close();
    assertOut(0);
  }

  @Test
  void close_neighbourWantsMore_leavesItToTheServer() throws Exception {
    Permit all = there.acquire(2);
    CompletableFuture<Permit> small = queue(here, 1);
    CompletableFuture<Permit> large = queue(here, 2);
    all.close();
    Permit one = given(small);
    assertThat(large).isNotDone();
    one.close();
    assertThat(given(large).permits()).isEqualTo(2);
    assertOut(2);
    large.join().close();
    assertOut(0);
  }

  @Test
  void close_anotherClientIsNext_servesThatOne() throws Exception {
    Permit all = there.acquire(2);
    CompletableFuture<Permit> first = queue(here, 2);
    CompletableFuture<Permit> others = queue(there, 2);
    CompletableFuture<Permit> last = queue(here, 2);
    all.close();
    given(first).close();
    Permit second = given(others);
    assertThat(last).isNotDone();
    second.close();
    given(last).close();
    assertThat(List.of(first.join().token(), second.token(), last.join().token()))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void reset_whileANeighbourHasItsTurn_tellsItOfTheLoss() throws Exception {
    Permit all = there.acquire(2);
    CompletableFuture<Permit> first = queue(here, 2);
    CompletableFuture<Permit> second = queue(here, 2);
    all.close();
    given(first).close();
    Permit served = given(second);
    assertThat(served.isValid()).isTrue();

    there.reset();

    eventually().isTrue("it is told", () -> !served.isValid());
    assertThat(given(queueIsOver())).satisfies(Permit::close);
  }

  /** The served ticket is gone, too: later waiters do not wait behind it. */
  private CompletableFuture<Permit> queueIsOver() {
    eventually().expect("queue", there::inspect, now -> now.queueLength() == 0);
    return there.acquireAsync(2, AcquireOptions.defaults());
  }

  @Test
  void close_ofTheClientWhileANeighbourHasItsTurn_givesAllBack() throws Exception {
    Permit all = there.acquire(2);
    List<CompletableFuture<Permit>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(queue(here, 2));
    }
    all.close();
    given(waiting.get(0)).close();
    given(waiting.get(1));

    one.close();

    assertThat(there.tryAcquire(2, Duration.ofMinutes(1))).get().satisfies(Permit::close);
    assertThat(waiting.get(2)).failsWithin(Duration.ofMinutes(1));
    assertThat(there.inspect().queueLength()).isZero();
  }

  @Test
  void close_neighbourWantsALeaseOfItsOwn_leavesItToTheServer() throws Exception {
    Permit all = there.acquire(2);
    CompletableFuture<Permit> first = queue(here, 2);
    int before = there.inspect().queueLength();
    CompletableFuture<Permit> fixed =
        here.acquireAsync(2, AcquireOptions.defaults().lease(Lease.fixed(Duration.ofSeconds(100))));
    eventually().expect("queued", here::inspect, now -> now.queueLength() == before + 1);
    all.close();
    given(first).close();
    Permit given = given(fixed);
    eventually()
        .expect(
            "the lease that it wants",
            () -> there.inspect().holders().get(0).remaining(),
            left -> left.compareTo(Duration.ofSeconds(90)) > 0);
    given.close();
  }

  @Test
  void turn_longerThanASlice_leavesNoTicketBehind() throws Exception {
    try (HoldfastClient brief = connectBrief()) {
      PermitPool pool = new Semaphores(brief).pool("ab", 2);
      Permit all = there.acquire(2);
      CompletableFuture<Permit> first = queue(pool, 2);
      CompletableFuture<Permit> second = queue(pool, 2);
      all.close();
      given(first).close();
      Permit served = given(second);
      eventually().expect("queue", there::inspect, now -> now.queueLength() == 0);
      assertOut(2);
      assertThat(served.isValid()).isTrue();
      served.close();
      assertOut(0);
    }
  }

  /** Its ticket would not fit, so no waiter could pass it. */
  @Test
  void turn_ofSeveral_doesNotKeepOutWhoIsBehind() throws Exception {
    there.resize(3);
    try (HoldfastClient brief = connectBrief()) {
      PermitPool pool = new Semaphores(brief).pool("ab", 3);
      Permit all = new Semaphores(two).pool("ab", 3).acquire(3);
      CompletableFuture<Permit> first = queue(pool, 2);
      CompletableFuture<Permit> others = queue(there, 1);
      CompletableFuture<Permit> second = queue(pool, 2);
      CompletableFuture<Permit> behind = queue(there, 1);
      CompletableFuture<Permit> last = queue(pool, 1);
      all.close();
      given(first).close();
      Permit served = given(second);
      given(others).close();
      Permit passed = given(behind);
      assertThat(served.isValid()).isTrue();
      assertThat(last).isNotDone();
      assertOut(3);
      passed.close();
      given(last).close();
      served.close();
      assertOut(0);
    }
  }

  @Test
  void close_afterThePoolWasMadeSmaller_takesThePermitBackWithinASlice() throws Exception {
    try (HoldfastClient brief = connectBrief()) {
      PermitPool pool = new Semaphores(brief).pool("ab", 2);
      Permit all = there.acquire(2);
      List<CompletableFuture<Permit>> waiting = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        waiting.add(queue(pool, 1));
      }
      all.close();
      Permit first = given(waiting.get(0));
      Permit second = given(waiting.get(1));
      long since = System.nanoTime();
      there.resize(1);
      eventually().isTrue("a slice is over", () -> System.nanoTime() - since > 2 * BRIEF.toNanos());
      first.close();
      assertOut(1);
      assertThat(waiting.get(2)).isNotDone();
      second.close();
      Permit third = given(waiting.get(2));
      assertOut(1);
      assertThat(waiting.get(3)).isNotDone();
      third.close();
      given(waiting.get(3)).close();
    }
  }
}
