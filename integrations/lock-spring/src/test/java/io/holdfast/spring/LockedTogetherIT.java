package io.holdfast.spring;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

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

  /** Notes what happens in which order. */
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
          new Class<?>[] {io.holdfast.lock.DistributedLock.class},
          (proxy, method, args) -> {
            if (!method.getName().equals("withLock")) {
              return method.invoke(lock, args);
            }
            diary.lines.add("lock " + kind);
            try {
              return method.invoke(lock, args);
            } finally {
              diary.lines.add("unlock");
            }
          });
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
