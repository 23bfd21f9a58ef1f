package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Lost messages, and waiters that no message reaches any more: a delay, never a hang, and permits
 * granted to dead waiters come back.
 */
public abstract class SemaphoreMessageContract extends SemaphoreFaultSuite {

  private CompletableFuture<?> somebodyWaits() {
    assertThat(others.tryAcquire(PERMITS)).isTrue();
    return queue("waiter", () -> semaphore.acquire(2));
  }

  @Test
  @DisplayName("failure 17: the message about the grant is lost")
  void waiter_messagesAreLost_getsThemWithTheNextQuestion() {
    CompletableFuture<?> waiting = somebodyWaits();
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      others.release(PERMITS);
      assertThat(waiting).succeedsWithin(NEXT_QUESTION);
    }
    awaitAvailable(1);
    staysAvailable(1);
  }

  @Test
  @DisplayName("failure 17: permits are granted while the inbox reconnects")
  void waiter_inboxCutAsPermitsAreReleased_getsThem() {
    CompletableFuture<?> waiting = somebodyWaits();
    try (ActiveFault closed = proxy.refuseConnections()) {
      proxy.cut(Connections.inbox(), Cut.FIN);
      others.release(2);
    }
    assertThat(waiting).succeedsWithin(NEXT_QUESTION);
    awaitAvailable(0);
  }

  @Test
  @DisplayName("failure 17: five wait, and each grant's message is lost")
  void waiters_messagesAreLost_allGetThem() {
    assertThat(others.tryAcquire(PERMITS)).isTrue();
    List<CompletableFuture<Void>> five = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      five.add(semaphore.acquireAsync());
    }
    awaitQueueLength(isFair() ? 5 : 1);
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      others.release(5);
      five.forEach(each -> assertThat(each).succeedsWithin(GIVEN_UP));
    }
    awaitAvailable(0);
    staysAvailable(0);
  }

  @Test
  @DisplayName("failure 17: it is deleted, and the waiters get no message")
  void delete_messagesAreLost_failsTheWaitersAllTheSame() {
    CompletableFuture<?> waiting = somebodyWaits();
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      assertThat(others.delete()).isTrue();
      assertThat(waiting).failsWithin(NEXT_QUESTION);
    }
    assertThat(Actor.failure(waiting)).isInstanceOf(DeletedException.class);
    assertThat(watcher.getQueueLength()).isZero();
  }

  @Test
  @DisplayName("failure 17: it is deleted and used again, and the waiters get no message")
  void delete_messagesAreLostAndItIsBegunAnew_failsTheWaitersAllTheSame() {
    CompletableFuture<?> waiting = somebodyWaits();
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      assertThat(others.delete()).isTrue();
      assertThat(others.tryAcquire(PERMITS)).isTrue(); // so that nobody is let in
      assertThat(waiting).failsWithin(NEXT_QUESTION);
    }
    assertThat(Actor.failure(waiting)).isInstanceOf(DeletedException.class);
    awaitQueueLength(0);
  }

  @Test
  @DisplayName("failure 18: the grant overtakes the answer to the question")
  void waiter_grantBeforeTheAnswer_isServedOnce() throws Exception {
    assertThat(others.tryAcquire(PERMITS)).isTrue();
    Rule answer = proxy.when(nextRequest()).holdReply();
    CompletableFuture<?> waiting = actor("waiter").starts(() -> semaphore.acquire(2));
    answer.awaitFired(AT_ONCE);
    others.release(PERMITS);
    answer.release();
    assertThat(waiting).succeedsWithin(GIVEN_UP);
    awaitAvailable(1);
    staysAvailable(1);
  }

  @Test
  @DisplayName("failure 25: the inbox is mute, though its connection stands")
  void waiter_inboxMute_getsThem() {
    CompletableFuture<?> waiting = somebodyWaits();
    try (ActiveFault mute = proxy.blackhole(Connections.inbox().present(), Direction.TO_CLIENT)) {
      others.release(2);
      assertThat(waiting).succeedsWithin(NEXT_QUESTION);
    }
    awaitAvailable(0);
  }

  @Test
  @DisplayName("failure 54: a waiter that was granted permits is dead before it can say so")
  void waiter_thatDiesWithTheGrant_takesNothingAlong() {
    CompletableFuture<?> waiting = somebodyWaits();
    DistributedSemaphore third = another();
    CompletableFuture<?> behind = queue("behind", () -> third.acquire(3));
    // The server sees it alive: its connections are open. But nothing reaches it any more.
    try (ActiveFault dead = proxy.blackhole(Connections.all())) {
      others.release(PERMITS);
      assertThat(behind).succeedsWithin(ClientSpec.Pace.QUICK.claimLease().plus(AT_ONCE));
      assertThat(watcher.availablePermits()).isZero();
      others.release(PERMITS);
      // Permits granted to it again come back again.
      awaitAvailable(PERMITS, ClientSpec.Pace.QUICK.claimLease().plus(AT_ONCE));
    }
    assertThat(waiting).succeedsWithin(GIVEN_UP);
    awaitAvailable(1);
    staysAvailable(1);
  }

  @Test
  @DisplayName("failure 51: a dead waiter at the head asks for many, others wait behind it")
  void waiter_deadInTheQueue_keepsNobodyOutForLong() {
    CompletableFuture<?> waiting = somebodyWaits();
    try (ActiveFault dead = proxy.blackhole(Connections.all())) {
      DistributedSemaphore third = another();
      CompletableFuture<?> behind = queue("behind", third::acquire);
      within(GIVEN_UP).isTrue("silent for a claim lease", () -> silentFor(System.nanoTime()));
      others.release(PERMITS);
      assertThat(behind).succeedsWithin(ClientSpec.Pace.QUICK.claimLease().plus(AT_ONCE));
    }
    assertThat(waiting).succeedsWithin(GIVEN_UP);
    awaitAvailable(0);
  }

  private long since;

  private boolean silentFor(long now) {
    if (since == 0) {
      since = now;
    }
    return now - since > ClientSpec.Pace.QUICK.claimLease().toNanos();
  }

  @Test
  @DisplayName("failure 66: the connections of a waiter end, as when its process is killed")
  void waiter_whoseConnectionsEnd_isPassedOver() {
    CompletableFuture<?> waiting = somebodyWaits();
    DistributedSemaphore third = another();
    CompletableFuture<?> behind = queue("behind", third::acquire);
    try (ActiveFault gone = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      others.release(PERMITS);
      assertThat(behind).succeedsWithin(ClientSpec.Pace.QUICK.claimLease().plus(AT_ONCE));
    }
    assertThat(waiting).succeedsWithin(GIVEN_UP);
    awaitAvailable(0);
  }
}
