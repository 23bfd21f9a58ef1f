package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.lock.CohortGate;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.time.Deadline;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sending a question throws an unexpected error within a step. */
class SendingErrorTest {

  private final ModelClient client = new ModelClient();
  private final ScriptedServer server = new ScriptedServer();
  private final Gates gates = new Gates(client, server, LockKind.PLAIN, CohortGate::new);

  private PermitWaiter waiter() {
    return new PermitWaiter(client.clock().nanoTime(), false);
  }

  private void isGranted() {
    server.answer(server.lastAsked(), new AskReply.Acquired(10, 19, false));
  }

  private static OwnedHold holdOf(Waiter waiter) {
    assertThat(waiter.result()).isInstanceOf(OwnedHold.class);
    return (OwnedHold) waiter.result();
  }

  @Test
  @DisplayName("failure 88: a question that could not be sent is sent again")
  void ask_throws_isAskedAgain() {
    server.throwNext(new OutOfMemoryError("on purpose"));
    PermitWaiter first = waiter();
    assertThatThrownBy(() -> gates.enter(ModelClient.KEYS, first))
        .isInstanceOf(OutOfMemoryError.class);

    client.look();
    isGranted();

    assertThat(holdOf(first).accept()).isTrue();
  }

  @Test
  @DisplayName(
      "failure 88: a thread that an error drives out of its wait keeps nothing from others")
  void await_askThrows_whatItIsGivenGoesToTheNext() {
    server.throwNext(new OutOfMemoryError("on purpose"));
    ThreadWaiter driven =
        new ThreadWaiter(
            new Waiter.WaitRequest(
                ModelClient.TERM,
                Thread.currentThread(),
                null,
                client.clock().nanoTime(),
                Deadline.never(),
                false,
                Waiter.Share.WHOLE,
                null));
    assertThatThrownBy(() -> driven.awaitUninterruptibly(gates, ModelClient.KEYS))
        .isInstanceOf(OutOfMemoryError.class);
    PermitWaiter next = waiter();
    Gate gate = gates.enter(ModelClient.KEYS, next);

    client.look();
    isGranted();
    if (next.isNudged()) {
      gate.come(next);
    }

    assertThat(holdOf(next).accept()).isTrue();
  }

  @Test
  void close_lastRequestThrows_isClosed() {
    gates.whenClosed(
        () -> {
          throw new StackOverflowError("on purpose");
        });

    gates.close();

    assertThat(gates.isClosed()).isTrue();
  }
}
