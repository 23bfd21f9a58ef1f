package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Waiters for a signal, while the network and the server fail: a delay or a spurious wake-up, never
 * a sleep without an end. For processes that die see {@link ConditionDeathContract}.
 */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class ConditionFaultContract extends FaultSuite {

  private static final ClientSpec.Pace IMPATIENT =
      new ClientSpec.Pace(
          ClientSpec.Pace.QUICK.claimLease(),
          ClientSpec.Pace.QUICK.commandTimeout(),
          Duration.ofSeconds(1));

  /** Gives up long before the server would take back what it has granted. */
  private static final ClientSpec.Pace LONG_CLAIM =
      new ClientSpec.Pace(
          Duration.ofMinutes(5), ClientSpec.Pace.QUICK.commandTimeout(), Duration.ofSeconds(1));

  private Condition condition;
  private Condition othersCondition;

  /** The server knows these scripts too. */
  @BeforeEach
  void openConditions() {
    condition = lock.newCondition("c");
    othersCondition = others.newCondition("c");
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    underLock(lock, condition::signal);
    sleeper.wakesAndUnlocks();
    awaitFreeAndUnwanted();
  }

  private boolean awaited() throws InterruptedException {
    condition.await();
    return true;
  }

  private void signalByOther() {
    underLock(others, othersCondition::signal);
  }

  private static <T> T wakesWithin(Duration limit, Sleeper<T> sleeper) {
    assertThat(sleeper.awakening()).succeedsWithin(limit);
    return sleeper.wakesAndUnlocks();
  }

  // ---- answers that are lost

  @Test
  @DisplayName("failure 5: the answer to await() is lost, and the signal comes at once")
  void await_answerLost_isWokenOnceWithItsCount() {
    Actor alice = holderOf(lock);
    alice.does(lock::lock);
    Rule lost = proxy.when(nextRequest()).dropReply();
    Sleeper<Boolean> sleeper = fallAsleep(alice, lock, this::awaited);
    assertWokenOnce(sleeper);
    awaitFired(lost);
  }

  @Test
  @DisplayName("failure 3: the connection ends before the answer to await(), which is repeated")
  void await_connectionEndsBeforeTheAnswer_isWokenOnceWithItsCount() {
    Actor alice = holderOf(lock);
    alice.does(lock::lock);
    Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);
    Sleeper<Boolean> sleeper = fallAsleep(alice, lock, this::awaited);
    stays(ClientSpec.Pace.QUICK.claimLease(), "asleep", () -> !sleeper.isAwake());
    assertWokenOnce(sleeper);
    awaitFired(cut);
  }

  private void assertWokenOnce(Sleeper<Boolean> sleeper) {
    Sleeper<Boolean> next = sleeper(others, othersCondition::await);
    signalByOther();
    assertThat(sleeper.awakening()).succeedsWithin(GIVEN_UP);
    sleeper.wakes();
    assertThat(sleeper.actor().says(lock::getHoldCount)).isEqualTo(2);
    sleeper.actor().does(lock::unlock);
    sleeper.actor().does(lock::unlock);
    next.sleeps();
    signalByOther();
    next.wakesAndUnlocks();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 5: the answer to signal() is lost")
  void signal_answerLost_wakesAllTheSame() {
    for (Cut cut : Cut.values()) {
      Sleeper<Boolean> one = sleeper(others, othersCondition::await);
      Actor bob = holderOf(lock);
      try (Rule lost = proxy.when(nextRequest()).cutInsteadOfReply(cut)) {
        bob.does(condition::signal);
        awaitFired(lost);
      }
      bob.does(lock::unlock);
      wakesWithin(GIVEN_UP, one);
      awaitFreeAndUnwanted();
    }
  }

  @Test
  @DisplayName("failure 1: the answer to signalAll() is lost")
  void signalAll_answerLost_wakesAllTheSame() {
    Sleeper<Boolean> one = sleeper(others, othersCondition::await);
    Sleeper<Boolean> two = sleeper(others, othersCondition::await);
    Actor bob = holderOf(lock);
    Rule lost = proxy.when(nextRequest()).dropReply();
    bob.does(condition::signalAll);
    awaitFired(lost);
    bob.does(lock::unlock);
    wakesWithin(GIVEN_UP, one);
    wakesWithin(GIVEN_UP, two);
  }

  @Test
  @DisplayName("failure 52: a waiter gives up, and the answer to its leaving is lost")
  void timedAwait_answerToItsGoingLost_returnsAndTakesNoSignal() {
    Sleeper<Boolean> timed = timedSleeper(lock, () -> condition.await(3, TimeUnit.SECONDS));
    Sleeper<Boolean> next = sleeper(others, othersCondition::await);
    Sleeper<Boolean> last = sleeper(others, othersCondition::await);
    try (ActiveFault mute = proxy.dropReplies(Connections.verbs())) {
      stays(Duration.ofMillis(3300), "locked out", () -> !timed.isAwake());
    }
    assertThat(wakesWithin(GIVEN_UP, timed)).isFalse();

    signalByOther();
    next.wakesAndUnlocks();
    last.sleeps();
  }

  // ---- messages that are lost

  @Test
  @DisplayName("failure 17: the connections are cut, and the signal comes meanwhile")
  void await_allConnectionsCutAsTheSignalComes_wakes() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      signalByOther();
    }
    wakesWithin(GIVEN_UP, sleeper);
  }

  @Test
  @DisplayName("failures 5, 17: the answer to await() is lost, and a signal finds no listener")
  void await_answerLostAndTheSignalComesToNobody_wakes() throws Exception {
    Actor alice = holderOf(lock);
    int inboxes = inboxes();
    Rule lost = proxy.when(nextRequest()).cutInsteadOfReply(Cut.RST);
    CompletableFuture<Boolean> awaiting;
    try (ActiveFault away = proxy.refuseConnections()) {
      awaiting = alice.begins(this::awaited);
      lost.awaitFired(AT_ONCE);
      proxy.cut(Connections.all(), Cut.RST);
      eventually().isTrue("its inbox is gone", () -> inboxes() < inboxes);
      allWereSilentForLong();
      signalByOther(); // drops its ticket
      assertThat(server.admin().number("ZCOUNT", queueKey(), "(0", "+inf")).isZero();
    }
    wakesWithin(GIVEN_UP, new Sleeper<>(alice, lock, awaiting));
  }

  private String queueKey() {
    return fixture().keys(name).get(1);
  }

  /** As if the server had heard of no client within its claim lease. */
  private void allWereSilentForLong() {
    String script =
        """
        for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
          if not string.find(member, '[#:]') then
            redis.call('ZADD', KEYS[1], -1, member)
          end
        end
        """;
    server.admin().command("EVAL", script, "1", queueKey());
  }

  private int inboxes() {
    return server.admin().texts("PUBSUB", "CHANNELS", "holdfast:inbox:*").size();
  }

  @Test
  @DisplayName("failure 17: the inbox alone is cut, and the signal comes meanwhile")
  void await_inboxCutAsTheSignalComes_wakes() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    try (ActiveFault closed = proxy.refuseConnections()) {
      proxy.cut(Connections.inbox(), Cut.FIN);
      signalByOther();
    }
    wakesWithin(AT_ONCE, sleeper);
  }

  @Test
  @DisplayName("failure 17: the messages about signal and grant are lost")
  void await_messagesLost_wakesWithTheNextQuestion() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      signalByOther();
      wakesWithin(AT_ONCE, sleeper);
    }
  }

  // ---- no connection

  @Test
  @DisplayName("failure 6: the server cannot be reached when the time is over")
  void timedAwait_overWhileTheServerIsAway_returnsWhenItIsBack() {
    Sleeper<Boolean> sleeper =
        timedSleeper(lock, () -> condition.await(2500, TimeUnit.MILLISECONDS));
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      stays(Duration.ofMillis(2800), "locked out", () -> !sleeper.isAwake());
    }
    assertThat(wakesWithin(GIVEN_UP, sleeper)).isFalse();
  }

  @Test
  @DisplayName("failure 74: the server cannot be reached for longer than the limit of a waiter")
  void await_serverAwayBeyondTheLimit_throwsAndHoldsNothing() {
    DistributedLock impatient = open(spec().pace(IMPATIENT)).lock(name);
    Sleeper<Boolean> sleeper = sleeper(impatient, impatient.newCondition("c")::await);
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);

      assertThat(sleeper.awakening())
          .failsWithin(GIVEN_UP)
          .withThrowableThat()
          .havingCause()
          .isInstanceOf(LockServerException.class)
          .withMessageContaining(name);

      assertThat(sleeper.actor().says(impatient::getHoldCount)).isZero();
      assertThat(sleeper.actor().failsIn(impatient::unlock))
          .isExactlyInstanceOf(IllegalMonitorStateException.class);
    }
    Sleeper<Boolean> next = sleeper(others, othersCondition::await);
    signalByOther();
    wakesWithin(GIVEN_UP, next); // the place of the thread that gave up is skipped
  }

  @Test
  @DisplayName("failure 74: a signalled waiter gives up, and cannot know that it has the lock")
  void await_signalledAndUnansweredBeyondTheLimit_handsTheSignalOn() {
    DistributedLock impatient = open(spec().pace(LONG_CLAIM)).lock(name);
    Sleeper<Boolean> first = sleeper(impatient, impatient.newCondition("c")::await);
    Sleeper<Boolean> next = sleeper(others, othersCondition::await);
    try (ActiveFault unheard = proxy.dropReplies(Connections.verbs().present());
        ActiveFault untold = proxy.dropMessages(Connections.inbox())) {
      signalByOther(); // the first is granted the lock
      proxy.cut(Connections.inbox(), Cut.RST); // it asks as soon as its inbox is open again

      assertThat(first.awakening())
          .failsWithin(GIVEN_UP)
          .withThrowableThat()
          .havingCause()
          .isInstanceOf(LockServerException.class);
      wakesWithin(GIVEN_UP, next);
    }
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 6: the server cannot be reached at await()")
  void await_serverAway_waitsOrRefusesBeforeItHasLetGo() {
    Actor alice = holderOf(lock);
    alice.does(lock::lock);
    CompletableFuture<Boolean> awaiting;
    try (ActiveFault away = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.RST);
      awaiting = alice.begins(this::awaited);
      stays(Duration.ofMillis(200), "is not signalled", () -> !hasSucceeded(awaiting));
    }
    assertSignalledOrRefused(alice, awaiting);
  }

  private static boolean hasSucceeded(CompletableFuture<?> begun) {
    return begun.isDone() && !begun.isCompletedExceptionally();
  }

  /** At the end there is a hold with a count of two, and a signal has worked, or was not needed. */
  private void assertSignalledOrRefused(Actor alice, CompletableFuture<Boolean> awaiting) {
    eventually().isTrue("waits, or has refused to", () -> awaiting.isDone() || !others.isLocked());
    if (awaiting.isCompletedExceptionally()) {
      assertThat(Actor.failure(awaiting)).isInstanceOf(LockServerException.class);
    } else {
      signalByOther();
      assertThat(awaiting).succeedsWithin(GIVEN_UP);
    }
    assertThat(alice.says(lock::getHoldCount)).isEqualTo(2);
    alice.does(lock::unlock);
    alice.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  // ---- the server

  @Test
  @DisplayName("failure 44: the server restarts without its data while threads wait for a signal")
  void await_serverRestartsEmpty_isWokenOrCanBe() {
    Sleeper<Boolean> one = napper(lock);
    Sleeper<Boolean> two = napper(others);

    server.restartEmpty();

    within(GIVEN_UP.multipliedBy(2))
        .isTrue(
            "both are awake",
            () -> {
              underLock(others, othersCondition::signalAll);
              return one.isAwake() && two.isAwake();
            });
    Actor.succeeds(one.awakening());
    Actor.succeeds(two.awakening());
  }

  @Test
  @DisplayName("failure 44: the server loses everything, the signal too")
  void await_signalledAndThenTheServerRestartsEmpty_wakes() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    Actor bob = holderOf(others);
    bob.does(othersCondition::signal);

    server.restartEmpty();

    wakesWithin(GIVEN_UP, sleeper);
  }

  @Test
  @DisplayName("failure 28: the server forgets its scripts while threads wait for a signal")
  void await_scriptsForgotten_wakes() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    server.scriptFlush();
    signalByOther();
    server.scriptFlush();
    sleeper.wakes();
    server.scriptFlush();
    sleeper.actor().does(condition::signalAll);
    Sleeper<Boolean> again = fallAsleep(sleeper.actor(), lock, this::awaited);
    signalByOther();
    again.wakesAndUnlocks();
  }

  @Test
  @DisplayName("failure 32: the server is out of memory at await()")
  void await_serverOutOfMemory_waitsOrRefusesBeforeItHasLetGo() {
    Actor alice = holderOf(lock);
    alice.does(lock::lock);
    outOfMemory(true);
    CompletableFuture<Boolean> awaiting = alice.begins(this::awaited);
    eventually().isTrue("waits, or has refused to", () -> awaiting.isDone() || !others.isLocked());
    outOfMemory(false);
    assertSignalledOrRefused(alice, awaiting);
  }

  @Test
  @DisplayName("failure 32: the server is out of memory at signal() and unlock()")
  void signal_serverOutOfMemory_wakesOrRefuses() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    Actor bob = holderOf(others);
    outOfMemory(true);
    CompletableFuture<?> signalling = bob.starts(othersCondition::signal);
    boolean isRefused =
        Actor.succeeds(signalling.handle((done, thrown) -> thrown instanceof LockServerException));
    if (isRefused) {
      outOfMemory(false);
      bob.does(othersCondition::signal);
    } else {
      Actor.succeeds(signalling);
    }
    bob.does(others::unlock);

    wakesWithin(GIVEN_UP, sleeper);
    outOfMemory(false);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 32: the server is out of memory when the time is over")
  void timedAwait_overWhileTheServerIsOutOfMemory_returnsWhenThereIsRoom() {
    Sleeper<Boolean> sleeper = timedSleeper(lock, () -> condition.await(2, TimeUnit.SECONDS));
    outOfMemory(true);
    stays(
        Duration.ofMillis(2500),
        "does not fail",
        () -> !sleeper.awakening().isCompletedExceptionally());
    outOfMemory(false);
    assertThat(wakesWithin(GIVEN_UP, sleeper)).isFalse();
    awaitFreeAndUnwanted();
  }

  private void outOfMemory(boolean isFull) {
    server.admin().text("CONFIG", "SET", "maxmemory", isFull ? "1" : "0");
  }

  @Test
  @DisplayName("failure 39: the user may not signal any more")
  void signal_noPermission_throwsAndIsNotDone() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    Actor bob = holderOf(others);
    server.admin().text("ACL", "SETUSER", server.clientUser(), "-evalsha", "-eval");
    try {
      assertThat(bob.failsIn(othersCondition::signal))
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("NOPERM");
    } finally {
      server.admin().text("ACL", "SETUSER", server.clientUser(), "+evalsha", "+eval");
    }
    assertThat(bob.says(others::isHeldByCurrentThread)).isTrue();
    bob.does(othersCondition::signal);
    bob.does(others::unlock);
    wakesWithin(GIVEN_UP, sleeper);
    awaitFreeAndUnwanted();
  }
}
