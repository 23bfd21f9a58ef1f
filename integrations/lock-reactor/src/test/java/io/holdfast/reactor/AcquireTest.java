package io.holdfast.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** What becomes of a hold of {@code acquire()}, above all when its subscription is cancelled. */
class AcquireTest {

  private final Trial trial = new Trial();
  private final List<String> heard = new ArrayList<>();
  private final TestPublisher<String> work = TestPublisher.create();

  @AfterEach
  void close() {
    trial.close();
  }

  private void assertNothingIsLeft(int releases) {
    trial.goOn();
    assertThat(heard).isEmpty();
    assertThat(trial.releases).hasSize(releases);
    assertThat(trial.isHeld()).isFalse();
  }

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
    CompletableFuture<Hold> onItsWay = Trial.unstoppable();
    Disposable subscription =
        trial.publishers(() -> onItsWay).acquire().subscribe(hold -> heard.add("hold"));

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
  void acquire_operatorsThatCancelAsTheyAreGivenIt_getAReleasedHold() {
    List<Hold> holds = new ArrayList<>();
    Disposable unused = trial.publishers.acquire().flux().take(1).next().subscribe(holds::add);

    trial.grantAndGoOn();

    assertThat(holds).singleElement().satisfies(hold -> assertThat(hold.isValid()).isFalse());
    assertNothingIsLeft(1);
  }

  @Test
  void acquire_operatorsOfAMono_keepTheHold() {
    assertKept(acquired -> Mono.fromFuture(acquired.toFuture()));
    assertKept(Mono::cache);
    assertKept(Mono::share);
    assertKept(Mono::single);
    assertKept(acquired -> Mono.zip(acquired, Mono.just("other")));
    assertKept(
        acquired ->
            Mono.usingWhen(
                acquired, hold -> Mono.never(), hold -> Mono.fromFuture(hold.releaseAsync())));
  }

  private void assertKept(Function<Mono<Hold>, Mono<?>> operators) {
    Disposable unused = operators.apply(trial.publishers.acquire()).subscribe();

    trial.grantAndGoOn();

    assertThat(trial.releases).isEmpty();
    assertThat(trial.isHeld()).isTrue();
    trial.loseSilently();
  }

  @Test
  void acquire_functionBehindItThrows_isReleased() {
    assertReleasedBy(acquired -> acquired.map(AcquireTest::failing));
    assertReleasedBy(acquired -> acquired.flatMap(AcquireTest::failing));
    assertReleasedBy(acquired -> acquired.doOnNext(AcquireTest::failing));
  }

  private static Mono<String> failing(Hold hold) {
    throw new IllegalStateException("x");
  }

  private void assertReleasedBy(Function<Mono<Hold>, Mono<?>> operators) {
    Disposable unused =
        operators.apply(trial.publishers.acquire()).subscribe(value -> heard.add("value"), e -> {});

    trial.grantAndGoOn();

    assertNothingIsLeft(1);
    trial.releases.clear();
  }

  @Test
  void acquire_subscriberThrows_isReleased() {
    Disposable unused = trial.publishers.acquire().subscribe(AcquireTest::failing, e -> {});

    trial.grantAndGoOn();

    assertNothingIsLeft(1);
  }

  /** Operators cancel nothing at errors of the JVM. */
  @Test
  void acquire_subscriberThrowsAFatalError_isReleased() {
    Disposable unused = trial.publishers.acquire().subscribe(AcquireTest::fatal, e -> {});
    trial.grant();

    assertThatThrownBy(trial::goOn).isInstanceOf(StackOverflowError.class);

    assertNothingIsLeft(1);
  }

  private static void fatal(Object value) {
    throw new StackOverflowError();
  }

  /** From the delivery on the hold is its subscriber's, unless that cancels. */
  @Test
  void acquire_workBehindItFails_keepsTheHold() {
    Disposable unused =
        trial.publishers.acquire().flatMapMany(hold -> work.flux()).subscribe(value -> {}, e -> {});
    trial.grantAndGoOn();

    work.error(new IllegalStateException("x"));

    assertThat(trial.releases).isEmpty();
    assertThat(trial.isHeld()).isTrue();
  }

  @Test
  void acquire_requestOfNothing_asksNothing() {
    trial
        .publishers
        .acquire()
        .subscribe(
            new BaseSubscriber<Hold>() {
              @Override
              protected void hookOnSubscribe(Subscription subscription) {
                subscription.request(0);
              }
            });

    assertThat(trial.requests).isZero();
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
