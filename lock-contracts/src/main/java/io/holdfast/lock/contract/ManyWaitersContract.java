package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cost of very many waiters of one client, and how they come back after a fault. */
public abstract class ManyWaitersContract extends FaultSuite {

  private static final int VERY_MANY = 10_000;

  /** More tickets than one request names. */
  private static final int MANY = 250;

  /**
   * No question comes by time, except when the test lets time pass. None is given up, however long
   * a slow machine takes for all of them, or the test holds back an answer.
   */
  private static final ClientSpec.Pace PATIENT =
      new ClientSpec.Pace(Duration.ofMinutes(5), Duration.ofMinutes(1), Duration.ofHours(1));

  /** More than a roll call names for certain, fewer than it names at once. */
  private static final int LEFT = 60;

  private static final Duration THIRD = PATIENT.claimLease().dividedBy(3);

  /** The interval varies by 10 %, and the work in between takes time, too. */
  private static final Duration LESS_THAN_A_THIRD = THIRD.dividedBy(2);

  private static final Duration MORE_THAN_A_THIRD = THIRD.multipliedBy(12).dividedBy(10);

  @BeforeEach
  @Override
  void openWorld(@FreshServer(clock = true) TestServer fresh) {
    super.openWorld(fresh);
  }

  @Override
  ClientSpec spec() {
    return super.spec().pace(PATIENT).silent();
  }

  @Override
  ClientSpec othersSpec() {
    return super.othersSpec().silent();
  }

  /** A fixed lease: a renewal would be a script. */
  private Hold keepsAllWaiting() {
    Lease untilTheEnd = Lease.fixed(Duration.ofHours(1));
    return Actor.succeeds(others.acquireAsync(AcquireOptions.defaults().lease(untilTheEnd)));
  }

  private List<CompletableFuture<Hold>> waiting(int count) {
    List<CompletableFuture<Hold>> waiting = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      waiting.add(lock.acquireAsync());
    }
    awaitQueueLength(count);
    assertThat(lock.isLocked()).as("answered behind all of them").isTrue();
    return waiting;
  }

  private void assertOneScriptComes(long before) {
    eventually().isTrue("asked", () -> scriptCalls() > before);
    stays(A_WHILE, "asked once", () -> scriptCalls() == before + 1);
  }

  @Test
  void waiters_tenThousandOfOneClient_askByOneScriptEachThirdOfTheClaim() {
    Hold hold = keepsAllWaiting();
    List<CompletableFuture<Hold>> waiting = waiting(VERY_MANY);

    for (int i = 0; i < 3; i++) {
      long before = calledWhenSettled();
      time.passes(LESS_THAN_A_THIRD);
      stays(A_WHILE, "it is not due", () -> scriptCalls() == before);
      time.passes(MORE_THAN_A_THIRD.minus(LESS_THAN_A_THIRD));
      assertOneScriptComes(before);
    }
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    hold.close();
  }

  @Test
  void waiters_tenThousandOfOneClientAreConnectedAnew_askByOneScript() {
    Hold hold = keepsAllWaiting();
    List<CompletableFuture<Hold>> waiting = waiting(VERY_MANY);
    long before = calledWhenSettled();

    proxy.cut(Connections.all(), Cut.RST);

    assertOneScriptComes(before);
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    hold.close();
  }

  /** The test itself reads the queue by scripts, too. */
  private long calledWhenSettled() {
    long[] last = {scriptCalls()};
    eventually()
        .isTrue(
            "nobody asks",
            () -> {
              long before = last[0];
              last[0] = scriptCalls();
              return before == last[0];
            });
    return last[0];
  }

  /** The tickets behind the ledger, whose scores are below zero. */
  private void forgetTickets(int from, int to) {
    String queue = fixture().keys(name).get(1);
    long ledger = server.admin().number("ZCOUNT", queue, "-inf", "0");
    assertThat(
            server
                .admin()
                .number(
                    "ZREMRANGEBYRANK",
                    queue,
                    Long.toString(ledger + from),
                    Long.toString(ledger + to - 1)))
        .isEqualTo(to - from);
  }

  private static void assertAllAreServed(List<CompletableFuture<Hold>> waiting, Hold hold) {
    List<CompletableFuture<Void>> turns =
        waiting.stream().map(one -> one.thenCompose(Hold::releaseAsync)).toList();
    hold.close();
    turns.forEach(Actor::succeeds);
  }

  private void assertAllComeBackAndAreServed(int first, int end) {
    Hold hold = keepsAllWaiting();
    List<CompletableFuture<Hold>> waiting = waiting(MANY);
    forgetTickets(first, end);

    proxy.cut(Connections.all(), Cut.RST);

    awaitQueueLength(MANY); // the rotation would name them within some minutes
    assertAllAreServed(waiting, hold);
  }

  @Test
  void waiters_connectedToAServerThatLacksTheYoungest_areAllPutBack() {
    assertAllComeBackAndAreServed(MANY - LEFT, MANY);
  }

  @Test
  void waiters_connectedToAServerThatLacksTheOldest_areAllPutBack() {
    assertAllComeBackAndAreServed(0, LEFT);
  }

  @Test
  void waiters_connectedToAServerThatLacksTheYoungestAndHasNewOnes_areAllPutBack() {
    Hold hold = keepsAllWaiting();
    List<CompletableFuture<Hold>> waiting = waiting(MANY);
    forgetTickets(MANY - LEFT, MANY);

    proxy.cut(Connections.verbs(), Cut.RST); // no client asks for the earlier waiters
    waiting.addAll(addedAfter(MANY - LEFT));
    proxy.cut(Connections.all(), Cut.RST);

    awaitQueueLength(MANY + 100);
    assertAllAreServed(waiting, hold);
  }

  private List<CompletableFuture<Hold>> addedAfter(int before) {
    List<CompletableFuture<Hold>> added = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      added.add(lock.acquireAsync());
    }
    awaitQueueLength(before + 100);
    return added;
  }

  /** The server grants the lock to each, as fixed leases are not passed on. */
  @Test
  void waiters_theOlderOnesAreMissingToo_areServedBeforeThoseWhoAreLookedFor() throws Exception {
    AcquireOptions fixed = AcquireOptions.defaults().lease(Lease.fixed(Duration.ofMinutes(10)));
    Hold hold = keepsAllWaiting();
    Queue<Integer> order = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < MANY; i++) {
      int number = i;
      var unused =
          lock.acquireAsync(fixed)
              .thenCompose(
                  one -> {
                    order.add(number);
                    return one.releaseAsync();
                  });
    }
    awaitQueueLength(MANY);
    assertThat(lock.isLocked()).as("answered behind all of them").isTrue();
    forgetTickets(LEFT, MANY);
    Rule rollCall = proxy.when(nextRequest()).holdReply();

    proxy.cut(Connections.all(), Cut.RST);
    rollCall.awaitFired(LIMIT);
    hold.close();

    eventually().isTrue("those who are left are served", () -> order.size() >= LEFT);
    stays(A_WHILE, "nobody else is there yet", () -> order.size() == LEFT);
    rollCall.release();
    eventually().isTrue("all are served", () -> order.size() == MANY);
    assertThat(List.copyOf(order)).isSorted();
  }
}
