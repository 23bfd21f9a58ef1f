package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The master changes. Holds that its replica has received go on; others are lost, and then tokens
 * decide.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class FailoverContract extends ContractSuite {

  private static final Duration LEASE = Duration.ofSeconds(6);

  private MasterWithReplica pair;

  /** Instead of the shared server's. */
  @BeforeEach
  void openPair(@FreshServer MasterWithReplica fresh) {
    pair = fresh;
    lock = open(client("first")).lock(name);
    others = open(client("other")).lock(name);
  }

  private ClientSpec client(String label) {
    return ClientSpec.defaults()
        .label(label)
        .lease(LEASE)
        .pace(UNHURRIED_CLAIM)
        .through(pair.uri());
  }

  @Override
  List<TestServer> serversInTheEnd() {
    return List.of(pair.master());
  }

  @Test
  @DisplayName("failure 29: the master becomes a replica, its connections stand")
  void hold_masterDemoted_goesOnAtTheNewMaster() throws Exception {
    Hold hold = lock.acquire();
    pair.awaitInSync();

    pair.demote();

    stays(LEASE.plusSeconds(2), "held", hold::isValid);
    assertThat(pair.master().keys(fixture().holderPattern())).hasSize(1);
    assertThat(others.tryLock()).isFalse();
    hold.close();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 29: the master becomes a replica while others wait")
  void waiters_masterDemoted_getTheLockOneAfterTheOther() throws Exception {
    Hold hold = lock.acquire();
    List<CompletableFuture<Hold>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      DistributedLock one = open(client("waiter-" + i)).lock(name);
      waiting.add(one.acquireAsync());
    }
    awaitQueueLength(3);
    pair.awaitInSync();

    pair.demote();
    hold.close();

    List<Hold> holds = new ArrayList<>(List.of(hold));
    for (int i = 0; i < 3; i++) {
      within(GIVEN_TIME)
          .isTrue("the next has it", () -> waiting.stream().anyMatch(CompletableFuture::isDone));
      stays(
          Duration.ofMillis(500),
          "nobody else has it",
          () -> waiting.stream().filter(CompletableFuture::isDone).count() == 1);
      CompletableFuture<Hold> next =
          waiting.stream().filter(CompletableFuture::isDone).findFirst().orElseThrow();
      waiting.removeIf(CompletableFuture::isDone);
      holds.add(next.get());
      next.get().close();
    }
    assertThat(holds.stream().map(Hold::token)).isSorted().doesNotHaveDuplicates();
  }

  private static final Duration GIVEN_TIME = Duration.ofMinutes(1);

  @Test
  @DisplayName("failure 42: the master dies with writes that the replica has not received")
  void hold_lostInAFailover_isToldAndTheNextTokenIsHigher() throws Exception {
    others.lock(); // so that the replica knows an old counter
    others.unlock();
    pair.awaitInSync();
    pair.cutReplication();
    Hold hold = lock.acquire();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    hold.onLost(loss::complete);

    pair.failover();
    Actor next = actor("next");
    next.does(others::lock);

    assertThat(next.says(others::token)).isGreaterThan(hold.token());
    assertThat(loss).succeedsWithin(LEASE.plus(AT_ONCE));
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    assertThat(next.says(others::isHeldByCurrentThread)).isTrue();
    next.does(others::unlock);
  }

  @Test
  @DisplayName("failure 42: the master dies, and the replica has everything")
  void hold_masterDies_goesOnAtTheReplica() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<Hold> waiting = others.acquireAsync();
    awaitQueueLength(1);
    pair.awaitInSync();

    pair.failover();

    stays(LEASE.plusSeconds(2), "held", hold::isValid);
    assertThat(waiting).isNotDone();
    hold.close();
    Actor.succeeds(waiting).close();
  }

  @Test
  @DisplayName("failure 77: the server behind the connections has become a replica")
  void lock_masterDemoted_worksAgainAtTheNewMaster() throws Exception {
    lock.lock();
    lock.unlock();
    pair.awaitInSync();

    pair.demote();

    assertThat(lock.tryLock(GIVEN_TIME.toSeconds(), TimeUnit.SECONDS)).isTrue();
    lock.unlock();
    awaitFreeAndUnwanted();
  }

  @Test
  @Tag("timing")
  @DisplayName("failure 77: the server behind the connections has become a replica, and in 3 s")
  void lock_masterDemoted_worksAgainWithinThreeSeconds() throws Exception {
    lock.lock();
    lock.unlock();
    pair.awaitInSync();

    pair.demote();

    assertThat(lock.tryLock(3, TimeUnit.SECONDS)).isTrue();
    lock.unlock();
  }

  @Test
  @DisplayName("failure 28: the new master knows no script")
  void lock_afterFailover_works() {
    lock.lock();
    lock.unlock();
    pair.failover();
    within(GIVEN_TIME).isTrue("works", this::locks);
  }

  private boolean locks() throws InterruptedException {
    lock.lock();
    lock.unlock();
    return true;
  }

  @Test
  @DisplayName("failure 29: the master becomes a replica while threads wait for a signal")
  void sleepers_masterDemoted_areWokenByASignal() throws Exception {
    Sleeper<Boolean> one = napper(lock);
    Sleeper<Boolean> two = napper(others);
    pair.awaitInSync();

    pair.demote();

    underLock(others, others.newCondition("c")::signal); // for a waiter whose inbox is already open
    assertThat(CompletableFuture.anyOf(one.awakening(), two.awakening()))
        .succeedsWithin(GIVEN_TIME);
    underLock(others, others.newCondition("c")::signal);
    assertThat(one.awakening()).succeedsWithin(GIVEN_TIME);
    assertThat(two.awakening()).succeedsWithin(GIVEN_TIME);
  }

  @Test
  @DisplayName("failure 42: the master dies, and its replica does not know the waiters")
  void sleepers_lostInAFailover_wakeBySignalOrWithout() {
    pair.cutReplication();
    Sleeper<Boolean> one = napper(lock);
    Sleeper<Boolean> two = napper(others);

    pair.failover();

    within(GIVEN_TIME.multipliedBy(2))
        .isTrue(
            "both are awake",
            () -> {
              underLock(others, others.newCondition("c")::signalAll);
              return one.isAwake() && two.isAwake();
            });
  }
}
