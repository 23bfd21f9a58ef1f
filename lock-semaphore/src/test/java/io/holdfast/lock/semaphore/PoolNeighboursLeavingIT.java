package io.holdfast.lock.semaphore;

import static io.holdfast.lock.semaphore.Neighbourhood.given;
import static io.holdfast.lock.semaphore.Neighbourhood.queue;
import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.Permit;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A waiter gives up at the very moment at which a neighbour hands its permit on to it: it has the
 * permit, or the next one has. No permit is lost, and none is given twice.
 */
@ExtendWith(RedisServerExtension.class)
@Tag("long")
class PoolNeighboursLeavingIT {

  private static final int SIZE = 2;

  /** By how much the two ends of a round are moved against each other, to meet. */
  private static final long STEP_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

  private static final long LONGEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private static final long JITTER_NANOS = TimeUnit.MICROSECONDS.toNanos(60);

  /** The limit of waiters whose time is over within the round. */
  private static final Duration BRIEF = Duration.ofMillis(150);

  /** Until both ends are waiting for their moment. */
  private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Random random = new Random(12);
  private final AtomicInteger acquired = new AtomicInteger(); // by neighbours, wanted or not
  private final AtomicInteger out = new AtomicInteger();
  private final HeldBack completions = new HeldBack();
  private TestThreads threads;
  private Neighbourhood pool;

  /** How a waiter that will give up begins to wait. */
  @FunctionalInterface
  private interface Leaving {
    Leaver begin();
  }

  @BeforeEach
  void open(@FreshServer RedisServer server) throws InterruptedException {
    threads = TestThreads.open();
    LockListener counting =
        new LockListener() {
          @Override
          public void acquired(LockEvent event, Duration waited) {
            acquired.incrementAndGet();
          }
        };
    pool =
        new Neighbourhood(
            server,
            Neighbourhood.patient().listener(counting).callbackExecutor(completions).build(),
            server.uri(),
            SIZE);
  }

  @AfterEach
  void close() {
    try (TestThreads ending = threads;
        Neighbourhood left = pool) {
      left.assertWhole();
    }
  }

  // ---- served, and not told yet

  @Test
  void cancel_servedAndNotToldYet_handsItOnWithoutTheServer() throws Exception {
    Permit all = pool.there.acquire(SIZE);
    CompletableFuture<Permit> first = queue(pool.here, SIZE);
    CompletableFuture<Permit> leaver = queue(pool.here, SIZE);
    CompletableFuture<Permit> next = queue(pool.here, SIZE);
    all.close();
    Permit permit = given(first);
    long before = pool.scriptCalls();
    completions.hold();
    permit.close();
    eventually().isTrue("the next is served", () -> completions.size() > 0);

    assertThat(leaver.cancel(true)).isTrue();

    assertThat(next).isNotDone();
    completions.letGo();
    Permit last = given(next);
    assertThat(last.token()).isGreaterThan(permit.token());
    assertThat(pool.scriptCalls()).as("handed on twice, here").isEqualTo(before);
    assertThat(pool.out()).isEqualTo(SIZE);
    last.close();
  }

  @Test
  void timeOut_servedAndNotToldYet_hasItAllTheSame() throws Exception {
    Duration limit = Duration.ofSeconds(4);
    Permit all = pool.there.acquire(SIZE);
    CompletableFuture<Permit> first = queue(pool.here, SIZE);
    long start = System.nanoTime();
    CompletableFuture<Permit> leaver =
        pool.here.acquireAsync(SIZE, AcquireOptions.defaults().waitAtMost(limit));
    eventually().expect("queued", pool.here::inspect, now -> now.queueLength() == 2);
    CompletableFuture<Permit> next = queue(pool.here, SIZE);
    all.close();
    Permit permit = given(first);
    completions.hold();
    permit.close();
    long over = limit.plusMillis(100).toNanos(); // it tries every 20 ms

    within(Duration.ofSeconds(10))
        .isTrue("its time is over", () -> System.nanoTime() - start > over);

    assertThat(leaver).isNotDone();
    assertThat(next).isNotDone();
    completions.letGo();
    given(leaver).close();
    given(next).close();
  }

  // ---- at the very moment

  @Test
  void cancel_asItIsServed_losesNoPermit() throws Exception {
    int rounds = 300;
    acquired.set(0);
    int served = meet(rounds, this::cancelled);
    // In each round the first has a permit, and so have the two behind the leaving waiter.
    assertThat(acquired)
        .as("some were served and not wanted")
        .hasValueGreaterThan(3 * rounds + served);
  }

  @Test
  void interrupt_asItIsServed_losesNoPermit() throws Exception {
    meet(300, this::interrupted);
  }

  @Test
  void timeOut_asItIsServed_losesNoPermit() throws Exception {
    meet(100, this::lateFuture);
  }

  @Test
  void timedTry_overAsItIsServed_losesNoPermit() throws Exception {
    meet(100, this::lateThread);
  }

  private Leaver cancelled() {
    CompletableFuture<Permit> waiting = pool.here.acquireAsync(1, AcquireOptions.defaults());
    return Leaver.madeTo(Leaver.outcome(waiting), () -> waiting.cancel(true));
  }

  private Leaver interrupted() {
    CompletableFuture<Optional<Permit>> outcome = new CompletableFuture<>();
    Thread thread =
        threads.start(
            "leaver",
            () -> {
              try {
                outcome.complete(Optional.of(pool.here.acquire()));
              } catch (InterruptedException e) {
                outcome.complete(Optional.empty());
              }
            });
    return Leaver.madeTo(outcome, thread::interrupt);
  }

  private Leaver lateFuture() {
    long over = System.nanoTime() + BRIEF.toNanos();
    CompletableFuture<Permit> waiting =
        pool.here.acquireAsync(1, AcquireOptions.defaults().waitAtMost(BRIEF));
    return Leaver.at(over, Leaver.outcome(waiting));
  }

  private Leaver lateThread() {
    long over = System.nanoTime() + BRIEF.toNanos();
    return Leaver.at(over, threads.call("leaver", () -> pool.here.tryAcquire(1, BRIEF)));
  }

  /** Round by round, the end of the wait and the grant are moved until they meet. */
  private int meet(int rounds, Leaving leaving) throws Exception {
    long offset = 0;
    long step = STEP_NANOS; // away from "gone", or towards it if negative
    int served = 0;
    for (int i = 0; i < rounds; i++) {
      boolean wasServed = round(leaving, offset + jitter(), i % 2 == 1);
      served += wasServed ? 1 : 0;
      long least = wasServed ? STEP_NANOS : -STEP_NANOS;
      step = step > 0 == wasServed && Math.abs(step) < LONGEST_STEP_NANOS ? 2 * step : least;
      offset += step;
    }
    assertThat(served).as("it was both served and gone, in turn").isBetween(1, rounds - 1);
    return served;
  }

  private long jitter() {
    return (long) ((2 * random.nextDouble() - 1) * JITTER_NANOS);
  }

  /**
   * The first hands its permit on as the next one in the queue gives up.
   *
   * @param isGranted whether, besides, the server has a permit for the head of its queue then
   * @return whether the leaving waiter had a permit
   */
  private boolean round(Leaving leaving, long offset, boolean isGranted) throws Exception {
    Permit x = pool.there.acquire();
    Permit y = pool.there.acquire();
    CompletableFuture<Permit> first = queue(pool.here, 1);
    Leaver leaver = leaving.begin();
    eventually()
        .isTrue(
            "queued", () -> pool.here.inspect().queueLength() == 2 || leaver.outcome().isDone());
    CompletableFuture<Void> after =
        CompletableFuture.allOf(
            uses(queueBehind(leaver, pool.here)), uses(queueBehind(leaver, pool.here)));
    CompletableFuture<Void> behind = uses(queueBehind(leaver, pool.there));
    x.close();
    Permit served = given(first);
    out.set(SIZE);
    long start = leaver.overNanos().orElse(System.nanoTime() + SOON_NANOS);

    threads.start(
        "server",
        () -> {
          pauseUntil(start + offset);
          out.decrementAndGet();
          served.close();
          if (isGranted) {
            out.decrementAndGet();
            y.close();
          }
        });
    pauseUntil(start);
    leaver.end().run();

    Optional<Permit> outcome =
        assertThat(leaver.outcome()).succeedsWithin(Neighbourhood.GIVEN_UP).actual();
    outcome.ifPresent(this::use);
    assertThat(after).succeedsWithin(Neighbourhood.GIVEN_UP);
    assertThat(behind).succeedsWithin(Neighbourhood.GIVEN_UP);
    if (!isGranted) {
      y.close();
    }
    threads.joinAll(Neighbourhood.GIVEN_UP);
    eventually().isTrue("no ticket", () -> pool.tickets() == 0);
    eventually().expect("out", pool::out, permits -> permits == 0);
    return outcome.isPresent();
  }

  /** It is queued on return; or the one before it has gone, which on a slow machine may be. */
  private static CompletableFuture<Permit> queueBehind(Leaver leaver, PermitPool asked) {
    int before = asked.inspect().queueLength();
    CompletableFuture<Permit> waiting = asked.acquireAsync(1, AcquireOptions.defaults());
    eventually()
        .isTrue(
            "queued",
            () -> asked.inspect().queueLength() == before + 1 || leaver.outcome().isDone());
    return waiting;
  }

  private CompletableFuture<Void> uses(CompletableFuture<Permit> waiting) {
    return waiting.thenAcceptAsync(this::use);
  }

  /** Has it, with no more others than there are permits, and gives it back. */
  private void use(Permit permit) {
    assertThat(out.incrementAndGet()).as("permits that are out").isLessThanOrEqualTo(SIZE);
    out.decrementAndGet();
    permit.close();
  }

  /** Spinning would take the processors from the threads that are to meet. */
  private static void pauseUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
