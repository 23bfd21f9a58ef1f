package io.holdfast.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.process.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
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

  /** Work that throws when it is cancelled, and goes on. */
  private static final class Uncancellable implements Subscription {

    @Override
    public void request(long number) {}

    @Override
    public void cancel() {
      throw new IllegalStateException("cannot be cancelled");
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
    assertThat(trial.steps.isIdle()).as("a task for nothing").isTrue();
    work.assertWasNotSubscribed();
    assertNothingIsLeft(0);
  }

  @Test
  void using_cancelledAsTheGrantArrives_releasesTheHold() {
    CompletableFuture<Hold> onItsWay = Trial.unstoppable();
    Disposable subscription =
        trial.publishers(() -> onItsWay).using(hold -> work.mono()).subscribe(heard::add);

    subscription.dispose();
    onItsWay.complete(trial.hold());

    work.assertWasNotSubscribed();
    assertNothingIsLeft(1);
  }

  @Test
  void using_cancelledWhileItAsks_withdrawsTheRequest() {
    BaseSubscriber<String> subscriber = new BaseSubscriber<>() {};
    CompletableFuture<Hold> asked = new CompletableFuture<>();
    trial
        .publishers(
            () -> {
              subscriber.cancel();
              return asked;
            })
        .using(hold -> work.mono())
        .subscribe(subscriber);

    assertThat(asked).isCancelled();
    assertNothingIsLeft(0);
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
  void using_cancelledWhileTheReleaseIsUnanswered_logsTheLossAndDropsTheFailure() {
    IllegalStateException failure = new IllegalStateException("x");
    List<Throwable> dropped = new ArrayList<>();
    Consumer<Throwable> hook = dropped::add;
    BaseSubscriber<String> subscriber = new BaseSubscriber<>() {};
    trial.acknowledgement = new CompletableFuture<>();
    trial
        .using(hold -> work.mono())
        .contextWrite(Context.of("reactor.onErrorDropped.local", hook))
        .subscribe(subscriber);
    trial.grantAndGoOn();
    work.error(failure);

    subscriber.cancel();
    try (CapturedLog log = CapturedLog.begin()) {
      trial.acknowledgement.completeExceptionally(
          new LeaseLostException(Trial.NAME, 7, LossCause.FORCED));
      trial.goOn();

      assertThat(log.lines("token 7 was lost", "its subscriber was cancelled")).isEqualTo(1);
    }
    assertThat(dropped).containsExactly(failure);
  }

  @Test
  void using_cancelledAndTheReleaseReportsALoss_logsIt() {
    Disposable subscription = subscribe();
    trial.grantAndGoOn();
    trial.loseSilently();

    try (CapturedLog log = CapturedLog.begin()) {
      subscription.dispose();

      assertThat(log.lines("was lost", "its subscriber was cancelled")).isEqualTo(1);
    }
  }

  /** A publisher that has begun to emit may not see that it is cancelled. */
  @Test
  void using_cancelledAndTheWorkEmitsAllTheSame_discardsTheValue() {
    List<String> discarded = new ArrayList<>();
    BaseSubscriber<String> subscriber = new BaseSubscriber<>() {};
    Publisher<String> heedless =
        actual -> {
          actual.onSubscribe(new Uncancellable());
          subscriber.cancel();
          actual.onNext("value");
        };
    trial
        .using(hold -> Mono.fromDirect(heedless))
        .doOnDiscard(String.class, discarded::add)
        .subscribe(subscriber);

    trial.grantAndGoOn();

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
    Publisher<Object> endless = actual -> actual.onSubscribe(new Uncancellable());
    trial.using(hold -> Mono.fromDirect(endless)).subscribe(subscriber);
    trial.grantAndGoOn();

    subscriber.cancel();

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

  /** Operators cancel nothing at errors of the JVM. */
  @Test
  void usingMany_subscriberThrowsAFatalError_cancelsTheWorkAndReleases() {
    Disposable unused =
        trial
            .usingMany(hold -> work.flux())
            .subscribe(
                value -> {
                  throw new StackOverflowError();
                },
                e -> {});
    trial.grantAndGoOn();

    assertThatThrownBy(() -> work.next("a")).isInstanceOf(StackOverflowError.class);

    work.assertCancelled();
    assertNothingIsLeft(1);
  }
}
