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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Lost answers and lost messages of clients that wait for permits: what all resources promise, the
 * confirmation of a grant, deletion, and waiters that no message reaches any more. No permit is
 * lost, and none invented.
 */
public abstract class SemaphoreWaiterFaultContract extends SemaphoreFaultSuite
    implements LostAnswerContract, LostMessageContract {

  /** Also while its next question is in flight, as usual at these times. */
  @Test
  @DisplayName("failure 84: a waiter for permits has just timed out")
  void tryAcquire_timedOutOverASlowPath_isKnownToTheServer() throws Exception {
    Duration slow = Duration.ofMillis(15);
    Duration farewell = Duration.ofMillis(100);
    others.acquire(PERMITS);
    proxy.delay(Connections.verbs(), Direction.TO_SERVER, slow, slow);
    for (int millis = 16; millis < 40; millis++) {
      long start = System.nanoTime();
      assertThat(semaphore.tryAcquire(1, millis, TimeUnit.MILLISECONDS)).isFalse();
      long took = System.nanoTime() - start;
      boolean isKnown = watcher.getQueueLength() == 0;
      assertThat(isKnown || took >= farewell.plusMillis(millis).toNanos())
          .as("after %s ms: none waits", millis)
          .isTrue();
      within(GIVEN_UP).isTrue("none waits", () -> watcher.getQueueLength() == 0);
    }
  }

  @Test
  @DisplayName("failure 1: the confirmation of a grant is lost, or its answer")
  void acquire_confirmationLost_isServedOnce() throws Exception {
    for (Mishap mishap : Mishap.REPEATED) {
      others.acquire(PERMITS);
      CompletableFuture<?> waiting = queue("waiter", () -> semaphore.acquire(2));
      stays(Duration.ofMillis(50), "nothing under way", () -> !waiting.isDone());
      try (Rule befallen = mishap.befalls(proxy.when(nextRequest()))) {
        others.release(2);
        befallen.awaitFired(AT_ONCE);
      }
      others.release(1);
      assertThat(waiting).as("%s", mishap).succeedsWithin(GIVEN_UP);
      renewClient();
      awaitAvailable(PERMITS - 2, GIVEN_UP);
      staysAvailable(PERMITS - 2);
      others.release(2);
      awaitQueueLength(0);
    }
  }

  @Test
  @DisplayName("failure 1: permits that were confirmed do not come back with the claim")
  void acquire_served_hasThemForGoodHoweverItWasConfirmed() throws Exception {
    others.acquire(PERMITS);
    CompletableFuture<?> plain = semaphore.acquireAsync(1);
    awaitQueueLength(1);
    others.release(1);
    Actor.ends(plain);
    CompletableFuture<?> repeated = semaphore.acquireAsync(1);
    awaitQueueLength(1);
    stays(Duration.ofMillis(50), "nothing under way", () -> !repeated.isDone());
    try (Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN)) {
      others.release(1);
      cut.awaitFired(AT_ONCE);
    }
    Actor.ends(repeated);
    stays(
        ClientSpec.Pace.QUICK.claimLease().plus(SHORT),
        "two are taken, one is with another",
        () -> watcher.availablePermits() == 0);
  }

  @Test
  @DisplayName("failure 2: a confirmation arrives when the claim has run out")
  void acquire_confirmationArrivesTooLate_takesThemOnce() throws Exception {
    others.acquire(PERMITS);
    CompletableFuture<?> waiting = queue("waiter", () -> semaphore.acquire(2));
    stays(Duration.ofMillis(50), "nothing under way", () -> !waiting.isDone());
    Rule late = proxy.when(nextRequest()).holdCommand();
    others.release(2);
    late.awaitFired(AT_ONCE);
    // Nothing gets through: the claim runs out, and the permits are free for others.
    within(ClientSpec.Pace.QUICK.claimLease().plus(AT_ONCE))
        .isTrue("taken by another", () -> watcher.tryAcquire(2));
    assertThat(waiting).isNotDone();

    late.release();

    stays(SHORT, "it has none", () -> !waiting.isDone() && watcher.availablePermits() == 0);
    watcher.release(2);
    assertThat(waiting).succeedsWithin(GIVEN_UP);
    awaitAvailable(0);
    staysAvailable(0);
  }

  private CompletableFuture<?> somebodyWaits() {
    assertThat(others.tryAcquire(PERMITS)).isTrue();
    return queue("waiter", () -> semaphore.acquire(2));
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
