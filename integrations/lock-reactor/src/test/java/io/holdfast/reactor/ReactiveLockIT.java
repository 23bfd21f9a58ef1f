package io.holdfast.reactor;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.semaphore.Semaphores;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** With a server, and two clients that stand for two processes. */
class ReactiveLockIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** So long that nothing is lost or free by the end of a lease. */
  private static final HoldfastSettings LONG =
      HoldfastSettings.builder().lease(Duration.ofMinutes(10)).build();

  private static RedisServer server;
  private static HoldfastClient client;
  private static HoldfastClient other;

  @BeforeAll
  static void open() {
    server = RedisServer.start();
    client = HoldfastClient.connect(LONG, server.uri());
    other = HoldfastClient.connect(LONG, server.uri());
  }

  @AfterAll
  static void close() {
    client.close();
    other.close();
    server.close();
  }

  private static void awaitQueue(DistributedLock lock, int length) {
    eventually()
        .isTrue(length + " waiters at the server", () -> lock.inspect().queueLength() == length);
  }

  @Test
  void usingMany_takenAwayByAnother_endsTheWorkAtOnce() {
    List<String> inner = Collections.synchronizedList(new ArrayList<>());
    ReactiveLock lock = ReactiveLock.of(client, "taken");

    StepVerifier.create(
            lock.usingMany(
                hold ->
                    Flux.just(hold.token())
                        .concatWith(Flux.never())
                        .doOnCancel(() -> inner.add("cancelled"))))
        .expectNextCount(1)
        .then(() -> assertThat(other.lock("taken").forceUnlock()).isTrue())
        .expectErrorSatisfies(
            e ->
                assertThat(e)
                    .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.FORCED)))
        .verify(LIMIT);

    assertThat(inner).containsExactly("cancelled");
  }

  @Test
  void using_cancelledWhileItWaits_leavesNoWaiterAtTheServer() throws Exception {
    ReactiveLock lock = ReactiveLock.of(client, "waited-for");
    try (Hold hold = other.lock("waited-for").acquire()) {
      Disposable first = lock.using(mine -> Mono.just(1)).subscribe();
      Disposable second = lock.acquire().subscribe();
      awaitQueue(other.lock("waited-for"), 1); // one entry for a client

      first.dispose();
      second.dispose();

      awaitQueue(other.lock("waited-for"), 0);
      assertThat(hold.isValid()).isTrue();
    }
    assertThat(client.lock("waited-for").isLocked()).isFalse();
  }

  @Test
  void using_cancelledWhileItWorks_freesTheLock() {
    ReactiveLock lock = ReactiveLock.of(client, "cancelled");
    Disposable subscription = lock.using(hold -> Mono.never()).subscribe();
    eventually().isTrue("held", () -> other.lock("cancelled").isLocked());

    subscription.dispose();

    eventually().isTrue("free", () -> !other.lock("cancelled").isLocked());
  }

  @Test
  void using_completed_isReleasedBeforeTheSubscriberHearsOfIt() {
    Mono<Boolean> isLockedAfterwards =
        ReactiveLock.of(client, "released")
            .on(Schedulers.boundedElastic())
            .using(hold -> Mono.just("value"))
            .map(value -> other.lock("released").isLocked());

    StepVerifier.create(isLockedAfterwards.repeat(50).distinct())
        .expectNext(false)
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void using_inTwoProcesses_givesRisingTokensOneAtATime() {
    List<Long> tokens = new ArrayList<>(); // written under the lock
    int each = 100;
    Mono<Long> here = turns(client, tokens, each);
    Mono<Long> there = turns(other, tokens, each);

    StepVerifier.create(Mono.zip(here, there)).expectNextCount(1).expectComplete().verify(LIMIT);

    assertThat(tokens).hasSize(2 * each).isSorted().doesNotHaveDuplicates();
  }

  private static Mono<Long> turns(HoldfastClient one, List<Long> tokens, int number) {
    ReactiveLock lock = ReactiveLock.of(one, "tokens");
    return Flux.range(0, number)
        .flatMap(i -> lock.using(hold -> Mono.fromSupplier(() -> tokens.add(hold.token()))))
        .count();
  }

  @Test
  void using_insideOfALockThatWasMadeAnew_isRefused() {
    ReactiveLock outer = ReactiveLock.of(new FairLocks(client), "nested");
    ReactiveLock inner = ReactiveLock.of(new FairLocks(client), "nested");

    StepVerifier.create(outer.using(hold -> inner.using(mine -> Mono.just("never"))))
        .expectError(IllegalStateException.class)
        .verify(LIMIT);
  }

  // ---- one thread

  private final AtomicInteger inside = new AtomicInteger();

  /** Written by one section at a time. */
  private int count;

  @Test
  void using_tenThousandSubscriptionsOnOneThread_excludeEachOther() {
    int all = 10_000;
    Scheduler one = Schedulers.newSingle("one");
    ReactiveLock lock = ReactiveLock.of(client, "crowded").on(one);
    Mono<Integer> section =
        lock.using(
            hold ->
                Mono.fromSupplier(this::read)
                    .publishOn(one) // others may run in between
                    .map(this::write));

    StepVerifier.create(Flux.range(0, all).flatMap(i -> section, all).count())
        .expectNext((long) all)
        .expectComplete()
        .verify(LIMIT);
    one.dispose();

    assertThat(count).isEqualTo(all);
  }

  private int read() {
    assertThat(inside.incrementAndGet()).as("sections at a time").isEqualTo(1);
    return count;
  }

  private int write(int seen) {
    count = seen + 1;
    inside.decrementAndGet();
    return count;
  }

  @Test
  void pool_permits_areHeldWhileTheWorkLasts() {
    PermitPool pool = new Semaphores(client).pool("gpu", 2);
    ReactivePool gpus =
        ReactivePool.of(pool, AcquireOptions.defaults()).on(Schedulers.boundedElastic());

    StepVerifier.create(gpus.using(2, permit -> Mono.fromSupplier(() -> pool.tryAcquire(1))))
        .assertNext(another -> assertThat(another).isEmpty())
        .expectComplete()
        .verify(LIMIT);
    StepVerifier.create(gpus.usingMany(2, permit -> Flux.just(permit.permits())))
        .expectNext(2)
        .expectComplete()
        .verify(LIMIT);
    StepVerifier.create(gpus.acquire(1).flatMap(permit -> Mono.fromFuture(permit::releaseAsync)))
        .expectComplete()
        .verify(LIMIT);
    StepVerifier.create(gpus.acquire(0)).expectError(IllegalArgumentException.class).verify(LIMIT);
    assertThat(pool.tryAcquire(2)).hasValueSatisfying(all -> all.close());
  }
}
