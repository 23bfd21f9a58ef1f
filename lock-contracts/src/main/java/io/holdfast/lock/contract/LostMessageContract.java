package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lost messages about a grant: a delay, never a hang. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LostMessageContract extends FaultSuite {

  /** A third of the claim lease until the next question, its answer, and a slow machine. */
  private static final Duration NEXT_QUESTION = AT_ONCE;

  /** Nothing times out while a test lasts. */
  private static final ClientSpec.Pace PATIENT =
      new ClientSpec.Pace(Duration.ofSeconds(30), Duration.ofSeconds(8), Duration.ofSeconds(60));

  /** The same, with no question due after the second one. */
  private static final ClientSpec.Pace SILENT =
      new ClientSpec.Pace(Duration.ofMinutes(5), Duration.ofSeconds(8), Duration.ofSeconds(60));

  /** A direct client holds the lock, a client behind the proxy waits for it. */
  private record Scene(Actor holder, Actor waiter, CompletableFuture<?> waiting) {}

  /** Waits for the second question, which comes soon; the next one comes when it is due. */
  private Scene somebodyWaits() throws InterruptedException {
    Actor holder = holderOf(others);
    Actor waiter = actor("waiter");
    Rule second = proxy.when(nextRequest().nth(2)).observe();
    CompletableFuture<?> waiting = waiter.starts(lock::lock);
    awaitQueueLength(1);
    second.awaitFired(AT_ONCE);
    return new Scene(holder, waiter, waiting);
  }

  private void getsTheLock(Scene scene, Duration limit) {
    assertThat(scene.waiting).succeedsWithin(limit);
    assertThat(scene.waiter.says(lock::isHeldByCurrentThread)).isTrue();
    scene.waiter.does(lock::unlock);
  }

  @Test
  @DisplayName("failure 17: the lock is granted while the inbox reconnects")
  void waiter_inboxCutAsTheLockIsReleased_getsItWithTheNextQuestion() throws Exception {
    Scene scene = somebodyWaits();
    try (ActiveFault closed = proxy.refuseConnections()) {
      proxy.cut(Connections.inbox(), Cut.FIN);
      scene.holder.does(others::unlock);
    }
    getsTheLock(scene, NEXT_QUESTION);
  }

  @Test
  @DisplayName("failure 17: no client listens when the lock is released, and no question is due")
  void waiter_inboxAwayAsTheLockIsReleased_asksAsSoonAsItListensAgain() throws Exception {
    DistributedLock patients = open(spec().pace(SILENT)).lock(name);
    Actor holder = actor("holder");
    holder.does(() -> others.lock(Duration.ofMinutes(10))); // a waiter asks when it ends
    Actor waiter = actor("waiter");
    CompletableFuture<?> waiting = waiter.starts(patients::lock);
    awaitQueueLength(1);
    stays(A_WHILE, "it waits; its second question is over", () -> !waiting.isDone());
    try (ActiveFault closed = proxy.refuseConnections()) {
      proxy.cut(Connections.inbox(), Cut.FIN);
      holder.does(others::unlock);
    }

    assertThat(waiting).succeedsWithin(LIMIT);

    waiter.does(patients::unlock);
  }

  @Test
  @DisplayName("failure 17: the message about the grant is lost")
  void waiter_messagesAreLost_getsItWithTheNextQuestion() throws Exception {
    Scene scene = somebodyWaits();
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      scene.holder.does(others::unlock);
      getsTheLock(scene, NEXT_QUESTION);
    }
  }

  @Test
  @DisplayName("failure 18: the grant overtakes the answer to the question")
  void waiter_grantBeforeTheAnswer_usesIt() throws Exception {
    DistributedLock patients = open(spec().pace(PATIENT)).lock(name);
    Actor holder = holderOf(others);
    Rule answer = proxy.when(nextRequest()).holdReply();
    Actor waiter = actor("waiter");
    CompletableFuture<?> waiting = waiter.starts(patients::lock);
    answer.awaitFired(AT_ONCE);
    long connections = proxy.counters().connections();
    holder.does(others::unlock);

    if (fixture().grantIsEnough()) {
      assertThat(waiting).succeedsWithin(LIMIT);
      assertThat(proxy.counters().connections())
          .as(
              "connections: none was given up for its silence, and nothing asked again over another")
          .isEqualTo(connections);
    }
    answer.release();
    assertThat(waiting).succeedsWithin(LIMIT);
    stays(
        A_WHILE,
        "the late answer does not matter",
        () -> waiter.says(patients::isHeldByCurrentThread));
    waiter.does(patients::unlock);
  }

  @Test
  @DisplayName("failure 19: the answer to the renewed subscription is lost")
  void waiter_answerToTheSubscriptionLost_getsTheLock() throws Exception {
    Scene scene = somebodyWaits();
    Rule lost = proxy.when(Command.named("SUBSCRIBE")).dropReply();
    proxy.cut(Connections.inbox(), Cut.FIN);
    within(AT_ONCE).isTrue("subscribed again", () -> lost.fired() == 1);

    scene.holder.does(others::unlock);

    getsTheLock(scene, NEXT_QUESTION);
  }

  @Test
  @DisplayName("failure 25: the inbox is mute, though its connection stands")
  void waiter_inboxMute_isHeardOverANewOne() throws Exception {
    Scene scene = somebodyWaits();
    try (ActiveFault mute = proxy.blackhole(Connections.inbox().present(), Direction.TO_CLIENT)) {
      within(GIVEN_UP).isTrue("another inbox listens", () -> proxy.counters().connections() > 2);
      scene.holder.does(others::unlock);
      getsTheLock(scene, NEXT_QUESTION);
    }
  }

  @Test
  @DisplayName("failure 26: the server closes the connection of the subscriber")
  void waiter_subscriberThrownOut_getsTheLock() throws Exception {
    Scene scene = somebodyWaits();
    server.killClients("pubsub");
    scene.holder.does(others::unlock);
    getsTheLock(scene, NEXT_QUESTION);
  }

  @Test
  @DisplayName("failure 54: a waiter that was granted the lock dies before it can use it")
  void waiter_thatDiesWithTheGrant_costsItsClaimOnly() throws Exception {
    Scene scene = somebodyWaits();
    Actor third = actor("third");
    DistributedLock thirds = open(ClientSpec.defaults()).lock(name);
    CompletableFuture<?> behind = third.starts(thirds::lock);
    awaitQueueLength(2);
    // The server sees it alive: its connections are open. But nothing reaches it any more.
    try (ActiveFault dead = proxy.blackhole(Connections.all())) {
      scene.holder.does(others::unlock);
      assertThat(behind).succeedsWithin(ClientSpec.Pace.QUICK.claimLease().plus(AT_ONCE));
    }
    third.does(thirds::unlock);
    getsTheLock(scene, GIVEN_UP);
  }

  @Test
  @DisplayName("failure 17: the message about a forced unlock is lost")
  void forced_messageLost_isGoneAtTheNextRenewal() throws Exception {
    DistributedLock brief = open(spec().lease(Duration.ofMillis(4500))).lock(name);
    Hold hold = brief.acquire();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    hold.onLost(loss::complete);
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      assertThat(others.forceUnlock()).isTrue();
      assertThat(loss).succeedsWithin(LIMIT).isEqualTo(LossCause.GONE);
    }
    assertThat(hold.isValid()).isFalse();
  }
}
