package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Errors that the server answers, and a server that is away. Temporary ones are waited for, lasting
 * ones are reported at once; nothing is lost and nothing stays.
 */
public abstract class SemaphoreServerErrorContract extends SemaphoreFaultSuite
    implements ServerErrorContract {

  @Test
  @DisplayName("failure 35: the key is foreign")
  void everyMethod_keyOfAnotherType_isToldAndDoesNotTouchIt() {
    watcher.release(); // it is there
    List<String> keys = server.keys(fixture().keyPattern(name));
    for (String key : keys) {
      String foreign = server.admin().text("TYPE", key).equals("list") ? "string" : "list";
      server.admin().number("DEL", key);
      if (foreign.equals("list")) {
        server.admin().number("RPUSH", key, "theirs");
      } else {
        server.admin().text("SET", key, "theirs");
      }
    }
    List<TestThreads.Body> calls =
        List.of(
            semaphore::acquire,
            semaphore::tryAcquire,
            () -> semaphore.tryAcquire(1, TimeUnit.SECONDS),
            semaphore::release,
            semaphore::availablePermits,
            semaphore::drainPermits,
            () -> semaphore.addPermits(1),
            () -> semaphore.reducePermits(1),
            () -> semaphore.resize(1),
            semaphore::delete);
    for (int i = 0; i < calls.size(); i++) {
      TestThreads.Body call = calls.get(i);
      long start = System.nanoTime();
      assertThatThrownBy(call::run, "call %s of the list", i)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("WRONGTYPE");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
    }
    assertThat(server.keys(fixture().keyPattern(name))).containsAll(keys);
    keys.forEach(key -> server.admin().number("DEL", key));
  }

  // ---- a server that is away

  @Test
  @DisplayName("failure 6: the server cannot be reached")
  void everyMethod_serverAway_isToldOrGoesOnInTheBackground() throws Exception {
    semaphore.acquire();
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      List<TestThreads.Body> calls =
          List.of(
              semaphore::tryAcquire,
              () -> semaphore.tryAcquire(1, 100, TimeUnit.MILLISECONDS),
              () -> semaphore.tryAcquire(0, TimeUnit.SECONDS),
              semaphore::availablePermits,
              semaphore::drainPermits,
              semaphore::getQueueLength,
              semaphore::delete);
      for (int i = 0; i < calls.size(); i++) {
        TestThreads.Body call = calls.get(i);
        assertThatThrownBy(call::run, "call %s of the list", i)
            .isInstanceOf(LockServerException.class);
      }
      assertThat(Actor.failure(semaphore.tryAcquireAsync(1, Duration.ofMillis(100))))
          .isInstanceOf(LockServerException.class);
      long start = System.nanoTime();
      semaphore.release();
      semaphore.addPermits(4);
      semaphore.reducePermits(2);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
      assertThat(watcher.availablePermits()).isEqualTo(2);
    }
    awaitAvailable(PERMITS + 2, GIVEN_UP);
    awaitAnswering();
    staysAvailable(PERMITS + 2);
  }

  @Test
  @DisplayName("failure 6: the server is away for longer than the limit")
  void acquire_serverAwayForTooLong_throwsAndTakesNone() throws Exception {
    ClientSpec.Pace impatient =
        new ClientSpec.Pace(Duration.ofSeconds(2), Duration.ofMillis(300), Duration.ofMillis(1000));
    DistributedSemaphore one = of(open(spec().pace(impatient)));
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      CompletableFuture<?> async = one.acquireAsync(1);
      CompletableFuture<?> uninterruptible = actor("asker").starts(one::acquireUninterruptibly);
      CompletableFuture<?> asking = actor("asker").starts(one::acquire);
      for (CompletableFuture<?> each : List.of(async, uninterruptible, asking)) {
        assertThat(Actor.failure(each)).isInstanceOf(LockServerException.class);
      }
    }
    awaitAnswering();
    staysAvailable(PERMITS);
  }

  @Test
  @DisplayName("failures 3 and 17: all connections are cut again and again")
  void semaphore_connectionsCutAgainAndAgain_losesAndInventsNone() {
    CompletableFuture<?> turns =
        actor("user")
            .starts(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    semaphore.acquire(2);
                    semaphore.release(2);
                  }
                });
    CompletableFuture<?> rivals =
        actor("rival")
            .starts(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    others.acquire(2);
                    others.release(2);
                  }
                });
    for (int i = 0; i < 10 && !turns.isDone(); i++) {
      stays(Duration.ofMillis(50), "between two cuts", () -> true);
      proxy.cut(Connections.all(), i % 2 == 0 ? Cut.RST : Cut.FIN);
    }
    assertThat(turns).succeedsWithin(Duration.ofMinutes(1));
    assertThat(rivals).succeedsWithin(Duration.ofMinutes(1));
    awaitAvailable(PERMITS, GIVEN_UP);
    staysAvailable(PERMITS);
  }
}
