package io.holdfast.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.testkit.local.LocalLocks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** With locks that have no server, and real schedulers. */
class ReactiveLockTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String NAME = "order:42";

  private final LocalLocks locks = LocalLocks.create();
  private final LocalLocks others = locks.client("another process");
  private final Scheduler mine = Schedulers.newSingle("mine");
  private final ReactiveLock lock = ReactiveLock.of(locks, NAME);

  @AfterEach
  void close() {
    locks.close();
    others.close();
    mine.dispose();
  }

  private static Mono<String> threadName() {
    return Mono.fromSupplier(() -> Thread.currentThread().getName());
  }

  private static String here(Object signal) {
    return Thread.currentThread().getName();
  }

  // ---- threads

  @Test
  void using_onAScheduler_worksAndTellsThere() {
    StepVerifier.create(
            lock.on(mine)
                .using(
                    hold -> {
                      assertThat(here(hold)).startsWith("mine");
                      return threadName();
                    })
                .map(inside -> List.of(inside, here(inside))))
        .assertNext(names -> assertThat(names).allMatch(name -> name.startsWith("mine")))
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void using_byDefault_worksAndTellsOnParallel() {
    Mono<List<String>> names =
        lock.using(hold -> threadName()).map(inside -> List.of(inside, here(inside)));

    StepVerifier.create(names)
        .assertNext(all -> assertThat(all).allMatch(name -> name.startsWith("parallel")))
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void using_workEndsOnAnotherThread_tellsOnTheScheduler() {
    Mono<String> thread =
        lock.on(mine)
            .using(hold -> threadName().subscribeOn(Schedulers.boundedElastic()))
            .map(ReactiveLockTest::here);

    StepVerifier.create(thread)
        .assertNext(name -> assertThat(name).startsWith("mine"))
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void acquire_onAScheduler_isDeliveredThere() {
    StepVerifier.create(
            lock.on(mine)
                .acquire()
                .map(
                    hold -> {
                      hold.close();
                      return here(hold);
                    }))
        .assertNext(name -> assertThat(name).startsWith("mine"))
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void acquire_blockedFor_givesAHold() {
    Hold hold = lock.acquire().block(LIMIT);

    assertThat(hold).isNotNull().satisfies(mine -> assertThat(mine.isValid()).isTrue());
  }

  @Test
  void using_timedOut_failsOnTheScheduler() throws Exception {
    AcquireOptions atOnce = AcquireOptions.defaults().withoutWaiting();
    try (Hold held = others.get(NAME).acquire()) {
      StepVerifier.create(
              ReactiveLock.of(locks, NAME, atOnce)
                  .on(mine)
                  .using(hold -> Mono.just("never"))
                  .onErrorMap(e -> new IllegalStateException(here(e), e)))
          .expectErrorSatisfies(
              e -> {
                assertThat(e).hasCauseInstanceOf(LockTimeoutException.class);
                assertThat(e.getMessage()).startsWith("mine");
              })
          .verify(LIMIT);
    }
  }

  @Test
  void usingMany_lost_failsOnTheScheduler() {
    StepVerifier.create(
            lock.on(mine)
                .usingMany(hold -> Flux.just("begun").concatWith(Flux.never()))
                .onErrorMap(e -> new IllegalStateException(here(e), e)))
        .expectNext("begun")
        .then(() -> assertThat(others.get(NAME).forceUnlock()).isTrue())
        .expectErrorSatisfies(
            e -> {
              assertThat(e).hasCauseInstanceOf(LeaseLostException.class);
              assertThat(e.getMessage()).startsWith("mine");
            })
        .verify(LIMIT);
  }

  @Test
  void using_schedulerDisposed_failsAndReleases() {
    mine.dispose();

    StepVerifier.create(lock.on(mine).using(hold -> Mono.just("never")))
        .expectError(RejectedExecutionException.class)
        .verify(LIMIT);

    assertThat(locks.get(NAME).isLocked()).isFalse();
  }

  // ---- Reactor's context

  @Test
  void using_context_isThatOfTheSubscriber() {
    StepVerifier.create(
            lock.using(hold -> Mono.deferContextual(context -> Mono.just(context.get("user"))))
                .contextWrite(context -> context.put("user", "ada")))
        .expectNext("ada")
        .expectComplete()
        .verify(LIMIT);
  }

  private static void assertRefused(Mono<?> nested) {
    StepVerifier.create(nested)
        .expectErrorSatisfies(
            e ->
                assertThat(e)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("Lock 'order:42': requested inside work that holds it"))
        .verify(LIMIT);
  }

  @Test
  void using_insideOfItself_isRefusedAtOnce() {
    ReactiveLock again = ReactiveLock.of(locks, NAME); // by the same name
    assertRefused(lock.using(hold -> again.using(inner -> Mono.just("never"))));
    assertRefused(lock.using(hold -> again.acquire()));
    assertRefused(lock.using(hold -> again.usingMany(inner -> Mono.just("never")).next()));
    assertRefused(
        lock.using(
            hold ->
                ReactiveLock.of(locks, "another")
                    .using(other -> again.using(inner -> Mono.just("never")))));

    assertThat(locks.get(NAME).isLocked()).isFalse();
  }

  @Test
  void using_insideOfAnEqualLock_isRefusedAtOnce() {
    AcquireOptions patient = AcquireOptions.defaults().waitAtMost(LIMIT);
    List<ReactiveLock> same =
        List.of(
            lock,
            ReactiveLock.of(locks, NAME, patient),
            ReactiveLock.of(locks.get(NAME)),
            ReactiveLock.of(locks.get(NAME, patient)));

    same.forEach(
        outer ->
            same.forEach(
                inner ->
                    assertRefused(outer.using(hold -> inner.using(mine -> Mono.just("never"))))));
  }

  @Test
  void using_inAChainThatWasGivenItsContext_isRefused() {
    AtomicReference<Throwable> refusal = new AtomicReference<>();
    Mono<String> later = lock.using(hold -> Mono.just("never"));

    StepVerifier.create(
            lock.using(
                hold ->
                    Mono.deferContextual(
                        context -> {
                          Disposable unused =
                              later.contextWrite(context).subscribe(value -> {}, refusal::set);
                          return Mono.just("done");
                        })))
        .expectNext("done")
        .expectComplete()
        .verify(LIMIT);

    assertThat(refusal.get()).isInstanceOf(IllegalStateException.class);
  }

  /** Operators behind it do not see its context: what they ask for waits. */
  @Test
  void usingMany_theSameLockBehindIt_isNotRecognised() {
    ReactiveLock impatient =
        ReactiveLock.of(locks, NAME, AcquireOptions.defaults().withoutWaiting());

    StepVerifier.create(
            impatient
                .usingMany(hold -> Flux.range(0, 1000))
                .concatMap(value -> impatient.using(hold -> Mono.just(value))))
        .expectError(LockTimeoutException.class)
        .verify(LIMIT);
  }

  @Test
  void using_insideOfAnother_isNotRefused() {
    ReactiveLock sameNameElsewhere = ReactiveLock.of(LocalLocks.create(), NAME);

    StepVerifier.create(lock.using(hold -> sameNameElsewhere.using(inner -> Mono.just("both"))))
        .expectNext("both")
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void using_afterTheHoldAroundItWasReleased_isNotRefused() {
    StepVerifier.create(
            lock.using(
                hold ->
                    Mono.fromFuture(hold::releaseAsync)
                        .then(lock.using(inner -> Mono.just("again")))))
        .expectNext("again")
        .expectComplete()
        .verify(LIMIT);
  }

  // ---- the rest of the contract

  @Test
  void using_clientClosed_fails() {
    locks.close();

    StepVerifier.create(lock.using(hold -> Mono.just("never")))
        .expectError(ClientClosedException.class)
        .verify(LIMIT);
    StepVerifier.create(lock.acquire()).expectError(ClientClosedException.class).verify(LIMIT);
  }

  @Test
  void usingMany_fusedOperatorsOnBothSides_giveAllValues() {
    StepVerifier.create(
            lock.usingMany(hold -> Flux.range(1, 1000).map(i -> i * 2))
                .filter(i -> i % 4 == 0)
                .publishOn(mine, 7)
                .count())
        .expectNext(500L)
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void methods_nullFunctionOrScheduler_throwAtOnce() {
    assertThatThrownBy(() -> lock.using(null)).hasMessage("work");
    assertThatThrownBy(() -> lock.usingMany(null)).hasMessage("work");
    assertThatThrownBy(() -> lock.on(null)).hasMessage("scheduler");
    assertThat(lock).hasToString("ReactiveLock[Lock 'order:42']");
  }
}
