package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.proxy.Side;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A latch behind a network and a server that fail: each count-down counts once, and no waiter waits
 * beyond zero. The client behind {@link #latch} reaches the server through a proxy.
 */
public abstract class LatchFaultContract extends LatchSuite {

  private static final Duration GIVEN_UP = FaultyWorld.GIVEN_UP;

  private static final Duration NEXT_QUESTION = FaultyWorld.NEXT_QUESTION;

  private static final int MANY = 50;

  private TestServer server;
  private FaultProxy proxy;

  @BeforeEach
  @Override
  void openWorld(@FreshServer TestServer fresh) {
    server = fresh;
    proxy = FaultProxy.to(fresh).seed(1);
    super.openWorld(fresh);
  }

  @Override
  ClientSpec spec() {
    return ClientSpec.defaults().label("first").pace(ClientSpec.Pace.QUICK).through(proxy.uri());
  }

  /** The settings as given: in this suite much is found out by asking again. */
  @Override
  ClientSpec refined(ClientSpec spec) {
    return spec;
  }

  @AfterEach
  @Override
  void closeWorld() {
    try {
      proxy.heal();
      super.closeWorld();
    } finally {
      proxy.close();
    }
  }

  private void awaitAnswering() {
    within(GIVEN_UP)
        .isTrue(
            "it is answered",
            () -> {
              try {
                return latch.getCount() >= 0;
              } catch (LockServerException e) {
                return false;
              }
            });
  }

  private void countsOnce(TestThreads.Body countDown) throws Exception {
    open(ClientSpec.defaults()).latch(name, MANY).countDown(); // the script is known
    long left = MANY - 1;
    for (Mishap mishap : Mishap.REPEATED) {
      latch.countDown(); // its client knows the latch, and need not look first
      left--;
      try (Rule befallen = mishap.befalls(proxy.when(Command.script()));
          Rule repeat = proxy.when(Command.script().nth(2)).observe()) {
        countDown.run();
        awaitFired(befallen);
        repeat.awaitFired(GIVEN_UP);
      }
      renewClient();
      left--;
      awaitCount(left);
      staysAt(left);
    }
  }

  @Test
  @DisplayName("failure 61: a count-down is repeated")
  void countDown_answerLost_countsOnce() throws Exception {
    countsOnce(() -> latch.countDown());
  }

  @Test
  @DisplayName("failure 61: a count-down is repeated")
  void countDownAsync_answerLost_countsOnce() throws Exception {
    countsOnce(() -> Actor.ends(latch.countDownAsync()));
  }

  @Test
  @DisplayName("failure 61: a count-down arrives after its repeat")
  void countDown_arrivesAfterItsRepeat_countsOnce() throws Exception {
    DistributedCountDownLatch many = open(spec()).latch(name, MANY);
    many.countDown(); // its client has been told of it
    Rule late = proxy.when(Command.script()).holdCommand();
    CompletableFuture<?> counting = many.countDownAsync();
    late.awaitFired(AT_ONCE);
    proxy.cut(Connections.verbs(), Cut.RST, Side.CLIENT); // the server still sees it as open
    assertThat(counting).succeedsWithin(GIVEN_UP);
    assertCount(MANY - 2);
    long before = scriptCalls();
    late.release();
    within(AT_ONCE).isTrue("the late one is executed", () -> scriptCalls() > before);
    staysAt(MANY - 2);
  }

  @Test
  void countDown_theLastOneAndItsAnswerLost_wakesEverybody() {
    latch.countDown();
    CompletableFuture<?> here = latch.awaitAsync();
    CompletableFuture<?> there = parked("there", others::await);
    Rule lost = proxy.when(Command.script()).dropReply();
    latch.countDown();
    assertThat(there).succeedsWithin(LIMIT);
    assertThat(here).succeedsWithin(GIVEN_UP);
    awaitFired(lost);
    assertCount(0);
  }

  @Test
  @DisplayName("failure 17: the message that it is zero is lost on the way")
  void await_messagesAreLost_goesOnWithTheNextQuestion() {
    CompletableFuture<?> waiting = parked("waiter", latch::await);
    CompletableFuture<?> async = latch.awaitAsync();
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      others.countDown();
      others.countDown();
      assertThat(waiting).succeedsWithin(NEXT_QUESTION);
      assertThat(async).succeedsWithin(NEXT_QUESTION);
    }
  }

  @Test
  @DisplayName("failure 17: it comes to zero while the inbox reconnects")
  void await_inboxCut_goesOnWithTheNextQuestion() {
    CompletableFuture<?> waiting = parked("waiter", latch::await);
    try (ActiveFault closed = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.FIN);
      others.countDown();
      others.countDown();
    }
    assertThat(waiting).succeedsWithin(GIVEN_UP);
  }

  @Test
  @DisplayName("failure 17: it is deleted, and the waiters get no message")
  void delete_messagesAreLost_failsTheWaitersAllTheSame() {
    CompletableFuture<?> waiting = parked("waiter", latch::await);
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      assertThat(others.delete()).isTrue();
      assertThat(waiting).failsWithin(NEXT_QUESTION);
    }
    assertThat(Actor.failure(waiting)).isInstanceOf(DeletedException.class);
  }

  @Test
  @DisplayName("failure 1: the answer that it is not zero yet is lost")
  void await_answerLost_waitsAllTheSame() throws Exception {
    for (Mishap mishap : Mishap.REPEATED) {
      CompletableFuture<?> waiting;
      try (Rule befallen = mishap.befalls(proxy.when(Command.script()))) {
        waiting = actor("waiter").starts(latch::await);
        befallen.awaitFired(AT_ONCE);
      }
      awaitAnswering();
      others.countDown();
      stays(Duration.ofMillis(50), "it waits", () -> !waiting.isDone());
      others.countDown();
      assertThat(waiting).as("%s", mishap).succeedsWithin(GIVEN_UP);
      assertThat(others.delete()).isTrue();
      renewClient();
    }
  }

  @Test
  @DisplayName("failure 6: the server cannot be reached")
  void everyMethod_serverAway_isToldOrGoesOnInTheBackground() {
    assertThat(latch.getCount()).isEqualTo(COUNT);
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      for (TestThreads.Body call :
          List.<TestThreads.Body>of(
              latch::getCount,
              latch::delete,
              () -> latch.await(100, TimeUnit.MILLISECONDS),
              () -> latch.await(Duration.ZERO))) {
        assertThatThrownBy(call::run).isInstanceOf(LockServerException.class);
      }
      long start = System.nanoTime();
      latch.countDown();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
      assertCount(COUNT);
    }
    within(GIVEN_UP).isTrue("counted", () -> watcher.getCount() == COUNT - 1);
    awaitAnswering();
    staysAt(COUNT - 1);
  }

  @Test
  @DisplayName("failures 28 and 32: forgotten scripts, no memory")
  void countDown_serverOutOfMemoryAndWithoutScripts_wakesWhoWaits() {
    CompletableFuture<?> waiting = parked("waiter", others::await);
    server.admin().text("SCRIPT", "FLUSH");
    latch.countDown();
    server.maxMemory(1);
    try {
      latch.countDown();
      assertThat(waiting).succeedsWithin(LIMIT);
    } finally {
      server.maxMemory(0);
    }
    assertCount(0);
  }

  @Test
  @DisplayName("failure 35: the key is foreign")
  void everyMethod_keyOfAnotherType_isToldAndDoesNotTouchIt() {
    latch.countDown();
    List<String> keys = keys();
    for (String key : keys) {
      server.admin().number("DEL", key);
      server.admin().number("RPUSH", key, "theirs");
    }
    for (TestThreads.Body call :
        List.<TestThreads.Body>of(latch::await, latch::countDown, latch::getCount, latch::delete)) {
      assertThatThrownBy(call::run)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("WRONGTYPE");
    }
    assertThat(keys()).containsAll(keys);
    keys.forEach(key -> server.admin().number("DEL", key));
  }
}
