package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Requests of locks with an unknown outcome: what all resources promise, and several at once. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LockLostAnswerContract extends FaultSuite implements LostAnswerContract {

  @Test
  @DisplayName("failure 4: the connection is reset with three requests in flight")
  void acquireAsync_connectionResetWithThreeUnderWay_eachIsHeldOnce() throws Exception {
    LockClient client = open(spec());
    List<DistributedLock> locks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      locks.add(client.lock(name + "-" + i));
    }
    Rule third = proxy.when(nextRequest().nth(3)).observe();
    List<CompletableFuture<Hold>> asked = new ArrayList<>();
    try (ActiveFault mute = proxy.blackhole(Connections.verbs().present(), Direction.TO_CLIENT)) {
      locks.forEach(one -> asked.add(one.acquireAsync()));
      third.awaitFired(AT_ONCE);
      proxy.cut(Connections.verbs(), Cut.RST);
    }

    for (CompletableFuture<Hold> one : asked) {
      Hold hold = Actor.succeeds(one);
      DistributedLock direct = open(ClientSpec.defaults()).lock(hold.lockName());
      assertThat(direct.tryLock()).isFalse();
      hold.close();
      assertThat(direct.tryLock(AT_ONCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      assertThat(direct.token()).isGreaterThan(hold.token());
      direct.unlock();
    }
  }

  @Test
  @DisplayName("failure 5: the answer to a release that queues the client again is lost")
  void unlock_withOthersWaitingHereAndThere_isNoLossThoughTheAnswerIsLost() {
    Actor first = holderOf(lock);
    Actor neighbour = actor("neighbour");
    CompletableFuture<?> here = neighbour.starts(lock::lock);
    neighbour.awaitParked(here);
    Actor other = actor("other");
    CompletableFuture<?> there = other.starts(others::lock);
    awaitQueueLength(fixture().keepsOrderOfArrival() ? 2 : 1); // else they queue at the release
    // Longer than the slice, and until the holder has heard of a waiter.
    stays(Duration.ofMillis(100), "nothing happens", () -> !here.isDone() && !there.isDone());
    Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);

    first.does(lock::unlock); // throws if it takes the answer to the retry for a loss

    awaitFired(cut);
    // A client whose inbox was just reopened may be skipped.
    Actor.succeeds(CompletableFuture.anyOf(here, there));
    if (here.isDone()) {
      neighbour.does(lock::unlock);
      Actor.succeeds(there);
      other.does(others::unlock);
    } else {
      other.does(others::unlock);
      Actor.succeeds(here);
      neighbour.does(lock::unlock);
    }
    awaitFreeAndUnwanted();
  }
}
