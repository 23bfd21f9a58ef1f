package io.holdfast.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.publisher.TestPublisher;
import reactor.util.context.Context;

/** The hold is lost before it is released. */
class LossTest {

  private final Trial trial = new Trial();
  private final List<Object> heard = new ArrayList<>();
  private final TestPublisher<String> work = TestPublisher.create();

  @AfterEach
  void close() {
    trial.close();
  }

  private void subscribe(Flux<?> flux) {
    flux.subscribe(heard::add, heard::add, () -> heard.add("completed"));
  }

  private void assertIsLoss(Object failure) {
    assertThat(failure)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            loss -> {
              assertThat(loss.lockName()).isEqualTo(Trial.NAME);
              assertThat(loss.lossCause()).isEqualTo(LossCause.FORCED);
              assertThat(loss.token()).isPositive();
            });
  }

  @Test
  void using_lostWhileItWorks_cancelsTheWorkAndFailsAtOnce() {
    trial.acknowledgement = new CompletableFuture<>(); // whatever becomes of the release
    subscribe(trial.using(hold -> work.mono()).flux());
    trial.grantAndGoOn();

    trial.lose();
    trial.goOn();

    work.assertCancelled();
    assertThat(heard).hasSize(1);
    assertIsLoss(heard.get(0));
    assertThat(trial.releases).as("what the hold has here").hasSize(1);
  }

  @Test
  void using_lostWhileItHasAValue_discardsThat() {
    List<String> discarded = new ArrayList<>();
    subscribe(
        trial
            .using(hold -> Mono.fromDirect(work.flux()))
            .doOnDiscard(String.class, discarded::add)
            .flux());
    trial.grantAndGoOn();
    work.next("value");

    trial.lose();
    trial.goOn();

    assertThat(discarded).containsExactly("value");
    assertThat(heard).hasSize(1);
    assertIsLoss(heard.get(0));
  }

  @Test
  void usingMany_lostWhileItWorks_cancelsTheWorkAndFailsAtOnce() {
    subscribe(trial.usingMany(hold -> work.flux()));
    trial.grantAndGoOn();
    work.next("a");

    trial.lose();
    trial.goOn();
    work.next("b");

    work.assertCancelled();
    assertThat(heard).hasSize(2).startsWith("a");
    assertIsLoss(heard.get(1));
  }

  @Test
  void using_lostBetweenGrantAndWork_failsWithoutWork() {
    subscribe(trial.using(hold -> work.mono()).flux());
    trial.isLost = true;

    trial.grantAndGoOn();

    work.assertWasNotSubscribed();
    assertThat(heard).hasSize(1);
    assertIsLoss(heard.get(0));
  }

  /** The task that begins the work comes before the one that tells the loss. */
  @Test
  void using_lostWhileTheSchedulerIsBusy_failsWithoutWork() {
    subscribe(trial.using(hold -> work.mono()).flux());
    trial.grant();

    trial.lose();
    trial.goOn();

    work.assertWasNotSubscribed();
    assertThat(heard).hasSize(1);
    assertIsLoss(heard.get(0));
    assertThat(trial.releases).hasSize(1);
  }

  @Test
  void acquire_lostWhileTheSchedulerIsBusy_fails() {
    subscribe(trial.publishers.acquire().flux());
    trial.grant();

    trial.lose();
    trial.goOn();

    assertThat(heard).hasSize(1);
    assertIsLoss(heard.get(0));
    assertThat(trial.releases).hasSize(1);
  }

  @Test
  void acquire_cancelledWhileALostHoldIsReleased_tellsNobody() {
    trial.acknowledgement = new CompletableFuture<>();
    Consumer<Throwable> hook = heard::add;
    var subscription =
        trial
            .publishers
            .acquire()
            .subscribe(
                heard::add, heard::add, () -> {}, Context.of("reactor.onErrorDropped.local", hook));
    trial.grant();
    trial.lose();
    trial.goOn();

    subscription.dispose();
    trial.acknowledgement.complete(null);
    trial.goOn();

    assertThat(heard).isEmpty();
    assertThat(trial.releases).hasSize(1);
  }

  /** Nobody knows why: its lease is over, and its release is not answered. */
  @Test
  void acquire_notValidAndTheReleaseReportsNothing_failsAsExpired() {
    trial.acknowledgement = new CompletableFuture<>();
    subscribe(trial.publishers.acquire().flux());
    trial.grant();
    trial.loseSilently();

    trial.goOnAfter(Ending.PATIENCE);

    assertThat(heard)
        .singleElement()
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.EXPIRED));
  }

  @Test
  void using_lostWhileTheFunctionRuns_cancelsWhatItReturns() {
    subscribe(
        trial
            .using(
                hold -> {
                  trial.lose();
                  trial.goOn();
                  assertIsLoss(heard.get(0));
                  return work.mono();
                })
            .flux());

    trial.grantAndGoOn();

    work.assertCancelled();
    assertThat(heard).hasSize(1);
  }

  @Test
  void using_lostAndTheWorkThrowsWhenCancelled_failsWithTheLoss() {
    subscribe(
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
            .flux());
    trial.grantAndGoOn();

    trial.lose();
    trial.goOn();

    assertThat(heard).hasSize(1);
    assertIsLoss(heard.get(0));
  }

  @Test
  void using_completedAndTheReleaseReportsALoss_failsAndDiscardsTheValue() {
    List<String> discarded = new ArrayList<>();
    subscribe(trial.using(hold -> work.mono()).doOnDiscard(String.class, discarded::add).flux());
    trial.grantAndGoOn();
    trial.loseSilently();

    work.emit("value");
    trial.goOn();

    assertThat(heard).hasSize(1);
    assertIsLoss(heard.get(0));
    assertThat(discarded).containsExactly("value");
  }

  @Test
  void usingMany_failedAndTheReleaseReportsALoss_failsWithTheLossAndWhatTheWorkThrew() {
    IllegalStateException failure = new IllegalStateException("x");
    subscribe(trial.usingMany(hold -> work.flux()));
    trial.grantAndGoOn();
    trial.loseSilently();

    work.error(failure);
    trial.goOn();

    assertThat(heard).hasSize(1);
    assertIsLoss(heard.get(0));
    assertThat(((Throwable) heard.get(0)).getSuppressed()).containsExactly(failure);
  }

  @Test
  void using_failedByAnErrorAndLost_failsWithTheErrorAndTheLossInIt() {
    AssertionError error = new AssertionError("x");
    subscribe(trial.using(hold -> work.mono()).flux());
    trial.grantAndGoOn();
    trial.loseSilently();

    work.error(error);
    trial.goOn();

    assertThat(heard).containsExactly(error);
    assertThat(error.getSuppressed()).hasSize(1);
    assertIsLoss(error.getSuppressed()[0]);
  }

  @Test
  void using_workTellsTheLossItself_failsWithThatOnce() {
    subscribe(trial.using(hold -> work.mono().then(Mono.<String>fromRunnable(hold::close))).flux());
    trial.grantAndGoOn();
    trial.loseSilently();

    work.complete();
    trial.goOn();

    assertThat(heard).hasSize(1);
    assertIsLoss(heard.get(0));
    assertThat(((Throwable) heard.get(0)).getSuppressed()).isEmpty();
  }

  @Test
  void outcome_theWorkToldTheSameLoss_isThatLoss() {
    LeaseLostException loss = new LeaseLostException(Trial.NAME, 7, LossCause.FORCED);

    assertThat(Outcome.of(loss, Optional.of(loss))).containsSame(loss);
    assertThat(loss.getSuppressed()).isEmpty();
  }

  @Test
  void using_workReleasedItself_completes() {
    subscribe(trial.using(hold -> Mono.fromFuture(hold::releaseAsync).thenReturn("value")).flux());

    trial.grantAndGoOn();

    assertThat(heard).containsExactly("value", "completed");
  }

  @Test
  void using_lostAfterItWasCancelled_tellsNobody() {
    var subscription = trial.using(hold -> work.mono()).subscribe(heard::add, heard::add);
    trial.grantAndGoOn();
    subscription.dispose();

    trial.lose();
    trial.goOn();

    assertThat(heard).isEmpty();
  }

  /** The loss comes on another thread in the midst of a value: signals stay one after the other. */
  @Test
  void usingMany_lostWhileAValueIsDelivered_tellsTheLossAfterIt() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger atOnce = new AtomicInteger();
    List<Object> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch failed = new CountDownLatch(1);
    trial
        .usingMany(hold -> work.flux())
        .subscribe(
            value -> {
              atOnce.incrementAndGet();
              inside.countDown();
              try {
                goOn.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              order.add(value);
              atOnce.decrementAndGet();
            },
            e -> {
              order.add(e);
              order.add("with %s values in delivery".formatted(atOnce.get()));
              failed.countDown();
            });
    trial.grantAndGoOn();
    Thread emitter = new Thread(() -> work.next("a"));
    emitter.start();
    inside.await();

    trial.lose();
    trial.goOn();
    assertThat(order).isEmpty();
    goOn.countDown();
    failed.await();
    emitter.join();

    assertThat(order).hasSize(3).startsWith("a").endsWith("with 0 values in delivery");
    assertIsLoss(order.get(1));
  }
}
