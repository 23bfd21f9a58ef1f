package io.holdfast.lock.contract;

import static io.holdfast.lock.contract.ContractWorld.AT_ONCE;
import static io.holdfast.lock.contract.ContractWorld.A_WHILE;
import static io.holdfast.lock.contract.ContractWorld.LIMIT;
import static io.holdfast.lock.contract.ContractWorld.awaitFired;
import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.proxy.Side;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Requests with an unknown outcome, for everything that is taken and given back: the server may
 * have executed them, or may yet do so. Nothing is taken or given twice, and nothing is lost, long
 * before a lease ends.
 */
public interface LostAnswerContract extends FaultyWorld {

  /** Enough for a request on its way to arrive. */
  Duration UNDER_WAY = Duration.ofMillis(50);

  /** Enough for a grant to arrive. */
  Duration SOME_SLICES = Duration.ofMillis(150);

  /** Less than the time-out of a command: it is over while an answer may still come. */
  Duration BRIEFLY = Duration.ofMillis(100);

  // ---- taking

  @Test
  @DisplayName("failures 1 and 3: it was granted, and the answer is lost")
  default void take_answerLost_hasItOnce() throws Exception {
    Resource resource = faults().resource();
    for (Mishap mishap : Mishap.values()) {
      resource.renewClient();
      Rule befallen = faults().befallsNext(mishap);

      resource.take();

      awaitFired(befallen);
      assertThat(resource.held()).as("%s", mishap).isOne();
      assertThat(resource.taken()).as("%s", mishap).isOne();
      assertThat(resource.tryTakeByRival()).as("%s", mishap).isFalse();
      resource.give();
      assertThat(resource.held()).as("%s", mishap).isZero();
      resource.nothingLost();
    }
  }

  @Test
  @DisplayName("failures 1 and 3: it was granted, the answer is lost, and nobody wants it any more")
  default void tryTake_answerLost_hasItOrThrowsAndLeavesNothing() throws Exception {
    hasItOrThrows(faults().resource()::tryTake);
  }

  @Test
  @DisplayName("failure 1: it was granted, the answer is lost, and the time is over")
  default void tryTake_answerLostAndTimeOver_hasItOrThrowsAndLeavesNothing() throws Exception {
    hasItOrThrows(() -> faults().resource().tryTake(BRIEFLY));
  }

  private void hasItOrThrows(Callable<Boolean> tryTake) throws Exception {
    Resource resource = faults().resource();
    for (Mishap mishap : Mishap.values()) {
      resource.renewClient();
      Rule befallen = faults().befallsNext(mishap);
      boolean hasIt = false;
      try {
        hasIt = tryTake.call();
        assertThat(mishap).isNotEqualTo(Mishap.ANSWER_LOST);
      } catch (LockServerException e) {
        assertThat(mishap).as("%s", e).isNotEqualTo(Mishap.CUT_AFTER_THE_ANSWER);
      }
      awaitFired(befallen);
      assertThat(resource.held()).as("%s", mishap).isEqualTo(hasIt ? 1 : 0);
      if (hasIt) {
        resource.give();
      }
      resource.nothingLost();
    }
  }

  @Test
  @DisplayName("failure 2: a request arrives when it was withdrawn over another connection")
  default void tryTake_arrivesAfterItsWithdrawal_takesNothing() throws Exception {
    Rule late = faults().holdNext();
    assertThatThrownBy(() -> faults().resource().tryTake(BRIEFLY))
        .isInstanceOf(LockServerException.class);
    awaitWithdrawal(faults().scriptCalls());

    takesNothingWhenItArrives(late);
  }

  @Test
  @DisplayName(
      "failure 2: a request in flight loses its connection, and arrives when it was withdrawn")
  default void tryTake_arrivesWhenItsConnectionHasEnded_takesNothing() throws Exception {
    for (Cut cut : Cut.values()) {
      faults().resource().renewClient();
      Rule late = faults().holdNext();
      CompletableFuture<?> trying =
          faults().world().actor("caller").starts(faults().resource()::tryTake);
      late.awaitFired(AT_ONCE);
      long before = faults().scriptCalls();
      faults().proxy().cut(Connections.verbs(), cut, Side.CLIENT); // the server sees it as open
      assertThat(Actor.failure(trying)).isInstanceOf(LockServerException.class);
      awaitWithdrawal(before);

      takesNothingWhenItArrives(late);
    }
  }

  private void awaitWithdrawal(long before) {
    within(GIVEN_UP)
        .isTrue("withdrawn over a new connection", () -> faults().scriptCalls() > before);
  }

  @Test
  @DisplayName("failure 2: a request in flight loses its connection, and arrives after the return")
  default void take_arrivesWhenItWasGivenBack_takesNothing() throws Exception {
    Rule late = faults().holdNext();
    Actor caller = faults().world().actor("caller");
    CompletableFuture<?> taking = caller.starts(faults().resource()::take);
    late.awaitFired(AT_ONCE);
    faults().proxy().cut(Connections.verbs(), Cut.FIN, Side.CLIENT);
    Actor.ends(taking);
    caller.does(faults().resource()::give);
    faults().resource().nothingLost();

    takesNothingWhenItArrives(late);
  }

  private void takesNothingWhenItArrives(Rule late) {
    executes(late);
    // A withdrawal may be in flight; what nobody knows of would stay for ten minutes.
    eventually().isTrue("nobody has it", () -> faults().resource().taken() == 0);
    stays(A_WHILE, "nobody has it", () -> faults().resource().taken() == 0);
    faults().resource().nothingLost();
  }

  private void executes(Rule late) {
    long before = faults().scriptCalls();
    late.release();
    eventually().isTrue("the late one is executed", () -> faults().scriptCalls() > before);
  }

  /** Runs a call that this befalls, and waits until its request was sent again. */
  private void repeats(Mishap mishap, TestThreads.Body call) throws Exception {
    try (Rule befallen = faults().befallsNext(mishap);
        Rule again = faults().proxy().when(nextRequest().nth(2)).observe()) {
      call.run();
      awaitFired(befallen);
      within(GIVEN_UP)
          .isTrue("again", () -> again.fired() > 0 || !Mishap.REPEATED.contains(mishap));
    }
  }

  // ---- waiting

  @Test
  @DisplayName("failures 1 and 3: the answer to a request that waits is lost")
  default void take_answerToWaitingLost_isServedOnce() throws Exception {
    Resource resource = faults().resource();
    for (Mishap mishap : Mishap.values()) {
      resource.renewClient();
      resource.takeByRival();
      Rule befallen = faults().befallsNext(mishap);
      Actor waiter = faults().world().actor("waiter");
      CompletableFuture<?> waiting = waiter.starts(resource::take);
      awaitFired(befallen);
      within(GIVEN_UP).isTrue("it waits", () -> resource.waiting() == 1);

      resource.giveByRival();

      assertThat(waiting).as("%s", mishap).succeedsWithin(GIVEN_UP);
      assertThat(resource.taken()).as("%s", mishap).isOne();
      waiter.does(resource::give);
      resource.nothingLost();
    }
  }

  @Test
  @DisplayName("failure 52: a waiter leaves, and the answer to its leaving is lost")
  default void take_interruptedAndItsLeavingUnanswered_leavesNoTicket() throws Exception {
    Resource resource = faults().resource();
    for (Mishap mishap : Mishap.values()) {
      resource.renewClient();
      resource.takeByRival();
      Actor leaver = faults().world().actor("leaver");
      CompletableFuture<?> leaving = leaver.starts(resource::takeInterruptibly);
      eventually().expect("it waits", resource::waiting, n -> n == 1);
      stays(UNDER_WAY, "nothing under way", () -> !leaving.isDone());

      repeats(
          mishap,
          () -> {
            leaver.thread().interrupt();
            assertThat(Actor.failure(leaving)).isInstanceOf(InterruptedException.class);
          });

      within(GIVEN_UP).isTrue("it left", () -> resource.waiting() == 0);
      stays(SOME_SLICES, mishap + ": it stays away", () -> resource.waiting() == 0);
      resource.giveByRival();
      stays(SOME_SLICES, "it is not served", () -> resource.taken() == 0);
      resource.nothingLost();
    }
  }

  // ---- giving back

  @Test
  @DisplayName("failures 5 and 61: something is given back, another waits, and the answer is lost")
  default void give_answerLost_givesOnceAndLeavesTheNextAlone() throws Exception {
    Resource resource = faults().resource();
    for (Mishap mishap : Mishap.values()) {
      resource.renewClient();
      resource.take();
      Actor next = faults().world().actor("next");
      CompletableFuture<?> waiting = next.starts(resource::takeByRival);
      eventually().expect("it waits", resource::waiting, n -> n == 1);
      stays(UNDER_WAY, "nothing under way", () -> !waiting.isDone());

      repeats(mishap, resource::give); // throws if it takes the answer to the retry for a loss

      assertThat(waiting).as("%s", mishap).succeedsWithin(LIMIT);
      stays(SOME_SLICES, mishap + ": the retry leaves the next alone", () -> resource.taken() == 1);
      next.does(resource::giveByRival);
      resource.nothingLost();
    }
  }

  @Test
  @DisplayName("failures 5 and 61: what is given back arrives after its repeat")
  default void give_arrivesAfterItsRepeat_leavesTheNextAlone() throws Exception {
    Resource resource = faults().resource();
    Actor owner = faults().world().actor("owner");
    owner.does(resource::take);
    Rule late = faults().holdNext();
    CompletableFuture<?> giving = owner.starts(resource::give);
    late.awaitFired(AT_ONCE);
    faults().proxy().cut(Connections.verbs(), Cut.RST, Side.CLIENT); // the server sees it as open
    assertThat(giving).succeedsWithin(LIMIT);
    within(GIVEN_UP).isTrue("given over a new connection", () -> resource.taken() == 0);
    owner.does(resource::take);

    executes(late);

    stays(A_WHILE, "it has it", () -> resource.taken() == 1 && !resource.tryTakeByRival());
    owner.does(resource::give);
    resource.nothingLost();
  }

  @Test
  @DisplayName("failure 6: the server cannot be reached when something is given back")
  default void give_serverAway_returnsAndIsDoneWhenItIsBack() throws Exception {
    Resource resource = faults().resource();
    resource.take();
    try (ActiveFault away = faults().proxy().refuseConnections()) {
      faults().proxy().cut(Connections.all(), Cut.RST);
      long start = System.nanoTime();

      resource.give();

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(ContractWorld.LIMIT);
      assertThat(resource.held()).isZero();
      assertThat(resource.taken()).isOne();
    }
    resource.nothingLost();
  }
}
