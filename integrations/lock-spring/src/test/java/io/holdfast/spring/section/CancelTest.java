package io.holdfast.spring.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.lock.LossCause;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Cancelling meets granting, in each order. The lock is a fake that grants when it is told to. */
class CancelTest {

  private static final int RACES = 2000;

  private final AtomicInteger releases = new AtomicInteger();
  private final AtomicInteger works = new AtomicInteger();
  private @Nullable LeaseLostException loss;
  private CompletableFuture<?> releasing = CompletableFuture.completedFuture(null);

  private final Hold hold =
      (Hold)
          Proxy.newProxyInstance(
              CancelTest.class.getClassLoader(),
              new Class<?>[] {Hold.class},
              (proxy, method, args) ->
                  switch (method.getName()) {
                    case "lockName" -> "a";
                    case "token" -> 7L;
                    case "isValid" -> loss == null && releases.get() == 0;
                    case "onLost" -> null;
                    case "releaseAsync" -> {
                      releases.incrementAndGet();
                      yield loss == null ? releasing : CompletableFuture.failedFuture(loss);
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                  });

  /** Granted by a test, even if it was cancelled in the same moment. */
  private CompletableFuture<Hold> granting = new CompletableFuture<>();

  private final DistributedLock lock =
      (DistributedLock)
          Proxy.newProxyInstance(
              CancelTest.class.getClassLoader(),
              new Class<?>[] {DistributedLock.class},
              (proxy, method, args) -> {
                assertThat(method.getName()).isEqualTo("acquireAsync");
                return granting;
              });

  private final Locks locks =
      new Locks() {
        @Override
        public DistributedLock get(String name) {
          return lock;
        }

        @Override
        public DistributedLock get(String name, AcquireOptions options) {
          return lock;
        }
      };

  private Section section(Work work) {
    return new Section(
        new Wanted(
            locks, LockKind.PLAIN, "", new TreeSet<>(List.of("a")), AcquireOptions.defaults()),
        Policies.THROWING,
        () -> {
          works.incrementAndGet();
          return work.run();
        },
        "Test.work()");
  }

  /** A grant that is on its way already cannot be called off. */
  private static CompletableFuture<Hold> onItsWay() {
    return new CompletableFuture<>() {
      @Override
      public boolean cancel(boolean mayInterrupt) {
        return false;
      }
    };
  }

  // ---- stages

  @Test
  void stage_cancelledBeforeTheGrant_releasesWhatComesAndDoesNotWork() {
    granting = onItsWay();
    CompletableFuture<?> result = section(() -> CompletableFuture.completedFuture("x")).stage();

    assertThat(result.cancel(true)).isTrue();
    granting.complete(hold);

    assertThat(releases).hasValue(1);
    assertThat(works).hasValue(0);
  }

  @Test
  void stage_cancelledWhileItWaits_withdrawsTheRequest() {
    CompletableFuture<?> result = section(() -> CompletableFuture.completedFuture("x")).stage();

    assertThat(result.cancel(true)).isTrue();

    assertThat(granting).isCancelled();
    assertThat(works).hasValue(0);
  }

  @Test
  void stage_cancelledWhileItWorks_keepsTheLockUntilTheInnerStageEnds() {
    CompletableFuture<Object> inner = new CompletableFuture<>();
    CompletableFuture<?> result = section(() -> inner).stage();
    granting.complete(hold);

    assertThat(result.cancel(true)).isTrue();

    assertThat(inner).isNotDone();
    assertThat(releases).hasValue(0);
    inner.complete("done");
    assertThat(releases).hasValue(1);
  }

  @Test
  void stage_cancelledInsideTheMethod_keepsTheLockUntilTheInnerStageEnds() {
    AtomicReference<CompletableFuture<?>> result = new AtomicReference<>();
    CompletableFuture<Object> inner = new CompletableFuture<>();
    result.set(
        section(
                () -> {
                  assertThat(result.get().cancel(true)).isTrue();
                  return inner;
                })
            .stage());

    granting.complete(hold);

    assertThat(inner).isNotDone();
    assertThat(releases).hasValue(0);
    inner.complete("done");
    assertThat(releases).hasValue(1);
  }

  /** A foreign stage, to which nothing can be attached. */
  private static final class Broken extends CompletableFuture<Object> {
    @Override
    public CompletableFuture<Object> whenComplete(
        BiConsumer<? super Object, ? super Throwable> action) {
      throw new IllegalStateException("broken");
    }
  }

  @Test
  void stage_thatCannotBeFollowed_releasesAndFails() {
    CompletableFuture<?> result = section(Broken::new).stage();

    granting.complete(hold);

    assertThat(result.handle((value, e) -> e).join()).hasMessage("broken");
    assertThat(releases).hasValue(1);
  }

  @Test
  void flux_thatCannotBeSubscribedTo_releasesAndFails() {
    AtomicReference<Throwable> error = new AtomicReference<>();
    Publisher<Object> broken =
        subscriber -> {
          throw new IllegalStateException("broken");
        };
    Disposable unused = section(() -> broken).flux().subscribe(value -> {}, error::set);

    granting.complete(hold);

    assertThat(error.get()).hasMessage("broken");
    assertThat(releases).hasValue(1);
  }

  /** The JVM has one thread for all time-outs: code of applications must not run in it. */
  @Test
  void stage_whoseReleaseHangs_endsInAnotherThreadThanThatOfTimeOuts() throws Exception {
    releasing = new CompletableFuture<>();
    CompletableFuture<String> thread =
        section(() -> CompletableFuture.completedFuture("x"))
            .stage()
            .thenApply(value -> Thread.currentThread().getName());

    granting.complete(hold);

    assertThat(thread.get(60, TimeUnit.SECONDS))
        .isNotEqualTo("CompletableFutureDelayScheduler")
        .startsWith("boundedElastic");
  }

  @Test
  void section_afterTheOneAroundItHasEnded_isNotRefused() {
    AtomicReference<Frame> around = new AtomicReference<>();
    Work work =
        () -> {
          around.set(Frame.current().orElseThrow());
          return CompletableFuture.completedFuture("x");
        };
    granting.complete(hold);
    CompletableFuture<?> first = section(work).stage();
    assertThat(first).isCompleted();
    Frame ended = around.get();

    assertThatCode(() -> ended.run(() -> section(work).stage())).doesNotThrowAnyException();

    assertThat(around.get().outer()).isNull();
  }

  @Test
  void stage_nullOrThrown_releases() {
    CompletableFuture<?> ofNull = section(() -> null).stage();
    RuntimeException failure = new IllegalStateException("x");
    CompletableFuture<?> thrown =
        section(
                () -> {
                  throw failure;
                })
            .stage();

    granting.complete(hold);

    assertThat(ofNull).isCompletedWithValue(null);
    assertThat(thrown).isCompletedExceptionally();
    assertThat(thrown.handle((value, e) -> e).join()).isSameAs(failure);
    assertThat(releases).hasValue(2);
  }

  @Test
  void stage_lost_failsWithTheLossItself() {
    loss = new LeaseLostException("a", 7, LossCause.FORCED);
    CompletableFuture<?> result = section(() -> CompletableFuture.completedFuture("x")).stage();

    granting.complete(hold);

    assertThat(result.handle((value, e) -> e).join()).isSameAs(loss);
  }

  @Test
  void stage_cancelAndGrantAtOnce_releaseExactlyOnce() throws Exception {
    for (int i = 0; i < RACES; i++) {
      new CancelTest().cancelAStageAsItIsGranted();
    }
  }

  private void cancelAStageAsItIsGranted() throws Exception {
    CompletableFuture<Object> inner = new CompletableFuture<>();
    CompletableFuture<?> result = section(() -> inner).stage();

    together(() -> result.cancel(true), () -> granting.complete(hold));

    if (works.get() > 0) {
      assertThat(releases).hasValue(0);
      inner.complete("done");
    }
    boolean wasGranted = !granting.isCancelled();
    assertThat(releases).hasValue(wasGranted ? 1 : 0);
  }

  // ---- publishers

  @Test
  void mono_cancelledBeforeTheGrant_releasesWhatComesAndDoesNotWork() {
    granting = onItsWay();
    Disposable subscription = section(() -> Mono.just("x")).mono().subscribe();

    subscription.dispose();
    granting.complete(hold);

    assertThat(releases).hasValue(1);
    assertThat(works).hasValue(0);
  }

  @Test
  void flux_cancelledWhileTheWorkSubscribes_releasesOnce() {
    Sinks.Many<Object> sink = Sinks.many().unicast().onBackpressureBuffer();
    AtomicReference<BaseSubscriber<Object>> subscriber = new AtomicReference<>();
    List<String> order = new ArrayList<>();
    Flux<Object> source =
        sink.asFlux().doOnCancel(() -> order.add("cancelled with " + releases.get() + " releases"));
    subscriber.set(
        new BaseSubscriber<>() {
          @Override
          protected void hookOnSubscribe(Subscription subscription) {
            requestUnbounded();
          }
        });
    section(
            () -> {
              subscriber.get().cancel();
              return source;
            })
        .flux()
        .subscribe(subscriber.get());

    granting.complete(hold);

    assertThat(order).containsExactly("cancelled with 0 releases");
    assertThat(releases).hasValue(1);
  }

  @Test
  void flux_cancelledByItsFirstValue_cancelsTheWorkAndThenReleases() {
    List<String> order = new ArrayList<>();
    Flux<Object> source =
        Flux.<Object>just(1, 2, 3)
            .doOnCancel(() -> order.add("cancelled with " + releases.get() + " releases"));
    Mono<List<Object>> first = section(() -> source).flux().take(1).collectList();
    AtomicReference<List<Object>> got = new AtomicReference<>();
    Disposable unused = first.subscribe(got::set);

    granting.complete(hold);

    assertThat(got.get()).containsExactly(1);
    assertThat(order).containsExactly("cancelled with 0 releases");
    assertThat(releases).hasValue(1);
  }

  @Test
  void mono_lost_failsWithTheLossItselfAndGivesNoValue() {
    loss = new LeaseLostException("a", 7, LossCause.FORCED);
    AtomicReference<Throwable> error = new AtomicReference<>();
    List<Object> values = new ArrayList<>();
    Disposable unused = section(() -> Mono.just("x")).mono().subscribe(values::add, error::set);

    granting.complete(hold);

    assertThat(error.get()).isSameAs(loss);
    assertThat(values).isEmpty();
  }

  @Test
  void flux_whoseWorkThrowsOrIsNull_releases() {
    AtomicReference<Throwable> error = new AtomicReference<>();
    RuntimeException failure = new IllegalStateException("x");
    Disposable thrown =
        section(
                () -> {
                  throw failure;
                })
            .flux()
            .subscribe(value -> {}, error::set);
    Disposable ofNull = section(() -> null).flux().subscribe();

    granting.complete(hold);

    assertThat(error.get()).isSameAs(failure);
    assertThat(thrown.isDisposed()).isTrue();
    assertThat(ofNull.isDisposed()).isTrue();
    assertThat(releases).hasValue(2);
  }

  @Test
  void flux_subscribedTwice_acquiresTwice() {
    Flux<Object> flux = section(() -> Flux.just(1)).flux();
    granting.complete(hold);
    assertThat(releases).hasValue(0);

    assertThat(flux.collectList().block()).containsExactly(1);
    assertThat(flux.collectList().block()).containsExactly(1);

    assertThat(releases).hasValue(2);
    assertThat(works).hasValue(2);
  }

  @Test
  void flux_cancelAndGrantAtOnce_releaseExactlyOnce() throws Exception {
    for (int i = 0; i < RACES; i++) {
      new CancelTest().cancelAFluxAsItIsGranted();
    }
  }

  private void cancelAFluxAsItIsGranted() throws Exception {
    AtomicInteger cancels = new AtomicInteger();
    Disposable subscription =
        section(() -> Flux.never().doOnCancel(cancels::incrementAndGet)).flux().subscribe();

    together(subscription::dispose, () -> granting.complete(hold));

    boolean wasGranted = !granting.isCancelled();
    assertThat(releases).hasValue(wasGranted ? 1 : 0);
    assertThat(cancels.get()).isEqualTo(works.get());
  }

  /** Runs both at the same time. */
  private static void together(Runnable first, Runnable second) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    Thread other =
        new Thread(
            () -> {
              try {
                start.await();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
              first.run();
            });
    other.start();
    start.await();
    second.run();
    other.join();
  }
}
