package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Processes that die as owners or as waiters of a condition: no other waiter sleeps on because of
 * it. A client behind the proxy dies when nothing passes the proxy any more.
 */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class ConditionDeathContract extends FaultSuite {

  private static final Duration CLAIM = ClientSpec.Pace.QUICK.claimLease();

  /** The time until a waiter asks again, with the default claim lease. */
  private static final Duration ASKED_AGAIN = Duration.ofMillis(1900);

  /** The lease of owners that die; long enough to see which waiters do not wait for its end. */
  private static final ClientSpec.Pace LONG_CLAIM =
      new ClientSpec.Pace(
          Duration.ofSeconds(4),
          ClientSpec.Pace.QUICK.commandTimeout(),
          ClientSpec.Pace.QUICK.unreachableLimit());

  private DistributedLock quick;

  @BeforeEach
  void openQuick() {
    quick = open(ClientSpec.defaults().pace(ClientSpec.Pace.QUICK).label("quick")).lock(name);
  }

  /** Waiters that stay alive, of several clients and conditions. */
  private List<Sleeper<Boolean>> nappers() {
    return List.of(napper(others, "c"), napper(quick, "c"), napper(quick, "d"));
  }

  private static void wakeWithin(Duration limit, List<Sleeper<Boolean>> nappers) {
    for (Sleeper<Boolean> napper : nappers) {
      assertThat(napper.awakening()).succeedsWithin(limit);
    }
  }

  @Test
  @DisplayName("failure 66: the owner dies before it signals")
  void owner_dies_wakesAllWhenItsLeaseEnds() {
    DistributedLock doomed = open(spec().lease(SHORT_LEASE)).lock(name);
    List<Sleeper<Boolean>> nappers = nappers();
    holderOf(doomed);
    try (ActiveFault dead = proxy.blackhole(Connections.all())) {
      wakeWithin(SHORT_LEASE.plus(ASKED_AGAIN).plus(AT_ONCE), nappers);
    }
  }

  @Test
  @DisplayName("failure 66: the owner that was granted the lock dies before it signals")
  void owner_grantedTheLockAndDies_wakesAllWhenItsLeaseEnds() {
    DistributedLock doomed = open(spec().lease(SHORT_LEASE)).lock(name);
    List<Sleeper<Boolean>> nappers = nappers();
    Actor before = holderOf(quick);
    Actor owner = actor("owner");
    CompletableFuture<?> locking = owner.starts(doomed::lock);
    awaitQueueLength(1);
    before.does(quick::unlock);
    Actor.succeeds(locking);
    try (ActiveFault dead = proxy.blackhole(Connections.all())) {
      wakeWithin(CLAIM.plus(SHORT_LEASE).plus(ASKED_AGAIN).plus(AT_ONCE), nappers);
    }
  }

  @Test
  @DisplayName("failure 66: the owner that was woken by a signal dies before it signals")
  void owner_wokenAndDies_wakesAllWhenItsLeaseEnds() {
    DistributedLock doomed = open(spec().lease(SHORT_LEASE)).lock(name);
    Sleeper<Boolean> first = sleeper(doomed, doomed.newCondition("c")::await);
    List<Sleeper<Boolean>> nappers = nappers();
    underLock(quick, quick.newCondition("c")::signal);
    first.wakes();
    try (ActiveFault dead = proxy.blackhole(Connections.all())) {
      wakeWithin(CLAIM.plus(SHORT_LEASE).plus(ASKED_AGAIN).plus(AT_ONCE), nappers);
    }
  }

  @Test
  @DisplayName("failure 66: the owner's process is killed before it signals")
  void owner_killed_wakesAllWhenItsLeaseEnds() {
    DistributedLock doomed = open(spec().lease(SHORT_LEASE)).lock(name);
    List<Sleeper<Boolean>> nappers = nappers();
    holderOf(doomed);
    try (ActiveFault dead = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.FIN);
      wakeWithin(SHORT_LEASE.plus(ASKED_AGAIN).plus(AT_ONCE), nappers);
    }
  }

  @Test
  void owner_losesTheLockByForce_wakesAll() {
    List<Sleeper<Boolean>> nappers = nappers();
    Sleeper<Boolean> behindTheProxy = napper(lock, "c");
    holderOf(open(ClientSpec.defaults()).lock(name));

    assertThat(others.forceUnlock()).isTrue();

    wakeWithin(AT_ONCE, nappers);
    wakeWithin(AT_ONCE, List.of(behindTheProxy));
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 54: the signalled waiter dies before it takes the lock")
  void signalled_diesBeforeItTakesTheLock_leavesTheSignalToTheNext() {
    Sleeper<Boolean> doomed = napper(lock, "c");
    Sleeper<Boolean> next = napper(others, "c");
    Sleeper<Boolean> last = napper(quick, "c");
    Condition quicks = quick.newCondition("c");
    // The server sees it alive: its connections are open.
    try (ActiveFault dead = proxy.blackhole(Connections.all())) {
      underLock(quick, quicks::signal);
      wakeWithin(CLAIM.plus(ASKED_AGAIN).plus(AT_ONCE), List.of(next));
    }
    // It was not dead, only silent.
    wakeWithin(GIVEN_UP, List.of(doomed));
    if (!last.isAwake()) {
      underLock(quick, quicks::signal);
    }
    wakeWithin(AT_ONCE, List.of(last));
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 54: the signalled waiter is killed before it takes the lock")
  void signalled_killedBeforeItTakesTheLock_leavesTheSignalToTheNext() {
    Sleeper<Boolean> doomed = napper(lock, "c");
    Sleeper<Boolean> next = napper(others, "c");
    Condition quicks = quick.newCondition("c");
    Actor signaller = holderOf(quick);
    signaller.does(quicks::signal);
    try (ActiveFault dead = proxy.refuseConnections()) {
      proxy.cut(Connections.all(), Cut.FIN);
      signaller.does(quick::unlock);
      wakeWithin(CLAIM.plus(ASKED_AGAIN).plus(AT_ONCE), List.of(next));
    }
    wakeWithin(GIVEN_UP, List.of(doomed));
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 51: a dead waiter at the head of the condition")
  void signal_headLongDead_wakesTheNextAtOnce() {
    DistributedLock doomed = open(spec().pace(LONG_CLAIM)).lock(name);
    DistributedLock alsoDoomed = open(spec().pace(LONG_CLAIM)).lock(name);
    Sleeper<Boolean> one = napper(doomed, "c");
    Sleeper<Boolean> two = napper(alsoDoomed, "c");
    Sleeper<Boolean> next = napper(others, "c");
    try (ActiveFault dead = proxy.blackhole(Connections.all())) {
      Duration claim = LONG_CLAIM.claimLease();
      stays(claim.multipliedBy(4).dividedBy(3), "asleep", () -> !next.isAwake());

      underLock(quick, quick.newCondition("c")::signal);
      wakeWithin(LIMIT, List.of(next));
    }
    wakeWithin(GIVEN_UP.multipliedBy(2), List.of(one, two)); // by itself, or without a signal
  }
}
