package io.holdfast.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.PublisherProbe;
import reactor.test.publisher.TestPublisher;
import reactor.util.context.Context;

/** Cancelling at each point of a subscription. */
class CancelTest {

  private final Trial trial = new Trial();
  private final List<String> heard = new ArrayList<>();
  private final TestPublisher<String> work = TestPublisher.create();

  @AfterEach
  void close() {
    trial.close();
  }

  /** Hears all that it is told, also when it has cancelled. */
  private final class Listening implements CoreSubscriber<String> {

    private @Nullable Subscription subscription;

    @Override
    public void onSubscribe(Subscription begun) {
      subscription = begun;
      begun.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String value) {
      heard.add(value);
    }

    @Override
    public void onError(Throwable thrown) {
      heard.add("failed");
    }

    @Override
    public void onComplete() {
      heard.add("completed");
    }
  }

  private Disposable subscribe() {
    Listening subscriber = new Listening();
    trial.using(hold -> work.mono()).subscribe(subscriber);
    return () -> Objects.requireNonNull(subscriber.subscription).cancel();
  }

  private void assertNothingIsLeft(int releases) {
    trial.goOn();
    assertThat(heard).isEmpty();
    assertThat(trial.releases).hasSize(releases);
    assertThat(trial.isHeld()).isFalse();
  }

  @Test
  void using_cancelledWhenSubscribed_asksNothing() {
    StepVerifier.create(trial.using(hold -> work.mono())).thenCancel().verify();

    assertThat(trial.requests).isZero();
  }

  @Test
  void using_cancelledWhileItWaits_withdrawsTheRequest() {
    Disposable subscription = subscribe();

    subscription.dispose();

    assertThat(trial.request).isCancelled();
    work.assertWasNotSubscribed();
    assertNothingIsLeft(0);
  }

  @Test
  void using_cancelledAsTheGrantArrives_releasesTheHold() {
    CompletableFuture<Hold> onItsWay = unstoppable();
    Disposable subscription = publishers(onItsWay).using(hold -> work.mono()).subscribe(heard::add);

    subscription.dispose();
    onItsWay.complete(trial.hold());

    work.assertWasNotSubscribed();
    assertNothingIsLeft(1);
  }

  private Publishers<Hold> publishers(CompletableFuture<Hold> request) {
    return new Publishers<>(
        new Source<>("late", Optional.empty(), () -> request), () -> trial.steps);
  }

  /** A grant that is on its way already cannot be called off. */
  private static CompletableFuture<Hold> unstoppable() {
    return new CompletableFuture<>() {
      @Override
      public boolean cancel(boolean mayInterrupt) {
        return false;
      }
    };
  }

  @Test
  void using_cancelledBetweenGrantAndWork_releasesAndDoesNotWork() {
    Disposable subscription = subscribe();
    trial.grant();

    subscription.dispose();

    assertThat(trial.releases).hasSize(1);
    work.assertWasNotSubscribed();
    assertNothingIsLeft(1);
    work.assertWasNotSubscribed();
  }

  @Test
  void using_cancelledWhileTheFunctionRuns_cancelsTheWorkAndThenReleases() {
    List<Integer> releasesWhenCancelled = new ArrayList<>();
    BaseSubscriber<String> subscriber = new BaseSubscriber<>() {};
    trial
        .using(
            hold -> {
              subscriber.cancel();
              assertThat(trial.releases).isEmpty();
              return work.mono().doOnCancel(() -> releasesWhenCancelled.add(trial.releases.size()));
            })
        .subscribe(subscriber);

    trial.grantAndGoOn();

    assertThat(releasesWhenCancelled).containsExactly(0);
    assertNothingIsLeft(1);
  }

  @Test
  void using_cancelledInTheCallThatSubscribesToTheWork_keepsTheLockUntilThatReturns() {
    BaseSubscriber<String> subscriber = new BaseSubscriber<>() {};
    List<Boolean> heldInTheCall = new ArrayList<>();
    trial
        .using(
            hold ->
                Mono.fromCallable(
                    () -> {
                      subscriber.cancel();
                      heldInTheCall.add(hold.isValid());
                      return "late";
                    }))
        .subscribe(subscriber);

    trial.grantAndGoOn();

    assertThat(heldInTheCall).containsExactly(true);
    assertNothingIsLeft(1);
  }

  @Test
  void using_cancelledWhileItWorks_cancelsTheWorkAndThenReleases() {
    List<Integer> releasesWhenCancelled = new ArrayList<>();
    Disposable subscription =
        trial
            .using(
                hold ->
                    Mono.never().doOnCancel(() -> releasesWhenCancelled.add(trial.releases.size())))
            .subscribe(value -> heard.add("value"));
    trial.grantAndGoOn();

    subscription.dispose();

    assertThat(releasesWhenCancelled).containsExactly(0);
    assertNothingIsLeft(1);
  }

  @Test
  void using_cancelledWhileTheReleaseIsUnanswered_returnsAtOnceAndHearsNothing() {
    trial.acknowledgement = new CompletableFuture<>();
    Disposable subscription = subscribe();
    trial.grantAndGoOn();
    work.emit("value");
    trial.goOn();
    assertThat(trial.releases).hasSize(1);

    subscription.dispose();
    trial.acknowledgement.complete(null);

    assertNothingIsLeft(1);
  }

  @Test
  void using_cancelledWhileTheReleaseIsUnanswered_discardsTheValue() {
    trial.acknowledgement = new CompletableFuture<>();
    List<String> discarded = new ArrayList<>();
    Disposable subscription =
        trial
            .using(hold -> work.mono())
            .doOnDiscard(String.class, discarded::add)
            .subscribe(heard::add);
    trial.grantAndGoOn();
    work.emit("value");

    subscription.dispose();

    assertThat(discarded).containsExactly("value");
    assertNothingIsLeft(1);
  }

  @Test
  void using_cancelledAndTheServerIsSilent_returnsAtOnce() {
    trial.acknowledgement = new CompletableFuture<>();
    Disposable subscription = subscribe();
    trial.grantAndGoOn();

    subscription.dispose(); // would hang the test if it waited

    work.assertCancelled();
    assertNothingIsLeft(1);
  }

  @Test
  void using_cancelledAndTheWorkThrowsAtThat_releasesAllTheSame() {
    BaseSubscriber<Object> subscriber = new BaseSubscriber<>() {};
    trial
        .using(
            hold ->
                Mono.from(
                    actual ->
                        actual.onSubscribe(
                            new Subscription() {
                              @Override
                              public void request(long number) {}

                              @Override
                              public void cancel() {
                                throw new IllegalStateException("cannot be cancelled");
                              }
                            })))
        .subscribe(subscriber);
    trial.grantAndGoOn();

    try {
      subscriber.cancel();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("cannot be cancelled");
    }

    assertNothingIsLeft(1);
  }

  /** What an application does with errors that nobody hears of must not keep the lock. */
  @Test
  void using_cancelledAndTheHookForDroppedErrorsThrows_releasesAllTheSame() {
    BaseSubscriber<Object> subscriber = new BaseSubscriber<>() {};
    Consumer<Throwable> hook =
        dropped -> {
          throw new IllegalStateException("hook");
        };
    trial
        .using(
            hold -> {
              subscriber.cancel();
              throw new IllegalStateException("work");
            })
        .contextWrite(Context.of("reactor.onErrorDropped.local", hook))
        .subscribe(subscriber);
    trial.grant();

    assertThatThrownBy(trial::goOn).hasMessage("hook");

    assertNothingIsLeft(1);
  }

  @Test
  void using_cancelledTwice_releasesOnce() {
    BaseSubscriber<String> subscriber = new BaseSubscriber<>() {};
    trial.using(hold -> work.mono()).subscribe(subscriber);
    trial.grantAndGoOn();

    subscriber.cancel();
    subscriber.cancel();

    assertNothingIsLeft(1);
  }

  @Test
  void usingMany_cancelledByItsFirstValue_cancelsTheWorkAndThenReleases() {
    PublisherProbe<Integer> probe = PublisherProbe.of(Flux.just(1, 2, 3));
    List<Integer> got = new ArrayList<>();
    Disposable unused = trial.usingMany(hold -> probe.flux()).take(1).subscribe(got::add);

    trial.grantAndGoOn();

    assertThat(got).containsExactly(1);
    probe.assertWasCancelled();
    assertNothingIsLeft(1);
  }

  // ---- acquire

  @Test
  void acquire_cancelledWhenSubscribed_asksNothing() {
    StepVerifier.create(trial.publishers.acquire()).thenCancel().verify();

    assertThat(trial.requests).isZero();
  }

  @Test
  void acquire_nothingRequested_asksNothing() {
    StepVerifier.create(trial.publishers.acquire(), 0).expectSubscription().thenCancel().verify();

    assertThat(trial.requests).isZero();
  }

  @Test
  void acquire_cancelledWhileItWaits_withdrawsTheRequest() {
    Disposable subscription = trial.publishers.acquire().subscribe(hold -> heard.add("hold"));

    subscription.dispose();

    assertThat(trial.request).isCancelled();
    assertNothingIsLeft(0);
  }

  @Test
  void acquire_cancelledAsTheGrantArrives_releasesTheHold() {
    CompletableFuture<Hold> onItsWay = unstoppable();
    Disposable subscription = publishers(onItsWay).acquire().subscribe(hold -> heard.add("hold"));

    subscription.dispose();
    onItsWay.complete(trial.hold());

    assertNothingIsLeft(1);
  }

  @Test
  void acquire_cancelledBeforeTheHoldIsDelivered_releasesIt() {
    Disposable subscription = trial.publishers.acquire().subscribe(hold -> heard.add("hold"));
    trial.grant();

    subscription.dispose();

    assertNothingIsLeft(1);
  }

  @Test
  void acquire_cancelledWhileAnOperatorWorksWithTheHold_releasesIt() {
    Disposable subscription =
        trial.publishers.acquire().flatMap(hold -> work.mono()).subscribe(heard::add);
    trial.grantAndGoOn();
    work.assertSubscribers();

    subscription.dispose();

    work.assertCancelled();
    assertNothingIsLeft(1);
  }

  @Test
  void acquire_zippedWithWhatFails_isDiscarded() {
    Disposable unused =
        Mono.zip(trial.publishers.acquire(), work.mono())
            .doOnDiscard(Hold.class, Hold::releaseAsync)
            .subscribe(both -> heard.add("both"), e -> {});
    trial.grantAndGoOn();

    work.error(new IllegalStateException("x"));

    assertNothingIsLeft(1);
  }

  @Test
  void acquire_theFirstSignalIsAnothers_releasesTheHold() {
    Disposable unused =
        Mono.firstWithSignal(trial.publishers.acquire().map(hold -> "hold"), work.mono())
            .subscribe(first -> assertThat(first).isEqualTo("work"));
    trial.grant();

    work.emit("work");

    assertNothingIsLeft(1);
  }

  @Test
  void acquire_operatorsThatCancelAsTheyAreGivenIt_keepTheHold() {
    List<Hold> holds = new ArrayList<>();
    Disposable unused = trial.publishers.acquire().flux().take(1).next().subscribe(holds::add);

    trial.grantAndGoOn();

    assertThat(holds).singleElement().satisfies(hold -> assertThat(hold.isValid()).isTrue());
    assertThat(trial.releases).isEmpty();
  }

  /** As {@code timeout} does when its time ends in that moment. */
  @Test
  void acquire_droppedAndCancelledByAnotherThread_isReleased() throws Exception {
    BaseSubscriber<Hold> dropping =
        new BaseSubscriber<>() {
          @Override
          protected void hookOnNext(Hold hold) {
            Thread other = new Thread(this::cancel);
            other.start();
            join(other);
          }
        };
    trial.publishers.acquire().subscribe(dropping);

    trial.grantAndGoOn();

    assertNothingIsLeft(1);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void acquire_delivered_isTheSubscribers() {
    List<Hold> holds = new ArrayList<>();
    Disposable subscription = trial.publishers.acquire().subscribe(holds::add);
    trial.grantAndGoOn();

    subscription.dispose();

    assertThat(holds).singleElement().satisfies(hold -> assertThat(hold.isValid()).isTrue());
    assertThat(trial.releases).isEmpty();
  }
}
