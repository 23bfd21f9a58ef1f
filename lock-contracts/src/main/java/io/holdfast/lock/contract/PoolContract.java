package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.PoolClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What every call of a pool does if permits are free, if none are, and with bad arguments. */
public abstract class PoolContract extends PoolSuite {

  private static final Duration BRIEFLY = Duration.ofMillis(120);

  private static AcquireOptions atMost(Duration wait) {
    return AcquireOptions.defaults().waitAtMost(wait);
  }

  private static Duration timeOf(TestThreads.Body call) throws Exception {
    long start = System.nanoTime();
    call.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void acquire_asManyAsThereAre_andNotOneMore() throws Exception {
    try (Permit two = pool.acquire(2);
        Permit one = others.acquire();
        Permit last = pool.tryAcquire().orElseThrow()) {
      assertThat(List.of(two.permits(), one.permits(), last.permits())).containsExactly(2, 1, 1);
      assertThat(pool.tryAcquire()).isEmpty();
      assertThat(others.tryAcquire()).isEmpty();
      assertThat(out()).isEqualTo(SIZE);
    }
    assertThat(out()).isZero();
  }

  @Test
  void acquire_moreThanAreLeft_takesNoneOfThem() throws Exception {
    try (Permit three = pool.acquire(3)) {
      assertThat(others.tryAcquire(2)).isEmpty();
      CompletableFuture<Permit> waiting = queue(others, 2);
      assertThat(out()).as("one is left, and not given to who needs two").isEqualTo(3);
      waiting.cancel(false);
      awaitQueueLength(0);
      assertThat(others.tryAcquire(1)).isPresent().get().satisfies(Permit::close);
      assertThat(three.isValid()).isTrue();
    }
  }

  @Test
  void acquire_again_tokensRise() throws Exception {
    List<Permit> permits = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      permits.add((i % 2 == 0 ? pool : others).acquire());
    }
    permits.get(0).close();
    permits.add(others.acquire());
    assertThat(permits).extracting(Permit::token).isSorted().doesNotHaveDuplicates();
    assertThat(permits.get(0).token()).isPositive();
    permits.stream().skip(1).forEach(Permit::close);
  }

  @Test
  void pool_anotherObjectOfThatName_isTheSame() throws Exception {
    PoolClient client = open(ClientSpec.defaults());
    PermitPool twin = client.pool(name, SIZE);
    try (Permit all = client.pool(name, SIZE).acquire(SIZE)) {
      assertThat(twin.tryAcquire()).isEmpty();
      assertThat(all.lockName()).isEqualTo(name).isEqualTo(twin.name());
    }
  }

  @Test
  void pool_anotherName_isAnotherOne() throws Exception {
    PermitPool elsewhere = open(ClientSpec.defaults()).pool(name + "-other", 1);
    try (Permit all = pool.acquire(SIZE);
        Permit one = elsewhere.tryAcquire().orElseThrow()) {
      assertThat(elsewhere.inspect().size()).isOne();
      assertThat(all.lockName()).isNotEqualTo(one.lockName());
    }
    elsewhere.reset();
  }

  // ---- bad numbers

  private void refusesPermits(int permits, String... words) {
    AcquireOptions options = AcquireOptions.defaults();
    List<TestThreads.Body> calls =
        List.of(
            () -> pool.acquire(permits),
            () -> pool.acquire(permits, options),
            () -> pool.tryAcquire(permits),
            () -> pool.tryAcquire(permits, BRIEFLY),
            () -> pool.tryAcquire(permits, options),
            () -> pool.acquireAsync(permits, options));
    for (int i = 0; i < calls.size(); i++) {
      TestThreads.Body call = calls.get(i);
      assertThatThrownBy(call::run, "call %s of the list", i)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(name)
          .hasMessageContainingAll(words);
    }
  }

  @Test
  void acquire_lessThanOne_isRefusedWithTheBound() {
    refusesPermits(0, "permits 0", "at least 1");
    refusesPermits(-3, "permits -3", "at least 1");
  }

  @Test
  void acquire_moreThanTheSize_isRefusedWithTheBound() {
    refusesPermits(SIZE + 1, "5 permits", "at most", "4");
  }

  @Test
  void size_lessThanOne_isRefusedWithTheBound() {
    PoolClient client = open(ClientSpec.defaults());
    assertThatThrownBy(() -> client.pool(name, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(name, "size 0", "at least 1");
    assertThatThrownBy(() -> pool.resize(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(name, "size -1", "at least 1");
    assertThat(pool.inspect().size()).as("nobody has used it").isZero();
  }

  @Test
  void refusals_cost_noRequest() throws Exception {
    long callsBefore = scriptCalls();
    try (Permit warm = pool.acquire()) {
      awaitCompared(callsBefore);
      long before = scriptCalls();
      refusesPermits(0, "permits 0");
      refusesPermits(SIZE + 1, "5 permits");
      assertThat(scriptCalls()).isEqualTo(before);
      assertThat(warm.isValid()).isTrue();
    }
  }

  private void awaitCompared(long callsBefore) {
    eventually()
        .isTrue(
            "the first permits are followed by a look at the size",
            () -> scriptCalls() - callsBefore >= 2);
    stays(SHORT, "and that by nothing", () -> true);
  }

  // ---- waits

  @Test
  void tryAcquire_zeroOrNegativeWait_doesNotWaitNorQueue() throws Exception {
    List<Duration> none = List.of(Duration.ZERO, Duration.ofSeconds(-5));
    for (Duration wait : none) {
      assertThat(pool.tryAcquire(2, wait)).as("free").isPresent().get().satisfies(Permit::close);
    }
    try (Permit all = others.acquire(SIZE)) {
      for (Duration wait : none) {
        assertThat(pool.tryAcquire(1, wait)).isEmpty();
        assertThatThrownBy(() -> pool.acquire(1, atMost(wait)))
            .isInstanceOf(LockTimeoutException.class);
        assertThat(others.inspect().queueLength()).as("%s", wait).isZero();
      }
      assertThat(all.isValid()).isTrue();
    }
  }

  @Test
  void tryAcquire_timed_waitsForItsTimeAndLeavesNoTicket() throws Exception {
    try (Permit three = others.acquire(3)) {
      Duration waited = timeOf(() -> assertThat(pool.tryAcquire(2, BRIEFLY)).isEmpty());
      assertThat(waited).isBetween(BRIEFLY, LIMIT);
      awaitQueueLength(0);
      assertThat(pool.tryAcquire())
          .as("nobody is before it")
          .isPresent()
          .get()
          .satisfies(Permit::close);
      assertThat(three.isValid()).isTrue();
    }
  }

  @Test
  void tryAcquire_timedAndFreedMeanwhile_hasThem() throws Exception {
    Permit all = others.acquire(SIZE);
    Actor waiter = actor("waiter");
    CompletableFuture<Permit> waiting =
        waiter.begins(() -> pool.tryAcquire(3, Duration.ofMinutes(1)).orElseThrow());
    awaitQueueLength(1);
    all.close();
    try (Permit three = assertThat(waiting).succeedsWithin(LIMIT).actual()) {
      assertThat(three.permits()).isEqualTo(3);
      assertThat(three.token()).isGreaterThan(all.token());
    }
  }

  @Test
  void acquire_timeOver_saysHowManyAreOut() throws Exception {
    try (Permit three = others.acquire(3)) {
      assertThatThrownBy(() -> pool.acquire(2, atMost(BRIEFLY)))
          .isInstanceOf(LockTimeoutException.class)
          .hasMessageContainingAll(name, "120 ms", "3 of 4 permits are out", "other");
      assertThat(three.isValid()).isTrue();
    }
  }

  @Test
  void tryAcquire_whileSomebodyWaits_isEmptyThoughItWouldFit() throws Exception {
    try (Permit three = others.acquire(3)) {
      CompletableFuture<Permit> waiting = queue(others, 2);
      assertThat(pool.tryAcquire()).isEmpty();
      assertThat(pool.tryAcquire(1, Duration.ZERO)).isEmpty();
      assertThat(pool.tryAcquire(1, BRIEFLY)).isEmpty();
      waiting.cancel(false);
      awaitQueueLength(0);
      assertThat(pool.tryAcquire()).isPresent().get().satisfies(Permit::close);
      assertThat(three.isValid()).isTrue();
    }
  }

  // ---- interrupts

  @Test
  void acquire_interruptedBefore_throwsThoughThereAreSome() {
    List<TestThreads.Body> calls =
        List.of(
            pool::acquire,
            () -> pool.acquire(1, AcquireOptions.defaults()),
            () -> pool.tryAcquire(1, BRIEFLY),
            () -> pool.tryAcquire(1, Duration.ZERO),
            () -> pool.tryAcquire(1, AcquireOptions.defaults()));
    for (TestThreads.Body call : calls) {
      Actor caller = actor("caller");
      caller.does(() -> Thread.currentThread().interrupt());
      assertThat(caller.failsIn(call)).isInstanceOf(InterruptedException.class);
      caller.does(() -> assertThat(Thread.interrupted()).isFalse());
    }
    assertThat(out()).isZero();
  }

  @Test
  void acquire_interruptedWhileWaiting_throwsAndLeavesTheQueue() throws Exception {
    try (Permit all = others.acquire(SIZE)) {
      List<TestThreads.Body> calls =
          List.of(() -> pool.acquire(2), () -> pool.tryAcquire(2, Duration.ofMinutes(1)));
      for (TestThreads.Body call : calls) {
        Actor waiter = actor("waiter");
        CompletableFuture<?> waiting = waiter.starts(call);
        awaitQueueLength(1);
        waiter.thread().interrupt();
        assertThat(Actor.failure(waiting)).isInstanceOf(InterruptedException.class);
        waiter.does(() -> assertThat(Thread.interrupted()).isFalse());
        awaitQueueLength(0);
      }
      assertThat(all.isValid()).isTrue();
    }
  }

  @Test
  void tryAcquire_interrupted_doesNotMindAndKeepsTheFlag() {
    Actor caller = actor("caller");
    caller.does(
        () -> {
          Thread.currentThread().interrupt();
          Optional<Permit> two = pool.tryAcquire(2);
          assertThat(Thread.interrupted()).isTrue();
          assertThat(two).isPresent().get().satisfies(Permit::close);
        });
  }

  // ---- inspection

  @Test
  void inspect_unused_saysThatNothingIsKnown() {
    assertThat(pool.inspect()).isEqualTo(new PoolInspection(name, 0, List.of(), 0));
  }

  @Test
  void inspect_used_saysWhoHasHowManyAndHowManyWait() throws Exception {
    try (Permit one = pool.acquire(1);
        Permit two = others.acquire(2)) {
      CompletableFuture<Permit> waiting = queue(pool, 3);
      PoolInspection state = pool.inspect();
      assertThat(state.poolName()).isEqualTo(name);
      assertThat(state.size()).isEqualTo(SIZE);
      assertThat(state.available()).isEqualTo(1);
      assertThat(state.queueLength()).isEqualTo(1);
      assertThat(state.holders())
          .extracting(
              PoolInspection.Holder::clientLabel,
              PoolInspection.Holder::permits,
              PoolInspection.Holder::ours)
          .containsExactlyInAnyOrder(tuple("first", 1, true), tuple("other", 2, false));
      waiting.cancel(false);
      assertThat(one.token()).isLessThan(two.token());
    }
  }

  @Test
  void inspect_severalHolders_namesTheLeaseThatEndsFirst() throws Exception {
    AcquireOptions ofTen = AcquireOptions.defaults().lease(Lease.fixed(Duration.ofSeconds(10)));
    try (Permit longer = pool.acquire(1);
        Permit shorter = pool.acquire(2, ofTen)) {
      List<PoolInspection.Holder> holders = others.inspect().holders();
      assertThat(holders).extracting(PoolInspection.Holder::permits).containsExactly(2, 1);
      assertThat(holders.get(0).remaining())
          .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
      assertThat(holders.get(1).remaining()).isGreaterThan(Duration.ofSeconds(15));
      assertThat(shorter.token()).isGreaterThan(longer.token());
    }
  }
}
