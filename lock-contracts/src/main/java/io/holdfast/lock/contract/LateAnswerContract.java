package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Answers that are late, but not too late. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LateAnswerContract extends FaultSuite {

  /** No answer is too late while a test lasts. */
  private static final ClientSpec.Pace PATIENT =
      new ClientSpec.Pace(Duration.ofMinutes(5), Duration.ofMinutes(1), Duration.ofMinutes(20));

  /** More than the third of the claim after which a waiter asks again, however that is drawn. */
  private static final Duration MORE_THAN_A_THIRD = Duration.ofMinutes(2);

  @BeforeEach
  @Override
  void openWorld(@FreshServer(clock = true) TestServer fresh) {
    super.openWorld(fresh);
  }

  @Override
  ClientSpec spec() {
    return super.spec().pace(PATIENT);
  }

  @Test
  @DisplayName("failure 3: the answer to a waiter is late, and it is not silent for longer")
  void waiter_answerLate_asksAgainAsSoonAsIfItWereNot() throws Exception {
    DistributedLock holders = open(ClientSpec.defaults().calm()).lock(name);
    Actor alice = holderOf(holders);
    // A waiter asks a second time after a slice, counted from then.
    Rule question = proxy.when(nextRequest().nth(ticketsOf(2) == 1 ? 2 : 1)).holdReply();
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lock);

    for (int i = 0; i < 2; i++) {
      question.awaitFired(LIMIT);
      Rule next = proxy.when(nextRequest()).holdReply();
      time.passes(MORE_THAN_A_THIRD);
      question.release();
      question = next; // it is due: counted from the answer it would be due in 90 s
    }
    question.awaitFired(LIMIT);
    question.release();

    alice.does(holders::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
    bob.does(lock::unlock);
  }
}
