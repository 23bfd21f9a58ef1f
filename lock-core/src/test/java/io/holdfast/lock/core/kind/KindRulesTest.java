package io.holdfast.lock.core.kind;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.holdfast.lock.core.engine.Alarm;
import io.holdfast.lock.core.lease.Watched;
import io.lettuce.core.RedisURI;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each broken rule is found. */
class KindRulesTest {

  static class Parks {
    void park() {
      LockSupport.parkNanos(1);
    }
  }

  static class Waits {
    void await(CountDownLatch latch) throws InterruptedException {
      latch.await();
    }
  }

  static class WaitsForAnObject {
    @SuppressWarnings("WaitNotInLoop") // it is not meant to be good
    void await(Object other) throws InterruptedException {
      other.wait();
    }
  }

  static class WaitsForACondition {
    @SuppressWarnings("WaitNotInLoop") // it is not meant to be good
    void await(Condition condition) throws InterruptedException {
      condition.await();
    }
  }

  static class TakesTheWallClock {
    long now() {
      return System.currentTimeMillis();
    }
  }

  static class TakesAnInstant {
    Instant now() {
      return Instant.now();
    }
  }

  static class WaitsForAThread {
    void await(Thread other) throws InterruptedException {
      TimeUnit.SECONDS.timedJoin(other, 1);
    }
  }

  static class HasThreads {
    Thread thread() {
      return new Thread(() -> {});
    }
  }

  static class HasAnExecutor {
    Object executor() {
      return Executors.newCachedThreadPool();
    }
  }

  static class ComesByTime implements Watched {

    @Override
    public long dueNanos() {
      return 0;
    }

    @Override
    public void onDue(long now) {}
  }

  static class MakesFutures {
    CompletableFuture<String> future() {
      return new CompletableFuture<>();
    }
  }

  static class EndsFutures {
    Runnable end(CompletableFuture<String> future) {
      return () -> future.complete("");
    }
  }

  static class EndsFuturesByReference {
    java.util.function.Consumer<String> end(CompletableFuture<String> future) {
      return future::complete;
    }
  }

  static class LimitsFutures {
    CompletableFuture<String> limit(CompletableFuture<String> future) {
      return future.orTimeout(1, TimeUnit.SECONDS);
    }
  }

  static class WaitsForFutures {
    String await(CompletableFuture<String> future) {
      return future.join();
    }
  }

  static class Connects {
    RedisURI uri() {
      return RedisURI.create("redis://localhost");
    }
  }

  static class HasTheEngineComeByTime {
    void later(Alarm alarm) {
      alarm.set(1);
    }
  }

  static class LeavesItToTheEngine {
    CompletableFuture<Integer> map(CompletableFuture<String> future) {
      return future.thenApply(String::length).whenComplete((length, thrown) -> {});
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Parks.class,
        Waits.class,
        WaitsForAnObject.class,
        WaitsForACondition.class,
        TakesTheWallClock.class,
        TakesAnInstant.class,
        WaitsForAThread.class,
        HasThreads.class,
        HasAnExecutor.class,
        ComesByTime.class,
        MakesFutures.class,
        EndsFutures.class,
        EndsFuturesByReference.class,
        LimitsFutures.class,
        WaitsForFutures.class,
        Connects.class
      })
  void check_ofWhoDoesWhatIsTheEngines_fails(Class<?> offender) {
    assertThatThrownBy(() -> KindRules.check(new ClassFileImporter().importClasses(offender)))
        .isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @ValueSource(classes = {LeavesItToTheEngine.class, HasTheEngineComeByTime.class})
  void check_ofWhoDoesNot_passes(Class<?> innocent) {
    assertThatCode(() -> KindRules.check(new ClassFileImporter().importClasses(innocent)))
        .doesNotThrowAnyException();
  }
}
