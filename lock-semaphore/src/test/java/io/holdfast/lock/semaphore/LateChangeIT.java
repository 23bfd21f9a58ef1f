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
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A change that arrives after the deletion changes nothing that was begun since. */
@ExtendWith(RedisServerExtension.class)
class LateChangeIT {

  private static final String LATCH = "holdfast:latch:{ab}";
  private static final String SEMAPHORE = "holdfast:sem:{ab}";
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

  /** The request of that call is lost, and sent again after this action. */
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

  /** The request of that call is in flight until after this action. */
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

  /** The server has answered that request, and both of them have done nothing. */
  private void assertArrivedLate(CompletableFuture<?> counting) {
    assertThatThrownBy(() -> counting.get(60, SECONDS)).hasCauseInstanceOf(DeletedException.class);
    one.close(); // waits for the other one
  }

  /** The requests that the ledger remembers. */
  private Set<String> marks() {
    return server.admin().texts("ZRANGE", "holdfast:semq:{ab}", "0", "-1").stream()
        .filter(member -> member.startsWith("="))
        .collect(Collectors.toSet());
  }

  /** Waits until the server has executed one more request. */
  private void awaitMark(Set<String> before) {
    eventually().isTrue("the late request is executed", () -> !before.containsAll(marks()));
    one.close();
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
    CompletableFuture<?>[] counting = new CompletableFuture<?>[1];
    CompletableFuture<?>[] waiting = new CompletableFuture<?>[1];
    cutOffDuring(
        () -> {
          counting[0] = here.countDownAsync();
          here.countDown(); // waits as long as a caller waits
        },
        () -> {
          there.delete();
          waiting[0] = there.awaitAsync();
          eventually().isTrue("begun", () -> server.admin().number("EXISTS", LATCH) == 1);
        });
    assertArrivedLate(counting[0]);
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
    CompletableFuture<?>[] counting = new CompletableFuture<?>[1];
    delayedDuring(
        () -> {
          counting[0] = here.countDownAsync();
          here.countDown(); // waits as long as a caller waits
        },
        () -> {
          there.delete();
          var unused = there.awaitAsync();
          eventually().isTrue("begun", () -> server.admin().number("EXISTS", LATCH) == 1);
        });
    assertArrivedLate(counting[0]);
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
    Set<String> before = marks();
    cutOffDuring(
        () -> changed.make(here),
        () -> {
          there.delete();
          assertThat(there.tryAcquire()).isTrue();
        });
    awaitMark(before);
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
    Set<String> before = marks();
    cutOffDuring(() -> changed.make(here), there::delete);
    awaitMark(before);
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

  /** Ways in which the first copy of a request is lost. */
  private enum Lost {
    ON_ITS_WAY,
    WHILE_THE_SERVER_IS_AWAY
  }

  private void loseTheFirst(Lost how, String what, TestThreads.Body call) throws Exception {
    switch (how) {
      case ON_ITS_WAY -> {
        try (Rule lost = proxy.when(Command.script().withArgument(what)).cutBefore(Cut.RST)) {
          call.run();
          lost.awaitFired(Duration.ofSeconds(60));
        }
      }
      case WHILE_THE_SERVER_IS_AWAY -> cutOffDuring(call, () -> {}); // for longer than it waits
    }
  }

  /** The present one was begun two hours ago. */
  private void isOld(String key) {
    server.admin().number("HINCRBY", key, "born", "-7200000000");
  }

  /** The deletion was an hour ago. */
  private void wasDeletedLongAgo(String key) {
    server.admin().text("ZINCRBY", key.replace(":{", "q:{"), "3600000000", "#deleted");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("failure 126: a count-down that has to be repeated counts for the present latch")
  void countDown_longAfterTheDeletion_isCountedForTheNext(Lost how) throws Exception {
    DistributedCountDownLatch here = new Semaphores(one).latch("ab", 2);
    DistributedCountDownLatch there = new Semaphores(two).latch("ab", 2);
    there.countDown();
    isOld(LATCH);
    here.countDown();
    there.delete();
    wasDeletedLongAgo(LATCH);
    there.countDown();
    CompletableFuture<?>[] counting = new CompletableFuture<?>[1];
    loseTheFirst(
        how,
        "count_down",
        () -> {
          counting[0] = here.countDownAsync();
          here.countDown();
        });
    counting[0].get(60, SECONDS);
    eventually().isTrue("counted", () -> there.getCount() == 0);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("failure 126: a release that has to be repeated gives to the present semaphore")
  void release_longAfterTheDeletion_isGivenToTheNext(Lost how) throws Exception {
    DistributedSemaphore here = new Semaphores(one).get("ab", 4);
    DistributedSemaphore there = new Semaphores(two).get("ab", 4);
    there.addPermits(1);
    isOld(SEMAPHORE);
    here.addPermits(1);
    there.delete();
    wasDeletedLongAgo(SEMAPHORE);
    there.acquire(4);
    loseTheFirst(how, "give", here::release);
    eventually().isTrue("given", () -> there.availablePermits() == 1);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("failure 126: a resize that has to be repeated applies to the present semaphore")
  void resize_longAfterTheDeletion_isMadeOfTheNext(Lost how) throws Exception {
    DistributedSemaphore here = new Semaphores(one).get("ab", 4);
    DistributedSemaphore there = new Semaphores(two).get("ab", 4);
    there.addPermits(1);
    isOld(SEMAPHORE);
    here.addPermits(1);
    there.delete();
    wasDeletedLongAgo(SEMAPHORE);
    there.acquire();
    loseTheFirst(how, "resize", () -> here.resize(2));
    eventually().isTrue("resized", () -> there.availablePermits() == 1);
  }

  @Test
  @DisplayName(
      "failure 128: a count-down right behind a deletion of the same client is for the next latch")
  void countDown_rightBehindItsOwnDeletion_isCountedForTheNext() throws Exception {
    DistributedCountDownLatch here = new Semaphores(one).latch("ab", 2);
    DistributedCountDownLatch there = new Semaphores(two).latch("ab", 2);
    here.countDown();
    CompletableFuture<?> counting;
    try (Rule away =
        proxy.when(Command.script().withArgument("look").always()).cutBefore(Cut.RST)) {
      here.delete();
      counting = here.countDownAsync();
      here.countDown();
      long start = System.nanoTime();
      eventually() // with the margin of three seconds the deletion might have come after the call
          .isTrue(
              "answered, or late",
              () -> counting.isDone() || System.nanoTime() - start > SECONDS.toNanos(3));
    }
    counting.get(60, SECONDS);
    eventually().isTrue("both counted", () -> there.getCount() == 0);
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
