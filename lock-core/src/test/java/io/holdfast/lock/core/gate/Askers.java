package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.race.ModelClient;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Callers that ask for one lock in one client, one after the other, and a server that answers when
 * the test says so. For the tests of a gate, in whatever module.
 */
public final class Askers {

  private final ModelClient client = new ModelClient();
  private final ScriptedServer server = new ScriptedServer();
  private final Gates gates;

  /** Nobody asks yet. */
  public Askers(LockKind kind, GateFactory factory) {
    gates = new Gates(client, server, kind, factory);
  }

  /** One more asks. */
  public Asker next() {
    return new Asker();
  }

  /** What the watchdog does when it wakes up half a lease later. */
  public void look() {
    client.look();
  }

  /** How many release requests the server has got. */
  public int releases() {
    return server.releases();
  }

  /** A caller that has asked, and has no answer yet. */
  public final class Asker {

    private final PermitWaiter waiter = new PermitWaiter(client.clock().nanoTime(), false);
    private final long number;

    private Asker() {
      client.clock().advance(Duration.ofMillis(1));
      gates.enter(ModelClient.KEYS, waiter);
      number = server.lastAsked();
    }

    private Acquisition acquisition() {
      return client.engine().acquisitions().get(number);
    }

    /** The server answers that it is in the queue. */
    public void isQueued(long arrival) {
      server.answer(number, new AskReply.Queued(arrival, arrival, 60_000, OptionalLong.empty()));
    }

    /** The connection breaks before the answer is here. */
    public void losesItsAnswer() {
      server.loseAnswer(number);
    }

    /** The server tells that it has the lock. */
    public void isGranted(long token, long runUntil) {
      acquisition()
          .granted(new InboxMessage.Granted(number, token, token + 9, 5_000, true, runUntil, 0));
    }

    /** Releases what it has. */
    public void letsGo() {
      OwnedHold hold = (OwnedHold) waiter.result();
      assertThat(hold.accept()).isTrue();
      HoldRelease.async(hold);
    }

    /** Whether it has the lock. */
    public boolean isServed() {
      return waiter.result() instanceof OwnedHold;
    }
  }
}
