package io.holdfast.spring;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.CleanWorld;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.aop.framework.AopProxyUtils;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@ExtendWith(RedisServerExtension.class)
class LockedStageIT {

  private static final Duration LONG = Duration.ofMinutes(1);

  @RegisterExtension
  static final CleanWorld clean =
      CleanWorld.ofSharedServer()
          .keys("holdfast:*")
          .exceptKeys("holdfast:(seq|[a-z]+q:.*)") // numbers, kept for a time or for good
          .patience(Duration.ofSeconds(20))
          .threads("holdfast-");

  static class Shop {

    volatile Supplier<CompletionStage<String>> stage =
        () -> CompletableFuture.completedFuture("sold");
    volatile Supplier<Mono<String>> mono = () -> Mono.just("sold");
    volatile Supplier<Flux<String>> flux = () -> Flux.just("a", "b");

    @Locked("item:#{#id}")
    public CompletionStage<String> sell(String id) {
      return stage.get();
    }

    @Locked({"item:#{#a}", "item:#{#b}"})
    public CompletableFuture<List<String>> swap(String a, String b) {
      return CompletableFuture.completedFuture(List.copyOf(CurrentHold.holds().keySet()));
    }

    @Locked(value = "item:#{#id}", waitAtMost = "0")
    public CompletableFuture<String> sellAtOnce(String id) {
      return CompletableFuture.completedFuture("sold");
    }

    @Locked(value = "item:#{#id}", waitAtMost = "0", onTimeout = OnTimeout.SKIP)
    public CompletableFuture<@Nullable String> sellOrSkip(String id) {
      return CompletableFuture.completedFuture("sold");
    }

    @Locked(
        value = "item:#{#id}",
        waitAtMost = "0",
        onTimeout = OnTimeout.SKIP,
        fallback = "sellLater")
    public CompletableFuture<String> sellOrLater(String id) {
      return CompletableFuture.completedFuture("sold");
    }

    CompletableFuture<String> sellLater(String id) {
      return CompletableFuture.completedFuture("later " + id);
    }

    @Locked(value = "item:#{#id}", onLoss = OnLoss.INTERRUPT)
    public CompletableFuture<String> sellInterruptibly(String id) {
      return stage.get().toCompletableFuture();
    }

    @Locked(value = "item:#{#id}", waitAtMost = "500ms")
    public CompletableFuture<String> sellAway(String id) {
      return CompletableFuture.completedFuture("sold");
    }

    @Locked(value = "item:#{#id}", waitAtMost = "500ms", onUnreachable = OnUnreachable.PROCEED)
    public CompletableFuture<Boolean> sellAwayAnyhow(String id) {
      return CompletableFuture.completedFuture(CurrentHold.hold().isPresent());
    }

    @Locked(value = "item:#{#id}", client = "same")
    public CompletableFuture<String> sellByAlias(String id) {
      return CompletableFuture.completedFuture("sold");
    }

    @Locked("item:#{#id}")
    public Mono<String> one(String id) {
      return mono.get();
    }

    @Locked("item:#{#id}")
    public Flux<String> many(String id) {
      return flux.get();
    }

    @Locked("item:#{#id}")
    public Flow.Publisher<String> flow(String id) {
      return JdkFlowAdapter.publisherToFlowPublisher(flux.get());
    }

    @Locked(value = "item:#{#id}", waitAtMost = "0")
    public Mono<String> oneAtOnce(String id) {
      return Mono.just("sold");
    }

    @Locked(
        value = "item:#{#id}",
        waitAtMost = "0",
        onTimeout = OnTimeout.SKIP,
        fallback = "manyLater")
    public Flux<String> manyOrLater(String id) {
      return Flux.just("sold");
    }

    Flux<String> manyLater(String id) {
      return Flux.just("later " + id);
    }

    @Locked(value = "item:#{#id}", waitAtMost = "0", onTimeout = OnTimeout.SKIP)
    public Mono<String> oneOrSkip(String id) {
      return Mono.just("sold");
    }

    @Locked(value = "item:#{#id}", onLoss = OnLoss.INTERRUPT)
    public Flux<String> manyInterruptibly(String id) {
      return flux.get();
    }

    @Locked("item:#{#id}")
    public String ofThread(String id) {
      return stage.get().toCompletableFuture().join();
    }
  }

  private App app;
  private Shop shop;
  private Shop target;

  @BeforeEach
  void start(TestServer server) {
    app = App.start(server, Shop.class);
    shop = app.bean(Shop.class);
    target = (Shop) AopProxyUtils.getSingletonTarget(shop);
  }

  @AfterEach
  void close() {
    app.close();
  }

  private boolean isLocked() {
    return app.client().lock("item:1").isLocked();
  }

  /** By this client: the server knows of a grant before the client has taken it up. */
  private boolean isOwned() {
    return !app.client().holds().isEmpty();
  }

  private Hold taken() {
    return app.client().lock("item:1").tryAcquire().orElseThrow();
  }

  private static <T> T join(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static @Nullable Throwable failure(CompletionStage<?> stage) throws Exception {
    Throwable thrown = join(stage.<@Nullable Throwable>handle((value, e) -> e));
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  // ---- stages

  @Test
  void stage_untilItEnds_holdsTheLock() throws Exception {
    CompletableFuture<String> inner = new CompletableFuture<>();
    AtomicReference<Long> token = new AtomicReference<>();
    target.stage =
        () -> {
          token.set(CurrentHold.token());
          return inner;
        };

    CompletionStage<String> result = shop.sell("1");

    eventually().isTrue("the method has run", () -> token.get() != null);
    assertThat(isLocked()).isTrue();
    inner.complete("sold");
    assertThat(join(result)).isEqualTo("sold");
    assertThat(isLocked()).isFalse();
  }

  @Test
  void stage_ofSeveralNames_holdsThemAll() throws Exception {
    assertThat(join(shop.swap("2", "1"))).containsExactly("item:1", "item:2");
    assertThat(app.client().holds()).isEmpty();
  }

  @Test
  void stage_thatFails_releasesAndFails() throws Exception {
    RuntimeException failure = new IllegalStateException("sold out");
    target.stage = () -> CompletableFuture.failedFuture(failure);

    assertThat(failure(shop.sell("1"))).isSameAs(failure);
    target.stage =
        () -> {
          throw failure;
        };
    assertThat(failure(shop.sell("1"))).isSameAs(failure);
    assertThat(isLocked()).isFalse();
  }

  @Test
  void stage_whoseLockIsTaken_doesAsItSays() throws Exception {
    Hold held = taken();

    assertThat(failure(shop.sellAtOnce("1")))
        .isInstanceOf(LockNotObtainedException.class)
        .hasMessage("Lock 'item:1': not acquired within 0 ms (holder app, 0 waiting)");
    assertThat(join(shop.sellOrSkip("1"))).isNull();
    assertThat(join(shop.sellOrLater("1"))).isEqualTo("later 1");
    held.close();
    assertThat(join(shop.sellOrLater("1"))).isEqualTo("sold");
  }

  @Test
  void stage_lost_failsWithTheLoss() throws Exception {
    CompletableFuture<String> inner = new CompletableFuture<>();
    target.stage = () -> inner;
    CompletionStage<String> result = shop.sell("1");
    eventually().isTrue("it holds the lock", this::isOwned);

    assertThat(app.client().lock("item:1").forceUnlock()).isTrue();
    inner.complete("sold");

    assertThat(failure(result)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void stage_lostWithInterrupt_isCancelled() throws Exception {
    CompletableFuture<String> inner = new CompletableFuture<>();
    target.stage = () -> inner;
    CompletionStage<String> result = shop.sellInterruptibly("1");
    eventually().isTrue("it holds the lock", this::isOwned);

    assertThat(app.client().lock("item:1").forceUnlock()).isTrue();

    assertThat(failure(result)).isInstanceOf(LeaseLostException.class);
    assertThat(inner).isCancelled();
  }

  @Test
  void stage_nested_isRefusedAtOnce() throws Exception {
    target.stage = () -> shop.sellAtOnce("1");
    assertThat(failure(shop.sell("1"))).hasMessageContaining("would wait for itself");
    target.stage = () -> CompletableFuture.completedFuture(shop.ofThread("1"));
    assertThat(failure(shop.sell("1"))).hasMessageContaining("would wait for itself");
    target.stage = () -> shop.sellAtOnce("1");
    assertThatThrownBy(() -> shop.ofThread("1")).hasMessageContaining("would wait for itself");
    target.stage = () -> shop.sellByAlias("1");
    assertThat(failure(shop.sell("1"))).hasMessageContaining("would wait for itself");
    target.stage = () -> shop.sellAtOnce("2");
    assertThat(join(shop.sell("1"))).isEqualTo("sold");
    assertThat(isLocked()).isFalse();
  }

  @Test
  void stage_whoseCallerGivesUp_keepsTheLockUntilTheWorkEnds() throws Exception {
    CompletableFuture<String> work = new CompletableFuture<>();
    target.stage = () -> work;
    CompletableFuture<String> result = shop.sell("1").toCompletableFuture();
    eventually().isTrue("it holds the lock", this::isOwned);

    assertThat(failure(result.orTimeout(1, TimeUnit.MILLISECONDS)))
        .isInstanceOf(TimeoutException.class);

    assertThat(work).isNotDone();
    assertThat(isLocked()).isTrue();
    work.complete("sold");
    eventually().isTrue("it is released", () -> !isLocked());
  }

  @Test
  void stage_cancelledWhileItWaits_leavesNothing() throws Exception {
    Hold held = taken();
    CompletableFuture<String> result = shop.sell("1").toCompletableFuture();
    eventually().isTrue("it waits", () -> app.client().status().waiters() == 1);

    assertThat(result.cancel(true)).isTrue();

    eventually().isTrue("it has left", () -> app.client().status().waiters() == 0);
    held.close();
    assertThat(join(shop.sellAtOnce("1"))).isEqualTo("sold");
  }

  @Test
  void stages_cancelledAsTheyAreGranted_leakNoLock() {
    for (int i = 0; i < 300; i++) {
      CompletableFuture<String> result = shop.sell("1").toCompletableFuture();
      Thread.onSpinWait();
      boolean unused = result.cancel(true);
    }
    eventually().isTrue("nothing is held", () -> app.client().holds().isEmpty());
    eventually().isTrue("nothing is locked", () -> !isLocked());
  }

  @Test
  void stage_withTheServerFrozen_doesAsItSays(@FreshServer RedisServer server) throws Exception {
    try (App other = App.impatient(server, Shop.class)) {
      Shop away = other.bean(Shop.class);
      assertThat(join(away.sellAwayAnyhow("1"))).isTrue();
      server.freeze();

      assertThat(failure(away.sellAway("1"))).isInstanceOf(LockServerException.class);
      assertThat(join(away.sellAwayAnyhow("1"))).isFalse();
      server.thaw();
    }
  }

  // ---- publishers

  @Test
  void mono_beforeItIsSubscribedTo_takesNoLock() {
    AtomicReference<Boolean> wasLocked = new AtomicReference<>();
    target.mono =
        () -> Mono.fromCallable(() -> "sold").doOnNext(value -> wasLocked.set(isLocked()));

    Mono<String> result = shop.one("1");

    assertThat(isLocked()).isFalse();
    assertThat(result.block(LONG)).isEqualTo("sold");
    assertThat(wasLocked.get()).isTrue();
    assertThat(isLocked()).isFalse();
    assertThat(result.block(LONG)).isEqualTo("sold"); // again
  }

  @Test
  void flux_untilItEnds_holdsTheLock() {
    List<Boolean> locked = new ArrayList<>();

    List<String> values =
        shop.many("1").doOnNext(value -> locked.add(isLocked())).collectList().block(LONG);

    assertThat(values).containsExactly("a", "b");
    assertThat(locked).containsExactly(true, true);
    assertThat(isLocked()).isFalse();
  }

  @Test
  void flow_ofTheJdk_isLockedToo() {
    assertThat(JdkFlowAdapter.flowPublisherToFlux(shop.flow("1")).collectList().block(LONG))
        .containsExactly("a", "b");
    assertThat(isLocked()).isFalse();
  }

  @Test
  void flux_slowlyAskedFor_givesWhatIsAskedFor() {
    assertThat(shop.many("1").limitRate(1).concatMap(Mono::just, 1).collectList().block(LONG))
        .containsExactly("a", "b");
  }

  @Test
  void mono_context_hasTheHold() {
    target.mono = () -> CurrentHold.mono().map(hold -> hold.lockName());

    assertThat(shop.one("1").block(LONG)).isEqualTo("item:1");
    assertThat(CurrentHold.mono().block(LONG)).isNull();
  }

  @Test
  void mono_nested_isRefusedAtOnce() {
    target.mono = () -> Mono.just(1).flatMap(one -> shop.oneAtOnce("1"));
    assertThatThrownBy(() -> shop.one("1").block(LONG))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("would wait for itself");
    target.mono = () -> Mono.just(1).flatMap(one -> shop.oneAtOnce("2"));
    assertThat(shop.one("1").block(LONG)).isEqualTo("sold");
  }

  @Test
  void publishers_whoseLockIsTaken_doAsTheySay() {
    Hold held = taken();

    assertThatThrownBy(() -> shop.oneAtOnce("1").block(LONG))
        .isInstanceOf(LockNotObtainedException.class);
    assertThat(shop.oneOrSkip("1").block(LONG)).isNull();
    assertThat(shop.manyOrLater("1").collectList().block(LONG)).containsExactly("later 1");
    held.close();
    assertThat(shop.oneOrSkip("1").block(LONG)).isEqualTo("sold");
  }

  @Test
  void mono_lost_failsWithTheLossItself() {
    target.mono =
        () ->
            Mono.fromCallable(
                () -> {
                  boolean unused = app.client().lock("item:1").forceUnlock();
                  return "sold";
                });

    Throwable thrown = catchThrowable(() -> shop.one("1").block(LONG));

    assertThat(thrown).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void flux_lostWithInterrupt_isCancelledAndFails() {
    AtomicReference<String> end = new AtomicReference<>();
    target.flux = () -> Flux.<String>never().doOnCancel(() -> end.set("cancelled"));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Disposable unused = shop.manyInterruptibly("1").subscribe(value -> {}, thrown::set);
    eventually().isTrue("it holds the lock", this::isOwned);

    assertThat(app.client().lock("item:1").forceUnlock()).isTrue();

    eventually().isTrue("it has failed", () -> thrown.get() instanceof LeaseLostException);
    assertThat(end.get()).isEqualTo("cancelled");
  }

  @Test
  void flux_cancelled_releases() {
    target.flux = () -> Flux.never();
    Disposable subscription = shop.many("1").subscribe();
    eventually().isTrue("it holds the lock", this::isOwned);

    subscription.dispose();

    eventually().isTrue("it is released", () -> !isLocked());
  }

  @Test
  void publishers_cancelledAsTheyAreGranted_leakNoLock() {
    target.flux = () -> Flux.never();
    for (int i = 0; i < 300; i++) {
      Disposable subscription = shop.many("1").subscribe();
      Thread.onSpinWait();
      subscription.dispose();
    }
    eventually().isTrue("nothing is held", () -> app.client().holds().isEmpty());
    eventually().isTrue("nothing is locked", () -> !isLocked());
  }
}
