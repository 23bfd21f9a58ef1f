package io.holdfast.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.process.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** What a subscriber hears, and when. */
class OutcomeTest {

  private final Trial trial = new Trial();
  private final List<Object> heard = new ArrayList<>();
  private final TestPublisher<String> work = TestPublisher.create();

  @AfterEach
  void close() {
    trial.close();
  }

  private void subscribe(Mono<?> mono) {
    mono.subscribe(heard::add, heard::add, () -> heard.add("completed"));
  }

  private void subscribe(Flux<?> flux) {
    flux.subscribe(heard::add, heard::add, () -> heard.add("completed"));
  }

  // ---- before the work

  @Test
  void publishers_notSubscribedTo_askNothing() {
    Mono<Hold> unused = trial.publishers.acquire();
    Mono<String> unusedMono = trial.using(hold -> work.mono());
    Flux<String> unusedFlux = trial.usingMany(hold -> work.flux());

    assertThat(trial.requests).isZero();
  }

  @Test
  void using_timedOut_failsWithoutWork() {
    subscribe(trial.using(hold -> work.mono()));
    LockTimeoutException timeout = new LockTimeoutException("too late");

    trial.request.completeExceptionally(timeout);
    trial.goOn();

    assertThat(heard).containsExactly(timeout);
    work.assertWasNotSubscribed();
  }

  @Test
  void publishers_askingThrows_fail() {
    IllegalArgumentException refused = new IllegalArgumentException("no such name");
    Publishers<Hold> broken =
        new Publishers<>(
            new Source<>(
                "broken",
                Optional.empty(),
                () -> {
                  throw refused;
                }),
            () -> trial.steps);
    subscribe(broken.acquire());
    subscribe(broken.using(hold -> work.mono()));
    assertThat(heard).as("told by the thread that subscribes").isEmpty();

    trial.goOn();

    assertThat(heard).containsExactly(refused, refused);
  }

  // ---- the end of the work

  @Test
  void using_completed_tellsValueAndCompletionAfterTheRelease() {
    trial.acknowledgement = new CompletableFuture<>();
    subscribe(trial.using(hold -> work.mono()));
    trial.grantAndGoOn();

    work.emit("value");
    trial.goOn();

    assertThat(trial.releases).hasSize(1);
    assertThat(heard).isEmpty();
    trial.acknowledgement.complete(null);
    trial.goOn();
    assertThat(heard).containsExactly("value", "completed");
    assertThat(trial.steps.hasTimer()).isFalse();
  }

  @Test
  void using_empty_completesAfterTheRelease() {
    subscribe(trial.using(hold -> Mono.empty()));

    trial.grantAndGoOn();

    assertThat(heard).containsExactly("completed");
    assertThat(trial.releases).hasSize(1);
  }

  @Test
  void usingMany_values_comeUnderTheLockAndTheCompletionAfterTheRelease() {
    trial.acknowledgement = new CompletableFuture<>();
    subscribe(trial.usingMany(hold -> work.flux()));
    trial.grantAndGoOn();

    work.next("a", "b");
    assertThat(heard).containsExactly("a", "b");
    assertThat(trial.releases).isEmpty();
    work.complete();
    trial.goOn();

    assertThat(heard).containsExactly("a", "b");
    trial.acknowledgement.complete(null);
    trial.goOn();
    assertThat(heard).containsExactly("a", "b", "completed");
    assertThat(trial.releases).hasSize(1);
  }

  @Test
  void usingMany_requests_arePassedOn() {
    StepVerifier.create(trial.usingMany(hold -> Flux.range(1, 5)), 0)
        .then(trial::grantAndGoOn)
        .thenRequest(2)
        .expectNext(1, 2)
        .then(() -> assertThat(trial.releases).isEmpty())
        .thenRequest(3)
        .expectNext(3, 4, 5)
        .then(trial::goOn)
        .expectComplete()
        .verify(Duration.ofSeconds(60));
    assertThat(trial.isHeld()).isFalse();
  }

  @Test
  void using_failed_tellsTheFailureAfterTheRelease() {
    trial.acknowledgement = new CompletableFuture<>();
    IllegalStateException failure = new IllegalStateException("x");
    subscribe(trial.using(hold -> work.mono()));
    trial.grantAndGoOn();

    work.error(failure);
    trial.goOn();

    assertThat(trial.releases).hasSize(1);
    assertThat(heard).isEmpty();
    trial.acknowledgement.complete(null);
    trial.goOn();
    assertThat(heard).containsExactly(failure);
  }

  @Test
  void using_functionThrows_releasesAndFails() {
    IllegalStateException failure = new IllegalStateException("x");
    subscribe(
        trial.using(
            hold -> {
              throw failure;
            }));

    trial.grantAndGoOn();

    assertThat(heard).containsExactly(failure);
    assertThat(trial.isHeld()).isFalse();
  }

  @Test
  void using_functionThrowsAFatalError_releasesAndFails() {
    StackOverflowError failure = new StackOverflowError();
    subscribe(
        trial.using(
            hold -> {
              throw failure;
            }));

    trial.grantAndGoOn();

    assertThat(heard).containsExactly(failure);
    assertThat(trial.isHeld()).isFalse();
  }

  @Test
  void using_functionReturnsNull_releasesAndNamesTheLock() {
    subscribe(trial.using(hold -> null));

    trial.grantAndGoOn();

    assertThat(heard)
        .singleElement()
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .isInstanceOf(NullPointerException.class)
        .hasMessage("Lock 'order:42': the work returned no publisher");
    assertThat(trial.isHeld()).isFalse();
  }

  @Test
  void usingMany_publisherThrowsWhenSubscribedTo_releasesAndFails() {
    IllegalStateException failure = new IllegalStateException("broken");
    subscribe(
        trial.<String>usingMany(
            hold ->
                subscriber -> {
                  throw failure;
                }));

    trial.grantAndGoOn();

    assertThat(heard).containsExactly(failure);
    assertThat(trial.isHeld()).isFalse();
  }

  @Test
  void usingMany_publisherThrowsAFatalErrorWhenItHasBegun_cancelsReleasesAndFails() {
    AtomicInteger cancels = new AtomicInteger();
    StackOverflowError failure = new StackOverflowError();
    subscribe(
        trial.<String>usingMany(
            hold ->
                subscriber -> {
                  subscriber.onSubscribe(
                      new Subscription() {
                        @Override
                        public void request(long number) {}

                        @Override
                        public void cancel() {
                          cancels.incrementAndGet();
                          throw new IllegalStateException("cannot be cancelled");
                        }
                      });
                  throw failure;
                }));

    trial.grantAndGoOn();

    assertThat(cancels).hasValue(1);
    assertThat(heard).containsExactly(failure);
    assertThat(trial.isHeld()).isFalse();
  }

  @Test
  void using_publisherOfTwo_givesTheFirst() {
    subscribe(trial.using(hold -> Mono.fromDirect(Flux.just("a", "b"))));

    trial.grantAndGoOn();

    assertThat(heard).containsExactly("a", "completed");
  }

  // ---- a scheduler that takes no task

  /** As one that cannot start a thread. */
  private static final class Broken implements Scheduler {

    static final Error FAILURE = new Error("unable to create native thread");

    @Override
    public Disposable schedule(Runnable task) {
      throw FAILURE;
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
      throw FAILURE;
    }

    @Override
    public Worker createWorker() {
      throw FAILURE;
    }
  }

  @Test
  void publishers_schedulerThrows_failAndRelease() {
    Publishers<Hold> broken = trial.publishers.on(new Broken());
    subscribe(broken.acquire());
    trial.grant();
    subscribe(broken.using(hold -> work.mono()));
    trial.grant();

    assertThat(heard).containsExactly(Broken.FAILURE, Broken.FAILURE);
    assertThat(trial.releases).hasSize(2);
    assertThat(trial.isHeld()).isFalse();
    work.assertWasNotSubscribed();
  }

  @Test
  void publishers_schedulerThrowsAndTheyWereRefused_tellTheRefusal() {
    LockTimeoutException timeout = new LockTimeoutException("too late");
    subscribe(trial.publishers.on(new Broken()).acquire());

    trial.request.completeExceptionally(timeout);

    assertThat(heard).containsExactly(timeout);
  }

  @Test
  void stage_schedulerThrowsAtATimer_waitsElsewhere() {
    StepVerifier.create(
            Mono.<String>create(
                sink ->
                    new Stage(new Broken())
                        .runLater(() -> sink.success("later"), Duration.ofMillis(1))))
        .expectNext("later")
        .expectComplete()
        .verify(Duration.ofSeconds(60));
  }

  @Test
  void stage_taskThrowsInASchedulerThatRunsItAtOnce_runsItOnce() {
    AtomicInteger runs = new AtomicInteger();
    Stage stage = new Stage(Schedulers.immediate());

    assertThatThrownBy(
            () ->
                stage.run(
                    () -> {
                      runs.incrementAndGet();
                      throw new IllegalStateException("x");
                    }))
        .hasMessage("x");

    assertThat(runs).hasValue(1);
  }

  // ---- the release

  @Test
  void using_releaseUnanswered_tellsTheOutcomeAfterTwoSeconds() {
    trial.acknowledgement = new CompletableFuture<>();
    subscribe(trial.using(hold -> Mono.just("value")));
    trial.grantAndGoOn();

    trial.goOnAfter(Duration.ofMillis(1999));
    assertThat(heard).isEmpty();
    trial.goOnAfter(Duration.ofMillis(1));

    assertThat(heard).containsExactly("value", "completed");
    assertThat(trial.acknowledgement).as("the release goes on").isNotDone();
    try (CapturedLog log = CapturedLog.begin()) {
      trial.acknowledgement.completeExceptionally(
          new LeaseLostException(Trial.NAME, 1, LossCause.GONE));
      assertThat(log.lines("token 1 was lost", "has heard of the end")).isEqualTo(1);
    }
    trial.goOn();
    assertThat(heard).hasSize(2);
  }

  @Test
  void using_releaseRefused_tellsTheOutcomeOfTheWork() {
    trial.acknowledgement =
        CompletableFuture.failedFuture(new LockServerException("no right", null, true));
    subscribe(trial.using(hold -> Mono.just("value")));

    trial.grantAndGoOn();

    assertThat(heard).containsExactly("value", "completed");
  }

  @Test
  void using_releaseThrowsAnError_isTriedAgainOnTheScheduler() {
    trial.releaseError = new StackOverflowError();
    subscribe(trial.using(hold -> Mono.just("value")));

    trial.grantAndGoOn();

    assertThat(heard).containsExactly("value", "completed");
    assertThat(trial.isHeld()).isFalse();
  }

  // ---- again

  @Test
  void using_subscribedTwice_acquiresTwiceWithRisingTokens() {
    trial.isGranting = true;
    Mono<Long> token = trial.using(hold -> Mono.just(hold.token()));
    subscribe(token);
    trial.goOn();
    subscribe(token);
    trial.goOn();

    assertThat(trial.requests).isEqualTo(2);
    assertThat(heard).hasSize(4);
    assertThat((Long) heard.get(2)).isGreaterThan((Long) heard.get(0));
  }

  @Test
  void using_retriedAndRepeated_acquiresAnewEachTime() {
    trial.isGranting = true;
    List<Long> tokens = new ArrayList<>();
    subscribe(
        trial
            .using(
                hold -> {
                  tokens.add(hold.token());
                  return tokens.size() == 1
                      ? Mono.error(new IllegalStateException("x"))
                      : Mono.just("value");
                })
            .retry(1)
            .repeat(1));

    trial.goOn();

    assertThat(heard).containsExactly("value", "value", "completed");
    assertThat(tokens).hasSize(3).isSorted().doesNotHaveDuplicates();
    assertThat(trial.releases).hasSize(3);
    assertThat(trial.isHeld()).isFalse();
  }

  @Test
  void using_timeoutBehindIt_withdrawsOrReleases() {
    Duration limit = Duration.ofSeconds(5);
    subscribe(trial.using(hold -> work.mono()).timeout(limit, trial.clock));
    trial.goOnAfter(limit);
    assertThat(trial.request).isCancelled();

    subscribe(trial.using(hold -> work.mono()).timeout(limit, trial.clock));
    trial.grantAndGoOn();
    trial.goOnAfter(limit);

    work.assertCancelled();
    assertThat(trial.releases).hasSize(1);
    assertThat(trial.isHeld()).isFalse();
    assertThat(heard).hasSize(2);
  }
}
