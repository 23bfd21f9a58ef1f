package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.race.ModelClient;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Whoever lets go serves the next of the server's queue, if it is certain which one that is. */
class OrderedGateTest {

  private final ModelClient client = new ModelClient();
  private final ScriptedServer server = new ScriptedServer();
  private final Gates gates = new Gates(client, server, LockKind.FAIR, OrderedGate::new);

  /** One that has asked, and has no answer yet. */
  private final class Asker {

    private final PermitWaiter waiter = new PermitWaiter(client.clock().nanoTime(), false);
    private final long number;

    Asker() {
      client.clock().advance(Duration.ofMillis(1));
      gates.enter(ModelClient.KEYS, waiter);
      number = server.lastAsked();
    }

    private Acquisition acquisition() {
      return client.engine().acquisitions().get(number);
    }

    void isQueued(long arrival) {
      server.answer(number, new AskReply.Queued(arrival, arrival, 60_000, OptionalLong.empty()));
    }

    void isGranted(long token, long runUntil) {
      acquisition()
          .granted(new InboxMessage.Granted(number, token, token + 9, 5_000, true, runUntil, 0));
    }

    void letsGo() {
      OwnedHold hold = (OwnedHold) waiter.verdict();
      assertThat(hold.accept()).isTrue();
      hold.holds().releaseAsync(hold);
    }

    boolean isServed() {
      return waiter.verdict() instanceof OwnedHold;
    }
  }

  @Test
  void release_nextIsQueuedHere_isServedWithoutTheServer() {
    Asker first = new Asker();
    first.isQueued(1);
    Asker next = new Asker();
    next.isQueued(2);
    first.isGranted(10, 2);

    first.letsGo();
    assertThat(next.isServed()).isTrue();
    assertThat(server.releases()).isZero();
  }

  @Test
  void release_anotherStillAsksSinceBeforeTheNextDid_isLeftToTheServer() {
    Asker first = new Asker();
    first.isQueued(1);
    Asker unanswered = new Asker(); // the server may have numbered it 2
    Asker next = new Asker();
    next.isQueued(3);
    first.isGranted(10, 3);

    first.letsGo();
    assertThat(next.isServed()).as("before one that came first").isFalse();
    assertThat(server.releases()).isEqualTo(1);
    assertThat(unanswered.isServed()).isFalse();
  }

  @Test
  void release_anotherAsksSinceTheNextDid_servesTheNext() {
    Asker first = new Asker();
    first.isQueued(1);
    Asker next = new Asker();
    Asker later = new Asker();
    next.isQueued(2);
    first.isGranted(10, 2);

    first.letsGo();
    assertThat(next.isServed()).isTrue();
    assertThat(later.isServed()).isFalse();
  }

  @Test
  void release_aQuestionOfTheNextWentUnanswered_isLeftToTheServer() {
    Asker next = new Asker();
    server.loseAnswer(next.number); // and may yet arrive
    client.look();
    Asker first = new Asker();
    first.isQueued(1);
    next.isQueued(2);
    first.isGranted(10, 2);

    first.letsGo();
    assertThat(next.isServed()).as("while it may be queued again").isFalse();
    assertThat(server.releases()).isEqualTo(1);
  }

  @Test
  void release_theNextIsBehindOthers_isLeftToTheServer() {
    Asker first = new Asker();
    first.isQueued(1);
    Asker next = new Asker();
    next.isQueued(5);
    first.isGranted(10, 4);

    first.letsGo();
    assertThat(next.isServed()).as("before another client").isFalse();
    assertThat(server.releases()).isEqualTo(1);
  }
}
