package io.holdfast.spring;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import reactor.core.publisher.Mono;

/** With other annotations of Spring on the same method. */
@ExtendWith(RedisServerExtension.class)
class LockedTogetherIT {

  static class Shop {

    final AtomicInteger runs = new AtomicInteger();

    @Locked("prices")
    @Cacheable("prices")
    public String price(String item) {
      return item + " costs " + runs.incrementAndGet();
    }

    @Async
    @Locked("report")
    public CompletableFuture<String> report() {
      return CompletableFuture.completedFuture(
          Thread.currentThread().getName() + CurrentHold.token());
    }

    @Locked(value = "tick", waitAtMost = "0", onTimeout = OnTimeout.SKIP)
    @Scheduled(fixedDelay = 10)
    public void tick() {
      long unused = CurrentHold.token();
      runs.incrementAndGet();
    }

    @Locked("order")
    @Transactional
    public void pay() {
      runs.incrementAndGet();
    }

    @Locked("order")
    public CompletableFuture<String> stage() {
      return CompletableFuture.completedFuture("paid " + CurrentHold.token());
    }

    @Locked("order")
    public Mono<String> mono() {
      return Mono.just("paid");
    }
  }

  /** AspectJ's advice, inside the lock. */
  @Aspect
  static class Audit {

    final Queue<String> lines = new ConcurrentLinkedQueue<>();

    @Before("execution(* io.holdfast.spring.LockedTogetherIT.Shop.*(..))")
    public void audit(JoinPoint point) {
      lines.add(point.getSignature().getName() + " under " + CurrentHold.token());
    }
  }

  @Configuration
  @EnableAspectJAutoProxy
  static class Audited {}

  /** The last that is made, and so the first that would be destroyed. */
  @Configuration
  static class LateClient {

    @Bean(defaultCandidate = false)
    @Lazy
    @DependsOn("lockedTogetherIT.Closing") // which locks with it
    HoldfastClient late(@Value("${server}") String uri) {
      return HoldfastClient.connect(uri);
    }
  }

  /** Works until the end, and longer. */
  static class Closing implements DisposableBean {

    volatile Runnable last = () -> {};

    @Locked(value = "closing", client = "late")
    public void work() {}

    @Override
    public void destroy() {
      last.run();
    }
  }

  @Configuration
  @EnableCaching
  static class Caching {
    @Bean
    ConcurrentMapCacheManager caches() {
      return new ConcurrentMapCacheManager();
    }
  }

  @Configuration
  @EnableAsync
  static class Asynchronous {}

  @Configuration
  @EnableScheduling
  static class Schedule {}

  /** Records the order of events. */
  static final class Diary {
    final Queue<String> lines = new ConcurrentLinkedQueue<>();
  }

  @Configuration
  @EnableTransactionManagement
  static class Noted {

    @Bean
    static Diary diary() {
      return new Diary();
    }

    @Bean
    static LocksDecorator noting(Diary diary) {
      return (kind, locks) -> new NotedLocks(diary, kind, locks).locks();
    }

    @Bean
    AbstractPlatformTransactionManager transactions(Diary diary) {
      return new AbstractPlatformTransactionManager() {
        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction() {
          return diary;
        }

        @Override
        protected void doBegin(
            Object transaction, org.springframework.transaction.TransactionDefinition definition) {
          diary.lines.add("begin");
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
          diary.lines.add("commit");
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
          diary.lines.add("rollback");
        }
      };
    }
  }

  /** Tells when a section begins and ends. */
  record NotedLocks(Diary diary, LockKind kind, Locks inner) {

    Locks locks() {
      return (Locks)
          java.lang.reflect.Proxy.newProxyInstance(
              Noted.class.getClassLoader(),
              new Class<?>[] {Locks.class},
              (proxy, method, args) -> noted(method.invoke(inner, args)));
    }

    private Object noted(Object lock) {
      return java.lang.reflect.Proxy.newProxyInstance(
          Noted.class.getClassLoader(),
          new Class<?>[] {DistributedLock.class},
          (proxy, method, args) -> {
            if (!method.getName().equals("withLock")) {
              return invoke(method, lock, args);
            }
            diary.lines.add("lock " + kind);
            try {
              return invoke(method, lock, args);
            } finally {
              diary.lines.add("unlock");
            }
          });
    }

    private static Object invoke(Method method, Object lock, Object[] args) throws Throwable {
      try {
        return method.invoke(lock, args);
      } catch (InvocationTargetException e) {
        throw e.getTargetException();
      }
    }
  }

  @Test
  void transaction_ofALockedMethod_isInsideTheLock(TestServer server) {
    try (App app = App.start(server, Shop.class, Noted.class)) {
      app.bean(Shop.class).pay();

      assertThat(app.bean(Diary.class).lines)
          .containsExactly("lock PLAIN", "begin", "commit", "unlock");
    }
  }

  @Test
  void transaction_thatIsOpenAlready_isBorne(TestServer server) {
    try (App app = App.start(server, Shop.class, Noted.class)) {
      TransactionTemplate outer =
          new TransactionTemplate(app.bean(AbstractPlatformTransactionManager.class));

      outer.executeWithoutResult(status -> app.bean(Shop.class).pay());

      assertThat(app.bean(Diary.class).lines).contains("lock PLAIN", "unlock", "commit");
    }
  }

  /** A look for a hold must not consume a loss that the thread has yet to hear of. */
  @Test
  void transaction_thatIsOpenAlready_leavesALossUntold(TestServer server) {
    try (App app = App.start(server, Shop.class, Noted.class)) {
      DistributedLock order = app.client().lock("order");
      order.lock();
      assertThat(app.client().lock("order").forceUnlock()).isTrue();
      eventually().isTrue("the loss is known", () -> order.currentHold().isEmpty());
      TransactionTemplate outer =
          new TransactionTemplate(app.bean(AbstractPlatformTransactionManager.class));

      assertThatThrownBy(() -> outer.executeWithoutResult(status -> app.bean(Shop.class).pay()))
          .isInstanceOf(LeaseLostException.class);
    }
  }

  @Test
  void aspectj_adviceInsideTheLock_runsInStagesAndPublishers(TestServer server) throws Exception {
    try (App app = App.start(server, Shop.class, Audit.class, Audited.class, Noted.class)) {
      Shop shop = app.bean(Shop.class);

      shop.pay();
      assertThat(shop.stage().get(60, TimeUnit.SECONDS)).startsWith("paid ");
      assertThat(shop.mono().block(Duration.ofMinutes(1))).isEqualTo("paid");

      assertThat(app.bean(Audit.class).lines)
          .hasSize(3)
          .allMatch(line -> line.matches("(pay|stage|mono) under \\d+"));
    }
  }

  @Test
  void shutdown_closesTheClientAfterTheBeansThatLockWithIt(TestServer server) {
    System.setProperty("server", server.uri());
    AtomicReference<Boolean> wasOpen = new AtomicReference<>();
    try (App app = App.start(server, Closing.class, LateClient.class)) {
      Closing closing = app.bean(Closing.class);
      closing.work(); // makes the client
      HoldfastClient late = app.client("late");
      ((Closing) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(closing))).last =
          () -> wasOpen.set(late.lock("last").tryLock());
    }
    assertThat(wasOpen.get()).isTrue();
  }

  @Test
  void cacheable_secondCall_isAnsweredUnderTheLock(TestServer server) {
    try (App app = App.start(server, Shop.class, Caching.class)) {
      Shop shop = app.bean(Shop.class);

      assertThat(shop.price("a")).isEqualTo("a costs 1");
      assertThat(shop.price("a")).isEqualTo("a costs 1");
      assertThat(app.client().statistics().of(LockKind.PLAIN).acquired()).isEqualTo(2);
    }
  }

  @Test
  void async_method_takesTheLockInItsOwnThread(TestServer server) throws Exception {
    try (App app = App.start(server, Shop.class, Asynchronous.class)) {
      Hold held = app.client().lock("report").tryAcquire().orElseThrow();
      CompletableFuture<String> report = app.bean(Shop.class).report(); // does not block us
      assertThat(report).isNotDone();
      held.close();

      assertThat(report.get(60, TimeUnit.SECONDS)).isNotEmpty();
    }
  }

  @Test
  void scheduled_method_runsUnderItsLockOrIsSkipped(TestServer server) {
    try (App app = App.start(server, Shop.class, Schedule.class)) {
      Shop shop =
          (Shop)
              org.springframework.aop.framework.AopProxyUtils.getSingletonTarget(
                  app.bean(Shop.class));
      eventually().isTrue("it runs", () -> shop.runs.get() > 1);

      Hold held =
          eventually()
              .expect(
                  "the lock",
                  () -> app.client().lock("tick").tryAcquire(),
                  java.util.Optional::isPresent)
              .orElseThrow();
      int before = shop.runs.get();
      long skipped =
          app.client()
              .statistics()
              .of(LockKind.PLAIN)
              .failed(io.holdfast.lock.LockListener.Why.HELD);
      eventually()
          .isTrue(
              "it is skipped",
              () ->
                  app.client()
                          .statistics()
                          .of(LockKind.PLAIN)
                          .failed(io.holdfast.lock.LockListener.Why.HELD)
                      > skipped + 2);
      assertThat(shop.runs.get()).isEqualTo(before);
      held.close();
    }
  }
}
