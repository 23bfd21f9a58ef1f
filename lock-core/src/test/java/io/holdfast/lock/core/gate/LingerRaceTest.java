package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.lock.CohortGate;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.race.ModelServer;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What takes a lingering acquisition, and what ends it, in many orders. */
class LingerRaceTest {

  private static final int WALKS = 20_000;
  private static final int TAKERS = 2;
  private static final int TURNS = 2000;

  /** Has its owner see that the server has it as long as it is valid here. */
  private static final class LingeringTurns extends Turns {

    LingeringTurns() {
      super(ModelClient.lingering(LingerWalk.LINGER), CohortGate::lingering);
    }

    @Override
    void workInside(OwnedHold hold) {
      String id = hold.acquisition().id();
      if (!client().server().isHeldBy(id) && hold.isValid()) {
        throw new IllegalStateException("inside without the lock: " + hold);
      }
    }
  }

  @Test
  void linger_anyOrderOfSteps_excludesOthersAndLeavesNothing() {
    long lingered = 0;
    for (long seed = 0; seed < WALKS; seed++) {
      try {
        lingered += new LingerWalk(seed).go();
      } catch (AssertionError e) {
        throw new AssertionError("walk " + seed, e);
      }
    }
    assertThat(lingered).isGreaterThan(WALKS);
  }

  @Test
  void linger_threadsTakeTurns_excludesOthersAndLeavesNothing() throws Exception {
    Turns turns = new LingeringTurns();
    ModelServer server = turns.client().server();
    try (TestThreads threads = TestThreads.open()) {
      AtomicInteger taking = new AtomicInteger(TAKERS);
      threads.start(
          TAKERS,
          "taker",
          () -> {
            for (int i = 0; i < TURNS; i++) {
              turns.take(turns.waiter(i % 4 == 0));
            }
            taking.decrementAndGet();
          });
      threads.start("disturber", () -> disturb(turns.client(), taking));
      threads.joinAll();
    }
    server.pump();
    assertThat(server.isOtherWaiting()).isFalse();
    turns.client().look(LingerWalk.LINGER);
    turns.requireNothingIsLeft();
  }

  private static void disturb(ModelClient client, AtomicInteger taking) {
    ModelServer server = client.server();
    Random random = new Random(1);
    while (taking.get() > 0) {
      switch (random.nextInt(4)) {
        case 0 -> server.otherAsks();
        case 1 -> server.otherTries();
        case 2 -> client.look(LingerWalk.LINGER);
        default -> Thread.onSpinWait();
      }
      server.pump();
    }
  }
}
