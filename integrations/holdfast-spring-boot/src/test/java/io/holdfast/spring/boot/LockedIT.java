package io.holdfast.spring.boot;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.spring.CurrentHold;
import io.holdfast.spring.HoldTemplate;
import io.holdfast.spring.Locked;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Two instances of an application with locked methods, and their metrics. */
class LockedIT {

  static class Orders {

    @Locked("order:#{#id}")
    public long pay(long id, Runnable work) {
      work.run();
      return CurrentHold.token();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    @Bean
    Orders orders() {
      return new Orders();
    }
  }

  private static final Executor THREADS = work -> new Thread(work, "customer").start();

  private static RedisServer server;
  private static ConfigurableApplicationContext one;
  private static ConfigurableApplicationContext two;

  private static ConfigurableApplicationContext start(String label) {
    return SpringApplication.run(
        Shop.class,
        "--server.port=0",
        "--server.address=127.0.0.1",
        "--spring.jmx.enabled=false",
        "--spring.main.banner-mode=off",
        "--spring.data.redis.host=127.0.0.1",
        "--spring.data.redis.port=" + server.port(),
        "--holdfast.client-label=" + label,
        "--management.endpoints.web.exposure.include=prometheus");
  }

  @BeforeAll
  static void startBoth() {
    server = RedisServer.start();
    one = start("one");
    two = start("two");
  }

  @AfterAll
  static void stopBoth() {
    two.close();
    one.close();
    server.close();
  }

  private static String scraped(ConfigurableApplicationContext application) throws Exception {
    String port = application.getEnvironment().getRequiredProperty("local.server.port");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/prometheus"))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static double waitingIn(ConfigurableApplicationContext application) {
    return application
        .getBean(MeterRegistry.class)
        .get("holdfast.waiting")
        .tag("kind", "plain")
        .gauge()
        .value();
  }

  @Test
  void locked_heldByAnotherInstance_waitsAndIsMeasured() throws Exception {
    CountDownLatch isHeld = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicLong inside = new AtomicLong();
    CompletableFuture<Long> first =
        CompletableFuture.supplyAsync(
            () ->
                one.getBean(Orders.class)
                    .pay(
                        42,
                        () -> {
                          inside.incrementAndGet();
                          isHeld.countDown();
                          await(mayEnd);
                          inside.decrementAndGet();
                        }),
            THREADS);
    await(isHeld);
    AtomicLong seen = new AtomicLong(-1);
    CompletableFuture<Long> second =
        CompletableFuture.supplyAsync(
            () -> two.getBean(Orders.class).pay(42, () -> seen.set(inside.get())), THREADS);
    eventually().isTrue("the other instance waits", () -> waitingIn(two) == 1);
    mayEnd.countDown();
    assertThat(second.get(60, TimeUnit.SECONDS)).isGreaterThan(first.get(60, TimeUnit.SECONDS));
    assertThat(seen).hasValue(0);
    assertThat(waitingIn(two)).isZero();
    assertThat(scraped(two))
        .containsPattern(
            "holdfast_acquire_seconds_count\\{client=\"two\",kind=\"plain\",lock=\"order\",outcome=\"acquired\"} [1-9]")
        .containsPattern(
            "holdfast_section_seconds_count\\{[^}]*kind=\"plain\",lock=\"order\",outcome=\"released\"} [1-9]")
        .containsPattern("holdfast_connection_up\\{client=\"two\",connection=\"commands\"} 1");
  }

  @Test
  void locked_takenAway_isTheExceptionAndTheMeterOfTheLoss() throws Exception {
    HoldfastClient other = two.getBean(HoldfastClient.class);
    Orders orders = one.getBean(Orders.class);
    assertThatThrownBy(
            () ->
                orders.pay(
                    43,
                    () -> {
                      Hold hold = CurrentHold.hold().orElseThrow();
                      other.lock("order:43").forceUnlock();
                      // a release that comes before the message finds the hold gone
                      eventually().isTrue("the loss is told", () -> !hold.isValid());
                    }))
        .isInstanceOf(LeaseLostException.class);
    eventually()
        .isTrue(
            "the loss is counted",
            () ->
                one.getBean(MeterRegistry.class)
                        .get("holdfast.lost")
                        .tags("client", "one", "kind", "plain", "lock", "order", "cause", "forced")
                        .counter()
                        .count()
                    == 1);
    assertThat(scraped(one))
        .contains(
            "holdfast_lost_total{cause=\"forced\",client=\"one\",kind=\"plain\",lock=\"order\"} 1.0");
  }

  @Test
  void context_closedWhileALockIsHeld_releasesItAndTellsTheHolder() {
    ConfigurableApplicationContext three =
        SpringApplication.run(
            Shop.class,
            "--spring.main.web-application-type=none",
            "--spring.main.banner-mode=off",
            "--spring.jmx.enabled=false",
            "--holdfast.url=" + server.uri(),
            "--holdfast.lease=10m");
    CountDownLatch isHeld = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CompletableFuture<Long> holder =
        CompletableFuture.supplyAsync(
            () ->
                three
                    .getBean(Orders.class)
                    .pay(
                        45,
                        () -> {
                          isHeld.countDown();
                          await(mayEnd);
                        }),
            THREADS);
    await(isHeld);
    assertThat(two.getBean(HoldfastClient.class).lock("order:45").isLocked()).isTrue();
    three.close();
    assertThat(two.getBean(HoldfastClient.class).lock("order:45").isLocked()).isFalse();
    assertThat(holder).isNotDone();
    mayEnd.countDown();
    assertThatThrownBy(() -> holder.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(LeaseLostException.class);
  }

  @Test
  void template_injected_locks() {
    long token =
        one.getBean(HoldTemplate.class)
            .execute(
                "order:44",
                hold -> {
                  assertThat(two.getBean(HoldfastClient.class).lock("order:44").isLocked())
                      .isTrue();
                  return hold.token();
                });
    assertThat(token).isPositive();
    assertThat(two.getBean(HoldfastClient.class).lock("order:44").isLocked()).isFalse();
  }

  @Test
  void tag_none_isTheSameForAllLocks() {
    try (ConfigurableApplicationContext three =
        SpringApplication.run(
            Shop.class,
            "--spring.main.web-application-type=none",
            "--spring.main.banner-mode=off",
            "--spring.jmx.enabled=false",
            "--holdfast.url=" + server.uri(),
            "--holdfast.metrics.lock-tag=none")) {
      three.getBean(HoldTemplate.class).execute("stock:1", hold -> 0);
      assertThat(
              three
                  .getBean(MeterRegistry.class)
                  .get("holdfast.acquire")
                  .tags("lock", "all", "outcome", "acquired")
                  .timer()
                  .count())
          .isEqualTo(1);
    }
  }

  @Test
  void tag_name_isTheName() {
    try (ConfigurableApplicationContext three =
        SpringApplication.run(
            Shop.class,
            "--spring.main.web-application-type=none",
            "--spring.main.banner-mode=off",
            "--spring.jmx.enabled=false",
            "--holdfast.url=" + server.uri(),
            "--holdfast.metrics.lock-tag=name",
            "--holdfast.metrics.max-lock-tags=1")) {
      three.getBean(HoldTemplate.class).execute("stock:1", hold -> 0);
      three.getBean(HoldTemplate.class).execute("stock:2", hold -> 0);
      for (String tag : new String[] {"stock:1", "other"}) {
        assertThat(
                three
                    .getBean(MeterRegistry.class)
                    .get("holdfast.acquire")
                    .tags("lock", tag, "outcome", "acquired")
                    .timer()
                    .count())
            .as(tag)
            .isEqualTo(1);
      }
    }
  }
}
