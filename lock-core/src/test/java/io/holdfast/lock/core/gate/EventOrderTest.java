package io.holdfast.lock.core.gate;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.lock.CohortGate;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Events of one lock are reported in order, and delay no caller, however slow the listener. */
class EventOrderTest {

  private final List<String> told = new CopyOnWriteArrayList<>();
  private final CountDownLatch isHeldUp = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private final ModelClient client = new ModelClient(recorder());
  private final Gates gates = new Gates(client, client.server(), LockKind.PLAIN, CohortGate::new);

  /** Holds up the thread that reports a hold that was passed on. */
  private LockListener recorder() {
    return new LockListener() {
      @Override
      public void acquired(LockEvent event, Duration waited) {
        told.add("acquired");
      }

      @Override
      public void passedOn(LockEvent event, Duration held) {
        isHeldUp.countDown();
        try {
          go.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        told.add("passedOn");
      }

      @Override
      public void released(LockEvent event, Duration held) {
        told.add("released");
      }
    };
  }

  private PermitWaiter waiter() {
    return new PermitWaiter(client.clock().nanoTime(), false);
  }

  private OwnedHold acquire(PermitWaiter waiter, Gate gate) {
    OwnedHold hold = (OwnedHold) waiter.await(gate, client.server());
    assertThat(hold.accept()).isTrue();
    return hold;
  }

  private void release(OwnedHold hold) {
    HoldRelease.async(hold);
    client.server().pump();
  }

  @Test
  void events_tellerIsSlowAndTheNameFellIdle_comeInOrder() throws Exception {
    try (TestThreads threads = TestThreads.open()) {
      PermitWaiter first = waiter();
      OwnedHold passedOn = acquire(first, gates.enter(ModelClient.KEYS, first));
      PermitWaiter second = waiter();
      Gate gate = gates.enter(ModelClient.KEYS, second);
      threads.start("slow", () -> release(passedOn));
      isHeldUp.await();

      release(acquire(second, gate)); // the name is idle now, but not all is reported
      PermitWaiter third = waiter();
      release(acquire(third, gates.enter(ModelClient.KEYS, third)));
      assertThat(told).containsExactly("acquired");
      go.countDown();

      threads.joinAll();
      assertThat(told)
          .containsExactly("acquired", "passedOn", "acquired", "released", "acquired", "released");
      eventually().isTrue("nothing is left of the name", () -> gates.size() == 0);
    } finally {
      go.countDown();
    }
  }

  /** A thread that runs, and so sees at once that it has the lock. */
  private final class RunningWaiter extends PermitWaiter {

    RunningWaiter() {
      super(client.clock().nanoTime(), false);
    }

    @Override
    boolean canCome() {
      return false;
    }

    @Override
    boolean mayBeAsleep() {
      OwnedHold hold = (OwnedHold) result();
      CompletableFuture.runAsync(() -> assertThat(hold.accept()).isTrue()).join();
      return false;
    }
  }

  /** Releases a hold of the last token of its block, and asks for the lock with that. */
  private void releaseAndAsk(ScriptedServer server) {
    Gates gates = new Gates(client, server, LockKind.PLAIN, CohortGate::new);
    PermitWaiter first = waiter();
    gates.enter(ModelClient.KEYS, first);
    server.answer(server.lastAsked(), new AskReply.Acquired(10, 10, false));
    OwnedHold hold = (OwnedHold) Objects.requireNonNull(first.result());
    assertThat(hold.accept()).isTrue();
    gates.enter(ModelClient.KEYS, new RunningWaiter());
    HoldRelease.async(hold);
  }

  @Test
  void released_theGrantOvertakesTheAnswer_isToldBeforeTheNextOwner() {
    ScriptedServer server = new ScriptedServer();
    releaseAndAsk(server);
    assertThat(told).containsExactly("acquired");

    client
        .acquisition(server.lastAsked())
        .granted(new InboxMessage.Granted(server.lastAsked(), 20, 29, 5_000, true, 0, 0));

    assertThat(told).containsExactly("acquired", "released", "acquired");
  }
}
