package io.holdfast.spring;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.CleanWorld;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(RedisServerExtension.class)
class LockedIT {

  @RegisterExtension
  static final CleanWorld clean =
      CleanWorld.ofSharedServer()
          .keys("holdfast:*")
          .exceptKeys("holdfast:(seq|[a-z]+q:.*)") // numbers, kept for a time or for good
          .patience(Duration.ofSeconds(20))
          .threads("holdfast-");

  private final List<AutoCloseable> opened = new ArrayList<>();

  static class Shop {

    volatile Runnable body = () -> {};
    volatile @Nullable String skipped;

    @Locked("item:#{#id}")
    public String sell(String id) {
      body.run();
      return "sold " + id;
    }

    @Locked({"item:#{#b}", "item:#{#a}"})
    public List<String> swap(String a, String b) {
      body.run();
      return List.copyOf(CurrentHold.holds().keySet());
    }

    @Locked(value = "item:#{#id}", waitAtMost = "0")
    public String sellAtOnce(String id) {
      body.run();
      return "sold " + id;
    }

    @Locked(value = "item:#{#id}", waitAtMost = "0", onTimeout = OnTimeout.SKIP)
    public @Nullable String sellOrSkip(String id) {
      body.run();
      return "sold " + id;
    }

    @Locked(value = "item:#{#id}", waitAtMost = "0", onTimeout = OnTimeout.SKIP)
    public Optional<String> sellOrEmpty(String id) {
      return Optional.of("sold " + id);
    }

    @Locked(
        value = "item:#{#id}",
        waitAtMost = "0",
        onTimeout = OnTimeout.SKIP,
        fallback = "sellLater")
    public int sellOrLater(String id) {
      return 1;
    }

    @SuppressWarnings("UnusedMethod") // called by its name
    private int sellLater(String id) {
      skipped = id;
      return 2;
    }

    @Locked(value = "item:#{#id}", waitAtMost = "500ms")
    public String sellAway(String id) {
      return "sold " + id;
    }

    @Locked(value = "item:#{#id}", waitAtMost = "500ms", onUnreachable = OnUnreachable.SKIP)
    public @Nullable String sellAwayOrSkip(String id) {
      return "sold " + id;
    }

    @Locked(value = "item:#{#id}", waitAtMost = "500ms", onUnreachable = OnUnreachable.PROCEED)
    public Optional<Hold> sellAwayAnyhow(String id) {
      return CurrentHold.hold();
    }

    @Locked(value = "item:#{#id}", onLoss = OnLoss.INTERRUPT)
    public String sellInterruptibly(String id) {
      body.run();
      return "sold " + id;
    }

    @Locked(value = "item:#{#id}", onLoss = OnLoss.LOG)
    public String sellWhatever(String id) {
      body.run();
      return "sold " + id;
    }

    @Locked(value = "item:#{#id}", kind = LockKind.FAIR)
    public void ofFair(String id) {
      body.run();
    }

    @Locked(value = "item:#{#id}", kind = LockKind.READ)
    public void ofRead(String id) {
      body.run();
    }

    @Locked(value = "item:#{#id}", kind = LockKind.WRITE, waitAtMost = "0")
    public void ofWrite(String id) {
      body.run();
    }

    @Locked(
        value = "item:#{#id}",
        kind = LockKind.WRITE,
        waitAtMost = "0",
        onTimeout = OnTimeout.SKIP)
    public void ofWriteOrSkip(String id) {
      body.run();
    }

    @Locked("item:#{#ids}")
    public List<String> ofEach(List<Integer> ids) {
      return List.copyOf(CurrentHold.holds().keySet());
    }

    @Locked("item:#{#id}")
    public Object ofAny(String id) {
      return id.equals("done") ? CompletableFuture.completedFuture(id) : new CompletableFuture<>();
    }
  }

  @AfterEach
  void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private <T extends AutoCloseable> T open(T resource) {
    opened.add(resource);
    return resource;
  }

  private App app(TestServer server) {
    return open(App.start(server, Shop.class));
  }

  private ExecutorService threads() {
    ExecutorService threads = Executors.newCachedThreadPool();
    open((AutoCloseable) threads::shutdownNow);
    return threads;
  }

  // ---- the lock

  @Test
  void call_whileItRuns_holdsTheLock(TestServer server) {
    App app = app(server);
    HoldfastClient other = open(HoldfastClient.connect(server.uri()));
    Shop shop = app.bean(Shop.class);
    AtomicReference<Boolean> wasFree = new AtomicReference<>();
    AtomicReference<Long> token = new AtomicReference<>();
    target(shop).body =
        () -> {
          wasFree.set(other.lock("item:1").tryAcquire().isPresent());
          token.set(CurrentHold.token());
        };

    assertThat(shop.sell("1")).isEqualTo("sold 1");

    assertThat(wasFree.get()).isFalse();
    assertThat(token.get()).isPositive();
    assertThat(CurrentHold.hold()).isEmpty();
    assertThat(other.lock("item:1").isLocked()).isFalse();
  }

  /** The object behind the proxy. */
  private static Shop target(Shop proxy) {
    return (Shop) org.springframework.aop.framework.AopProxyUtils.getSingletonTarget(proxy);
  }

  @Test
  void calls_ofTwoApplications_loseNoUpdate(TestServer server) throws Exception {
    Shop first = app(server).bean(Shop.class);
    Shop second = app(server).bean(Shop.class);
    int[] stock = {0};
    Runnable add = () -> stock[0] = stock[0] + 1;
    target(first).body = add;
    target(second).body = add;
    ExecutorService threads = threads();
    List<Future<?>> done = new ArrayList<>();
    for (Shop shop : List.of(first, second, first, second)) {
      done.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 100; i++) {
                  String unused = shop.sell("1");
                }
              }));
    }
    for (Future<?> each : done) {
      each.get(60, TimeUnit.SECONDS);
    }

    assertThat(stock[0]).isEqualTo(400);
  }

  @Test
  void calls_nested_enterAgainUnderOneToken(TestServer server) {
    Shop shop = app(server).bean(Shop.class);
    AtomicReference<Long> outer = new AtomicReference<>();
    AtomicReference<Long> inner = new AtomicReference<>();
    AtomicReference<Long> after = new AtomicReference<>();
    target(shop).body =
        () -> {
          if (outer.get() == null) {
            outer.set(CurrentHold.token());
            String unused = shop.sellAtOnce("1");
            after.set(CurrentHold.token());
          } else {
            inner.set(CurrentHold.token());
          }
        };

    assertThat(shop.sell("1")).isEqualTo("sold 1");

    assertThat(inner.get()).isEqualTo(outer.get()).isEqualTo(after.get());
  }

  @Test
  void calls_withSeveralNames_holdAllOfThem(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    Hold taken = app.client().lock("item:2").tryAcquire().orElseThrow();

    target(shop).body =
        () -> {
          assertThat(app.client().lock("item:1").isHeldByCurrentThread()).isTrue();
          assertThatThrownBy(CurrentHold::hold).hasMessageContaining("holds()");
        };
    taken.close();
    assertThat(shop.swap("1", "2")).containsExactly("item:1", "item:2");
    assertThat(app.client().holds()).isEmpty();
  }

  @Test
  void calls_withABadName_takeNothing(TestServer server) {
    App app = app(server);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> app.bean(Shop.class).sell(null))
        .withMessageContaining("Shop.sell(String)")
        .withMessageContaining("item:#{#id}");
    assertThatIllegalArgumentException().isThrownBy(() -> app.bean(Shop.class).swap("1", " "));
    assertThat(app.client().holds()).isEmpty();
  }

  @Test
  void kinds_each_areTheirOwnLocks(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    ExecutorService threads = threads();
    target(shop).body =
        () -> {
          target(shop).body = () -> {};
          thrown.set(catchThrowable(() -> threads.submit(() -> shop.ofWrite("1")).get()));
        };

    shop.ofRead("1");

    assertThat(thrown.get()).hasCauseInstanceOf(LockNotObtainedException.class);
    shop.ofFair("1");
    shop.ofWrite("1");
    assertThat(app.client().holds()).isEmpty();
  }

  @Test
  void body_throws_releasesAndTellsTheCaller(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    RuntimeException failure = new IllegalStateException("sold out");
    target(shop).body =
        () -> {
          throw failure;
        };

    assertThatThrownBy(() -> shop.sell("1")).isSameAs(failure);

    assertThat(app.client().lock("item:1").isLocked()).isFalse();
  }

  // ---- time-outs

  @Test
  void calls_ofACollection_holdALockForEachElement(TestServer server) {
    assertThat(app(server).bean(Shop.class).ofEach(List.of(2, 1)))
        .containsExactly("item:1", "item:2");
  }

  @Test
  void write_insideARead_isRefusedAndNotSkipped(TestServer server) {
    Shop shop = app(server).bean(Shop.class);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    target(shop).body = () -> thrown.set(catchThrowable(() -> shop.ofWriteOrSkip("1")));

    shop.ofRead("1");

    assertThat(thrown.get())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("take the write lock outside");
  }

  @Test
  void read_insideAWrite_enters(TestServer server) {
    Shop shop = app(server).bean(Shop.class);
    AtomicReference<Long> inner = new AtomicReference<>();
    target(shop).body =
        () -> {
          target(shop).body =
              () -> {
                target(shop).body = () -> inner.set(CurrentHold.token());
                shop.ofWriteOrSkip("1");
              };
          shop.ofRead("1");
        };

    shop.ofWrite("1");

    assertThat(inner.get()).isPositive();
  }

  @Test
  void result_thatGoesOnAfterTheReturn_isRefused(TestServer server) {
    Shop shop = app(server).bean(Shop.class);
    assertThat(shop.ofAny("done")).isInstanceOf(CompletableFuture.class);
    assertThatThrownBy(() -> shop.ofAny("1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Shop.ofAny(String)")
        .hasMessageContaining("CompletableFuture");
  }

  @Test
  void timeout_byDefault_throwsWithHolderAndQueue(TestServer server) {
    App app = app(server);
    HoldfastClient other = open(HoldfastClient.connect(settings("till-7"), server.uri()));
    Hold held = other.lock("item:1").tryAcquire().orElseThrow();

    assertThatExceptionOfType(LockNotObtainedException.class)
        .isThrownBy(() -> app.bean(Shop.class).sellAtOnce("1"))
        .withMessage("Lock 'item:1': not acquired within 0 ms (holder till-7, 0 waiting)")
        .satisfies(
            thrown -> {
              assertThat(thrown.lockName()).isEqualTo("item:1");
              assertThat(thrown.holder()).contains("till-7");
              assertThat(thrown.queueLength()).hasValue(0);
            });
    held.close();
  }

  private static io.holdfast.lock.core.HoldfastSettings settings(String label) {
    return io.holdfast.lock.core.HoldfastSettings.builder().clientLabel(label).build();
  }

  @Test
  void timeout_withSkip_doesNotRunAndReturnsNothing(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    Hold held = app.client().lock("item:1").tryAcquire().orElseThrow();

    assertThat(shop.sellOrSkip("1")).isNull();
    assertThat(shop.sellOrEmpty("1")).isEmpty();
    assertThat(shop.sellOrLater("1")).isEqualTo(2);
    assertThat(target(shop).skipped).isEqualTo("1");

    held.close();
    assertThat(shop.sellOrSkip("1")).isEqualTo("sold 1");
    assertThat(shop.sellOrEmpty("1")).contains("sold 1");
    assertThat(shop.sellOrLater("1")).isEqualTo(1);
  }

  @Test
  void wait_interrupted_throwsAndKeepsTheFlag(TestServer server) throws Exception {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    Hold held = app.client().lock("item:1").tryAcquire().orElseThrow();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AtomicReference<Boolean> flag = new AtomicReference<>();
    Thread waiter =
        new Thread(
            () -> {
              thrown.set(catchThrowable(() -> shop.sell("1")));
              flag.set(Thread.currentThread().isInterrupted());
            });
    waiter.start();
    eventually().isTrue("it waits", () -> app.client().status().waiters() == 1);

    waiter.interrupt();
    waiter.join();

    assertThat(thrown.get())
        .isInstanceOf(LockNotObtainedException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(flag.get()).isTrue();
    held.close();
  }

  // ---- unreachable servers

  enum Away {
    FROZEN,
    KILLED;

    void strike(RedisServer server) {
      if (this == FROZEN) {
        server.freeze();
      } else {
        server.kill();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void unreachable_eachPolicy_doesAsItSays(Away away, @FreshServer RedisServer server) {
    try (App app = App.impatient(server, Shop.class)) {
      Shop shop = app.bean(Shop.class);
      assertThat(shop.sellAway("1")).isEqualTo("sold 1");

      away.strike(server);

      assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> shop.sellAway("1"));
      assertThat(shop.sellAwayOrSkip("1")).isNull();
      assertThat(shop.sellAwayAnyhow("1")).isEmpty();
    } finally {
      if (away == Away.FROZEN) {
        server.thaw();
      }
    }
  }

  @Test
  void proceed_withAServer_holdsTheLock(TestServer server) {
    assertThat(app(server).bean(Shop.class).sellAwayAnyhow("1")).isPresent();
  }

  @Test
  void server_thatRefuses_isNotUnreachable(TestServer server) {
    Shop shop = app(server).bean(Shop.class);
    server.admin().command("SET", "holdfast:lock:{item:1}", "not yours");
    try {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> shop.sellAwayOrSkip("1"), () -> shop.sellAwayAnyhow("1"))) {
        assertThatExceptionOfType(LockServerException.class)
            .isThrownBy(call)
            .withMessageContaining("the server refused")
            .matches(LockServerException::isRefusal);
      }
    } finally {
      server.admin().command("DEL", "holdfast:lock:{item:1}");
    }
  }

  // ---- losses

  /** In the body: loses the lock, and waits until the hold knows. */
  private static void lose(App app) {
    Hold hold = CurrentHold.hold().orElseThrow();
    CountDownLatch told = new CountDownLatch(1);
    hold.onLost(cause -> told.countDown());
    assertThat(app.client().lock(hold.lockName()).forceUnlock()).isTrue();
    boolean wasInterrupted = false;
    while (hold.isValid() || told.getCount() > 0) {
      Thread.onSpinWait();
      wasInterrupted |= Thread.interrupted();
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void loss_byDefault_isThrownWhenTheBodyHasEnded(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    target(shop).body = () -> lose(app);

    assertThatExceptionOfType(LeaseLostException.class)
        .isThrownBy(() -> shop.sell("1"))
        .satisfies(loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.FORCED));
    target(shop).body = () -> {};
    assertThat(shop.sell("1")).isEqualTo("sold 1");
  }

  @Test
  void loss_andABodyThatThrows_areBothTold(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    RuntimeException failure = new IllegalStateException("sold out");
    target(shop).body =
        () -> {
          lose(app);
          throw failure;
        };

    Throwable thrown = catchThrowable(() -> shop.sell("1"));

    assertThat(thrown).isInstanceOf(LeaseLostException.class);
    assertThat(thrown.getSuppressed()).contains(failure);
  }

  @Test
  void loss_ofOneOfSeveral_isThrown(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    target(shop).body =
        () -> {
          Hold second = CurrentHold.holds().get("item:2");
          assertThat(app.client().lock("item:2").forceUnlock()).isTrue();
          eventually().isTrue("it is lost", () -> !second.isValid());
        };

    assertThatExceptionOfType(LeaseLostException.class)
        .isThrownBy(() -> shop.swap("1", "2"))
        .satisfies(loss -> assertThat(loss.lockName()).isEqualTo("item:2"));
    assertThat(app.client().holds()).isEmpty();
  }

  @Test
  void loss_withInterrupt_stopsTheBodyAndLeavesNoFlag(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    AtomicReference<Boolean> flag = new AtomicReference<>();
    target(shop).body =
        () -> {
          Hold hold = CurrentHold.hold().orElseThrow();
          assertThat(app.client().lock("item:1").forceUnlock()).isTrue();
          while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
          }
          flag.set(!hold.isValid());
        };

    assertThatExceptionOfType(LeaseLostException.class)
        .isThrownBy(() -> shop.sellInterruptibly("1"));

    assertThat(flag.get()).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  /** In the body: loses locks by another thread, and waits until their holds know. */
  private static void loseByAnotherThread(App app, List<Hold> holds) {
    CountDownLatch told = new CountDownLatch(holds.size());
    holds.forEach(hold -> hold.onLost(cause -> told.countDown()));
    CompletableFuture.runAsync(
        () ->
            holds.forEach(
                hold -> assertThat(app.client().lock(hold.lockName()).forceUnlock()).isTrue()));
    while (told.getCount() > 0) {
      Thread.onSpinWait(); // whatever the flag is
    }
  }

  @Test
  void loss_ofAnOuterAndAnInnerCallWithInterrupt_stopsBothBodiesAndLeavesNoFlag(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    List<Boolean> flags = new ArrayList<>();
    target(shop).body =
        () -> {
          Hold outer = CurrentHold.hold().orElseThrow();
          target(shop).body =
              () -> {
                loseByAnotherThread(app, List.of(outer, CurrentHold.hold().orElseThrow()));
                flags.add(Thread.interrupted());
              };
          assertThatExceptionOfType(LeaseLostException.class)
              .isThrownBy(() -> shop.sellInterruptibly("2"));
          flags.add(Thread.currentThread().isInterrupted());
        };

    assertThatExceptionOfType(LeaseLostException.class)
        .isThrownBy(() -> shop.sellInterruptibly("1"))
        .satisfies(loss -> assertThat(loss.lockName()).isEqualTo("item:1"));

    assertThat(flags).containsExactly(true, true);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void loss_ofAnInnerCallWithInterrupt_leavesTheOuterOneItsInterrupt(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    List<Boolean> flags = new ArrayList<>();
    target(shop).body =
        () -> {
          Hold outer = CurrentHold.hold().orElseThrow();
          target(shop).body =
              () -> loseByAnotherThread(app, List.of(CurrentHold.hold().orElseThrow()));
          assertThatExceptionOfType(LeaseLostException.class)
              .isThrownBy(() -> shop.sellInterruptibly("2"));
          flags.add(Thread.currentThread().isInterrupted());
          loseByAnotherThread(app, List.of(outer));
          flags.add(Thread.currentThread().isInterrupted());
        };

    assertThatExceptionOfType(LeaseLostException.class)
        .isThrownBy(() -> shop.sellInterruptibly("1"));

    assertThat(flags).containsExactly(false, true);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void loss_withLog_givesTheResultOfTheBody(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    target(shop).body = () -> lose(app);

    assertThat(shop.sellWhatever("1")).isEqualTo("sold 1");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void loss_toldToANestedCallThatLogsIt_isThrownByTheOuterOne(TestServer server) {
    App app = app(server);
    Shop shop = app.bean(Shop.class);
    target(shop).body =
        () -> {
          target(shop).body = () -> lose(app);
          assertThat(shop.sellWhatever("1")).isEqualTo("sold 1");
        };

    assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> shop.sell("1"));
  }

  // ---- the template

  @Test
  void template_withAName_worksUnderItsLock(TestServer server) {
    App app = app(server);
    HoldTemplate template = app.bean(HoldTemplate.class);
    DistributedLock lock = app.client().lock("item:1");
    Shop shop = app.bean(Shop.class);

    String result =
        template.execute(
            "item:1",
            hold -> {
              assertThat(lock.isHeldByCurrentThread()).isTrue();
              assertThat(hold.token()).isEqualTo(CurrentHold.token());
              return shop.sellAtOnce("1");
            });

    assertThat(result).isEqualTo("sold 1");
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void template_whoseLockIsTaken_throws(TestServer server) {
    App app = app(server);
    HoldTemplate template = app.bean(HoldTemplate.class);
    Hold held = app.client().lock("item:1").tryAcquire().orElseThrow();
    AcquireOptions atOnce = AcquireOptions.defaults().withoutWaiting();

    assertThatExceptionOfType(LockNotObtainedException.class)
        .isThrownBy(() -> template.execute("item:1", atOnce, Hold::token));
    held.close();
    assertThat(template.execute("item:1", atOnce, Hold::token)).isPositive();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> template.execute(" ", Hold::token))
        .withMessageContaining("blank");
  }
}
