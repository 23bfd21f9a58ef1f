package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lost messages of locks: what all resources promise, long silence, death, and losses. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LockLostMessageContract extends FaultSuite implements LostMessageContract {

  /** Nothing times out while a test lasts, and no question is due after the second one. */
  private static final ClientSpec.Pace SILENT =
      new ClientSpec.Pace(Duration.ofMinutes(5), Duration.ofSeconds(8), Duration.ofSeconds(60));

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
  @DisplayName("failure 54: a waiter that was granted the lock dies before it can use it")
  void waiter_thatDiesWithTheGrant_costsItsClaimOnly() throws Exception {
    Actor holder = holderOf(others);
    Actor waiter = actor("waiter");
    Rule second = proxy.when(nextRequest().nth(2)).observe();
    CompletableFuture<?> waiting = waiter.starts(lock::lock);
    awaitQueueLength(1);
    second.awaitFired(AT_ONCE);
    Actor third = actor("third");
    DistributedLock thirds = open(ClientSpec.defaults()).lock(name);
    CompletableFuture<?> behind = third.starts(thirds::lock);
    awaitQueueLength(2);
    // The server sees it alive: its connections are open. But nothing reaches it any more.
    try (ActiveFault dead = proxy.blackhole(Connections.all())) {
      holder.does(others::unlock);
      assertThat(behind).succeedsWithin(ClientSpec.Pace.QUICK.claimLease().plus(AT_ONCE));
    }
    third.does(thirds::unlock);
    assertThat(waiting).succeedsWithin(GIVEN_UP);
    waiter.does(lock::unlock);
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
