package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A signal wakes the oldest waiter of its condition, of whatever client, and no other. */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class SignalContract extends ContractSuite {

  private Condition condition;
  private Condition othersCondition;

  @BeforeEach
  void openConditions() {
    condition = lock.newCondition("c");
    othersCondition = others.newCondition("c");
  }

  /** Two threads of each of three clients, in turn. */
  private List<Sleeper<Boolean>> sleepersOfSeveralClients() {
    DistributedLock third = open(ClientSpec.defaults()).lock(name);
    List<Sleeper<Boolean>> sleepers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      for (DistributedLock view : List.of(lock, others, third)) {
        sleepers.add(sleeper(view, view.newCondition("c")::await));
      }
    }
    return sleepers;
  }

  private static void allSleep(List<Sleeper<Boolean>> sleepers) {
    sleepers.forEach(Sleeper::sleeps);
  }

  private static void stayAsleep(List<Sleeper<Boolean>> sleepers) {
    stays(Duration.ofMillis(100), "asleep", () -> sleepers.stream().noneMatch(Sleeper::isAwake));
  }

  @Test
  void signal_severalWait_wakesTheOldestOnly() {
    List<Sleeper<Boolean>> sleepers = sleepersOfSeveralClients();
    for (int i = 0; i < sleepers.size(); i++) {
      underLock(
          i % 2 == 0 ? lock : others, i % 2 == 0 ? condition::signal : othersCondition::signal);

      sleepers.get(i).wakesAndUnlocks();
      allSleep(sleepers.subList(i + 1, sleepers.size()));
    }
    awaitFreeAndUnwanted();
  }

  @Test
  void signal_severalWait_leavesTheRestAsleep() {
    List<Sleeper<Boolean>> sleepers = sleepersOfSeveralClients();

    underLock(others, othersCondition::signal);

    sleepers.get(0).wakesAndUnlocks();
    stayAsleep(sleepers.subList(1, sleepers.size()));
  }

  @Test
  void signal_twiceUnderOneHold_wakesTheTwoOldest() {
    List<Sleeper<Boolean>> sleepers = sleepersOfSeveralClients();
    underLock(
        others,
        () -> {
          othersCondition.signal();
          othersCondition.signal();
        });
    sleepers.get(0).wakesAndUnlocks();
    sleepers.get(1).wakesAndUnlocks();
    stayAsleep(sleepers.subList(2, sleepers.size()));
  }

  @Test
  void signalAll_severalWait_wakesAllInTheirOrder() {
    List<Integer> order = new CopyOnWriteArrayList<>();
    DistributedLock third = open(ClientSpec.defaults()).lock(name);
    List<Sleeper<Boolean>> sleepers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int number = i;
      DistributedLock view = List.of(lock, others, third).get(i % 3);
      Condition same = view.newCondition("c");
      sleepers.add(
          sleeper(
              view,
              () -> {
                same.await();
                order.add(number);
                view.unlock();
              }));
    }

    underLock(lock, condition::signalAll);

    sleepers.forEach(sleeper -> Actor.succeeds(sleeper.awakening()));
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5);
    awaitFreeAndUnwanted();
  }

  @Test
  void signal_nobodyWaits_isLost() {
    underLock(lock, condition::signal);
    underLock(others, othersCondition::signalAll);

    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    stayAsleep(List.of(sleeper));

    underLock(others, othersCondition::signal);
    sleeper.wakesAndUnlocks();
  }

  @Test
  void signal_byTheThreadThatThenWaitsItself_wakesTheOther() {
    Sleeper<Boolean> ping = sleeper(lock, condition::await);
    Actor bob = holderOf(others);
    bob.does(othersCondition::signal);
    CompletableFuture<Long> pong =
        bob.begins(() -> othersCondition.awaitNanos(TimeUnit.MINUTES.toNanos(1)));

    ping.wakes();
    assertThat(pong).isNotDone();
    ping.actor().does(condition::signal);
    ping.actor().does(lock::unlock);

    assertThat(Actor.succeeds(pong)).isPositive();
    bob.does(others::unlock);
  }

  @Test
  void signalled_whileOthersWaitForTheLock_queuesBehindThem() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    Actor holder = holderOf(others);
    DistributedLock third = open(ClientSpec.defaults()).lock(name);
    Actor before = actor("before");
    CompletableFuture<?> locking = before.starts(third::lock);
    awaitQueueLength(1);

    holder.does(othersCondition::signal);
    holder.does(others::unlock);

    Actor.succeeds(locking);
    sleeper.sleeps();
    before.does(third::unlock);
    sleeper.wakesAndUnlocks();
  }

  @Test
  void inspect_whileSomeWaitForASignal_countsThoseWhoWaitForTheLock() {
    List<Sleeper<Boolean>> sleepers = sleepersOfSeveralClients();
    assertThat(others.inspect().queueLength()).isZero();
    assertThat(others.inspect().holder()).isEmpty();
    assertThat(others.isLocked()).isFalse();
    Actor holder = holderOf(others);
    CompletableFuture<?> locking = lock.acquireAsync();
    awaitQueueLength(1);

    holder.does(othersCondition::signal);
    awaitQueueLength(2);
    assertThat(locking.cancel(true)).isTrue();
    awaitQueueLength(1);
    holder.does(others::unlock);

    sleepers.get(0).wakesAndUnlocks();
    assertThat(others.inspect().queueLength()).isZero();
    allSleep(sleepers.subList(1, sleepers.size()));
  }

  @Test
  void sleeper_ownersComeAndGo_sleepsOn() {
    DistributedLock quick =
        open(ClientSpec.defaults().lease(SHORT_LEASE).pace(ClientSpec.Pace.QUICK)).lock(name);
    Sleeper<Boolean> sleeper = sleeper(quick, quick.newCondition("c")::await);
    // Longer than its claim lease: it has asked several times meanwhile.
    stays(
        ClientSpec.Pace.QUICK.claimLease().multipliedBy(3).dividedBy(2),
        "asleep",
        () -> {
          underLock(lock, () -> {});
          underLock(others, () -> {});
          return !sleeper.isAwake();
        });
    underLock(others, othersCondition::signal);
    sleeper.wakesAndUnlocks();
  }

  @Test
  void signal_byAThreadThatIsInterrupted_isDoneAndKeepsTheFlag() {
    Sleeper<Boolean> one = sleeper(lock, condition::await);
    Sleeper<Boolean> two = sleeper(others, othersCondition::await);
    Actor bob = holderOf(others);
    bob.thread().interrupt();
    bob.does(othersCondition::signal);
    bob.does(othersCondition::signalAll);
    assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isTrue();
    bob.does(others::unlock);
    one.wakesAndUnlocks();
    two.wakesAndUnlocks();
  }

  @Test
  void signal_byAnInnerHold_wakesWhenTheOuterHoldEnds() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    Actor bob = holderOf(others);
    bob.does(others::lock);
    bob.does(othersCondition::signal);
    bob.does(others::unlock);
    stayAsleep(List.of(sleeper));
    bob.does(others::unlock);
    sleeper.wakesAndUnlocks();
  }

  @Test
  void signalled_whileThreadsKeepTheLockBusy_wakesSoon() {
    AtomicBoolean isEnough = new AtomicBoolean();
    Sleeper<Boolean> near = napper(lock);
    Sleeper<Boolean> far = napper(others);
    List<CompletableFuture<?>> busy = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      busy.add(actor("busy").starts(() -> lockUntil(isEnough)));
    }
    try {
      underLock(lock, condition::signalAll);
      assertThat(near.awakening()).succeedsWithin(LIMIT);
      assertThat(far.awakening()).succeedsWithin(LIMIT);

      Actor alice = holderOf(lock);
      assertThat(alice.says(() -> condition.await(20, TimeUnit.MILLISECONDS))).isFalse();
      alice.does(lock::unlock);
    } finally {
      isEnough.set(true);
    }
    busy.forEach(Actor::succeeds);
    awaitFreeAndUnwanted();
  }

  private void lockUntil(AtomicBoolean isEnough) {
    while (!isEnough.get()) {
      lock.lock();
      lock.unlock();
    }
  }

  @Test
  void sleepers_manyOfOneClient_askRarely() {
    requireServer();
    DistributedLock asking = open(ClientSpec.defaults().pace(ClientSpec.Pace.USUAL)).lock(name);
    List<Sleeper<Boolean>> sleepers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      sleepers.add(napper(asking));
    }
    long start = System.nanoTime();
    long before = scriptCalls();

    eventually().isTrue("asked again", () -> scriptCalls() - before >= 2);

    Duration time = Duration.ofNanos(System.nanoTime() - start);
    assertThat(scriptCalls() - before)
        .as("script calls in %s, at most one a second", time)
        .isLessThanOrEqualTo(time.toSeconds() + 1);
    assertThat(sleepers).noneMatch(Sleeper::isAwake);
    underLock(others, othersCondition::signalAll);
    sleepers.forEach(sleeper -> Actor.succeeds(sleeper.awakening()));
    awaitFreeAndUnwanted();
  }
}
