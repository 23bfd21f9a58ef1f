package io.holdfast.lock.core.gate;

import static io.holdfast.lock.core.race.Races.assertRaceOf;
import static io.holdfast.lock.core.race.Races.noRace;
import static io.holdfast.lock.core.race.Races.noRaceOf;

import io.holdfast.lock.Hold;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.race.ModelServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every order of threads of one client at a gate, as far as Lincheck gets. */
@Tag("long")
class GateRaceIT {

  private static final List<String> LOCK = List.of("lock");
  private static final List<String> LET_GO = List.of("letGo");

  /** What may happen at a gate. */
  public static class AtTheGate {

    final Turns turns = new Turns();

    PermitWaiter waiter(boolean isImpatient) {
      return turns.waiter(isImpatient);
    }

    @Operation
    public void lock() {
      turns.take(waiter(false));
    }

    @Operation
    public void tryLock() {
      turns.take(waiter(true));
    }

    /** Gives up at once: by an interrupt, or because the future was cancelled. */
    @Operation
    public void lockAndLeave() {
      PermitWaiter waiter = waiter(false);
      Gate gate = turns.gates().enter(ModelClient.KEYS, waiter);
      if (!gate.leave(waiter)) {
        turns.finish(waiter, gate);
      }
      turns.client().server().pump();
    }

    /** The time is over at once. */
    @Operation
    public void lockAndTimeOut() {
      PermitWaiter waiter = waiter(false);
      Gate gate = turns.gates().enter(ModelClient.KEYS, waiter);
      gate.timeOut(waiter);
      turns.finish(waiter, gate);
      turns.client().server().pump();
    }

    /** The caller withdraws while it may be given the lock. */
    @Operation
    public void acquireAsyncAndCancel() {
      CompletableFuture<Hold> acquiring =
          new FutureWaiter<Hold>(
                  waiter(false).request,
                  turns.gates(),
                  ModelClient.KEYS,
                  Delivery.<Hold>ofHold(
                      hold -> hold,
                      () ->
                          CompletableFuture.completedFuture(new IllegalStateException("refused"))))
              .start();
      turns.client().server().pump();
      if (!acquiring.cancel(false)) {
        turns.work((OwnedHold) acquiring.join());
      }
      turns.client().server().pump();
    }

    @Operation
    public void anotherClientLocks() {
      turns.client().server().otherAsks();
      turns.client().server().pump();
    }

    @Operation
    public void force() {
      turns.client().server().force();
      turns.client().server().pump();
    }

    @Operation(nonParallelGroup = "watchdog")
    public void look() {
      turns.client().look();
      turns.client().server().pump();
    }

    @Validate
    public void validate() {
      turns.requireNothingIsLeft();
    }
  }

  /** A thread has the lock, and releases it. */
  public static class Held extends AtTheGate {

    private final OwnedHold hold;

    public Held() {
      PermitWaiter owner = turns.waiter(false);
      Gate gate = turns.gates().enter(ModelClient.KEYS, owner);
      hold = (OwnedHold) owner.await(gate, turns.client().server());
      hold.accept();
    }

    @Operation
    public void letGo() {
      HoldRelease.async(hold);
      turns.client().server().pump();
    }
  }

  /** A waiter that is nudged and does not come. */
  public static class Absent extends Held {
    @Override
    PermitWaiter waiter(boolean isImpatient) {
      return new PermitWaiter(0, isImpatient) {
        @Override
        boolean nudge() {
          return false; // as if it were on its way
        }
      };
    }
  }

  /** A waiter that looks, does something else, and then sleeps although it was woken meanwhile. */
  public static class Sleepy extends Held {
    @Override
    PermitWaiter waiter(boolean isImpatient) {
      return new PermitWaiter(0, isImpatient) {
        @Override
        WaitResult await(Gate gate, ModelServer server) {
          boolean isWoken = isNudged() || result() != null;
          server.pump();
          if (!isWoken) {
            forgetWakeUps();
            sleep();
          }
          return super.await(gate, server);
        }
      };
    }
  }

  /** A thread that works under the hold of another. */
  public static class Thieves extends AtTheGate {
    @Operation
    public void steal() {
      Gate gate = turns.gates().find(ModelClient.KEYS);
      OwnedHold hold = gate == null ? null : gate.owners().all().stream().findFirst().orElse(null);
      if (hold != null) {
        turns.work(hold);
      }
    }
  }

  @Test
  void turns_ofThreadsThatComeAndGo_excludeEachOtherAndLeaveNothing() {
    noRace(AtTheGate.class);
  }

  @Test
  void wait_thatBeginsWhileTheLockIsPassedOn_ends() {
    noRaceOf(Held.class, LOCK, LET_GO);
  }

  @Test
  void future_cancelledWhileTheLockIsPassedOn_leavesNothing() {
    noRaceOf(Held.class, List.of("acquireAsyncAndCancel"), LET_GO);
  }

  @Test
  void wait_ofOneWhoIsNudgedAndDoesNotCome_isFoundStuck() {
    assertRaceOf(Absent.class, LOCK, LET_GO, "hung");
  }

  @Test
  void wait_thatForgetsItsWakeUp_isFoundStuck() {
    assertRaceOf(Sleepy.class, LOCK, LET_GO, "hung");
  }

  @Test
  void turns_underTheHoldOfAnother_areFoundToOverlap() {
    assertRaceOf(Thieves.class, LOCK, List.of("steal"), "IllegalStateException");
  }
}
