package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A change that arrives after its name was deleted changes nothing that was begun since. */
@ExtendWith(RedisServerExtension.class)
class LateChangeIT {

  private static final String LATCH = "holdfast:latch:{ab}";
  private static final Duration PATIENCE = Duration.ofMillis(300);

  /** A change of how many permits there are. */
  private enum Changed {
    SHRINK,
    GROW,
    RESIZE;

    void make(DistributedSemaphore semaphore) {
      switch (this) {
        case SHRINK -> semaphore.reducePermits(3);
        case GROW -> semaphore.addPermits(3);
        case RESIZE -> semaphore.resize(1);
      }
    }
  }

  private RedisServer server;
  private HoldfastClient two;
  private FaultProxy proxy;
  private HoldfastClient one;

  @BeforeEach
  void open(@FreshServer RedisServer fresh) {
    server = fresh;
    two = HoldfastClient.connect(server.uri());
    proxy = FaultProxy.to(server);
    one =
        HoldfastClient.connect(
            HoldfastSettings.builder().commandTimeout(PATIENCE).build(), proxy.uri());
  }

  @AfterEach
  void close() {
    one.close();
    proxy.close();
    two.close();
  }

  /** The request of that call is lost, and sent again when this was done. */
  private void cutOffDuring(TestThreads.Body call, Runnable meanwhile) throws Exception {
    try (ActiveFault away = proxy.refuseConnections()) {
      delayedDuring(
          call,
          () -> {
            proxy.cut(Connections.all(), Cut.RST);
            meanwhile.run();
          });
    }
  }

  /** The request of that call is under way until this was done. */
  private void delayedDuring(TestThreads.Body call, Runnable meanwhile) throws Exception {
    try (TestThreads threads = TestThreads.open();
        ActiveFault lost = proxy.blackhole(Connections.all())) {
      CompletableFuture<?> calling =
          threads.call(
              "calls",
              () -> {
                call.run();
                return null;
              });
      calling.get(60, SECONDS); // it goes on in the background
      meanwhile.run();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName(
      "failure 110: a count-down that arrives after the deletion leaves the next latch alone")
  void countDown_arrivesAfterTheDeletion_isNotCountedForTheNext(boolean hasUsedIt)
      throws Exception {
    DistributedCountDownLatch here = new Semaphores(one).latch("ab", hasUsedIt ? 2 : 1);
    DistributedCountDownLatch there = new Semaphores(two).latch("ab", 1);
    if (hasUsedIt) {
      here.countDown();
    }
    CompletableFuture<?>[] waiting = new CompletableFuture<?>[1];
    cutOffDuring(
        here::countDown,
        () -> {
          there.delete();
          waiting[0] = there.awaitAsync();
          eventually().isTrue("begun", () -> server.admin().number("EXISTS", LATCH) == 1);
        });
    one.close(); // waits for what is still to be sent
    assertThat(there.getCount()).isEqualTo(1);
    assertThat(waiting[0]).isNotDone();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("failure 110: a count-down that was delayed leaves the next latch alone")
  void countDown_delayedUntilAfterTheDeletion_isNotCountedForTheNext(boolean hasUsedIt)
      throws Exception {
    DistributedCountDownLatch here = new Semaphores(one).latch("ab", hasUsedIt ? 2 : 1);
    DistributedCountDownLatch there = new Semaphores(two).latch("ab", 1);
    if (hasUsedIt) {
      here.countDown();
    }
    delayedDuring(
        here::countDown,
        () -> {
          there.delete();
          var unused = there.awaitAsync();
          eventually().isTrue("begun", () -> server.admin().number("EXISTS", LATCH) == 1);
        });
    one.close();
    assertThat(there.getCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "failure 111: a change that arrives after the deletion leaves the next semaphore alone")
  void change_arrivesAfterTheDeletion_isNotMadeOfTheNext(Changed changed) throws Exception {
    DistributedSemaphore here = new Semaphores(one).get("ab", 4);
    DistributedSemaphore there = new Semaphores(two).get("ab", 4);
    here.acquire();
    here.release();
    cutOffDuring(
        () -> changed.make(here),
        () -> {
          there.delete();
          assertThat(there.tryAcquire()).isTrue();
        });
    one.close();
    assertThat(there.availablePermits()).isEqualTo(3);
    assertThat(server.admin().text("HGET", "holdfast:sem:{ab}", "size")).isEqualTo("4");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("failure 111: a change that arrives after the deletion begins no semaphore")
  void change_arrivesAfterTheDeletion_beginsNothing(Changed changed) throws Exception {
    DistributedSemaphore here = new Semaphores(one).get("ab", 4);
    DistributedSemaphore there = new Semaphores(two).get("ab", 4);
    here.acquire();
    here.release();
    cutOffDuring(() -> changed.make(here), there::delete);
    one.close();
    assertThat(server.admin().number("EXISTS", "holdfast:sem:{ab}")).isZero();
  }

  @Test
  @DisplayName("failure 110: the future of a count-down that arrives after the deletion says so")
  void countDownAsync_arrivesAfterTheDeletion_failsAsDeleted() throws Exception {
    DistributedCountDownLatch here = new Semaphores(one).latch("ab", 2);
    DistributedCountDownLatch there = new Semaphores(two).latch("ab", 2);
    here.countDown();
    CompletableFuture<?>[] counting = new CompletableFuture<?>[1];
    cutOffDuring(
        () -> {
          counting[0] = here.countDownAsync();
          here.countDown(); // waits as long as a caller waits
        },
        there::delete);
    assertThatThrownBy(() -> counting[0].get(60, SECONDS))
        .hasCauseInstanceOf(DeletedException.class)
        .hasMessageContaining("'ab'");
    one.close();
    assertThat(server.admin().number("EXISTS", LATCH)).isZero();
  }

  @Test
  void changes_ofAClientThatKnewTheDeletedOne_areMadeOfTheNext() {
    DistributedCountDownLatch here = new Semaphores(one).latch("ab", 2);
    DistributedCountDownLatch there = new Semaphores(two).latch("ab", 2);
    here.countDown();
    there.delete();
    here.countDown(); // begins it anew
    assertThat(there.getCount()).isEqualTo(1);
    there.delete();
    there.countDown();
    here.countDown();
    assertThat(there.getCount()).isZero();
    here.delete();
    here.countDown();
    assertThat(there.getCount()).isEqualTo(1);
    DistributedSemaphore semaphore = new Semaphores(one).get("ab", 4);
    DistributedSemaphore others = new Semaphores(two).get("ab", 4);
    semaphore.addPermits(1);
    others.delete();
    semaphore.addPermits(1);
    assertThat(others.availablePermits()).isEqualTo(5);
    others.delete();
    others.addPermits(1);
    semaphore.reducePermits(1);
    assertThat(others.availablePermits()).isEqualTo(4);
  }
}
