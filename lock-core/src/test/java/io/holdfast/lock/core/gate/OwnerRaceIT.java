package io.holdfast.lock.core.gate;

import static io.holdfast.lock.core.race.Races.assertRaceOf;
import static io.holdfast.lock.core.race.Races.noRaceOf;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.lock.CohortGate;
import io.holdfast.lock.core.race.Background;
import io.holdfast.lock.core.race.ModelClient;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Actions of owners and waiters without the monitor, in every order with those under it. */
@Tag("long")
class OwnerRaceIT {

  private static final List<String> LOCK = List.of("lock");
  private static final List<String> LOSE = List.of("lose");
  private static final List<String> LOOKS = List.of("look", "look");
  private static final List<String> VALID = List.of("isValid");

  /** A hold that is renewed again and again, so that it is valid at any time. */
  public static class Renewed {

    private final ModelClient client = new ModelClient();
    private final Gates gates = new Gates(client, client.server(), LockKind.PLAIN, CohortGate::new);
    final OwnedHold hold;

    public Renewed() {
      PermitWaiter waiter = new PermitWaiter(0, false);
      Gate gate = gates.enter(ModelClient.KEYS, waiter);
      hold = (OwnedHold) waiter.await(gate, client.server());
      hold.accept();
    }

    @Operation(nonParallelGroup = "watchdog")
    public void look() {
      Background.run(
          () -> {
            client.look();
            client.server().pump();
          });
    }

    @Operation(nonParallelGroup = "owner")
    public void isValid() {
      if (!hold.isValid()) {
        throw new IllegalStateException("the owner does not see its valid hold");
      }
    }

    @Validate
    public void validate() {
      isValid();
    }

    final ModelClient client() {
      return client;
    }
  }

  /** A hold that looks at the clock after it has looked at its validity. */
  public static class RenewedBetweenTwoLooks extends Renewed {
    @Override
    public void isValid() {
      long until = hold.acquisition().grantedLease().validUntilNanos();
      if (until - client().clock().nanoTime() <= 0) {
        throw new IllegalStateException("the owner does not see its valid hold");
      }
    }
  }

  /** The hold of a thread is taken away while that thread looks. */
  public static class Taken {

    private final ModelClient client = new ModelClient();
    private final Gates gates = new Gates(client, client.server(), LockKind.PLAIN, CohortGate::new);
    private final AtomicInteger told = new AtomicInteger();
    private volatile OwnedHold hold;

    @Operation
    public void lock() {
      PermitWaiter waiter = new PermitWaiter(Thread.currentThread());
      Gate gate = gates.enter(ModelClient.KEYS, waiter);
      hold = (OwnedHold) waiter.await(gate, client.server());
      hold.accept();
    }

    /** The message that it was taken away by force. */
    @Operation
    public void lose() {
      hold.acquisition().lost();
    }

    /** The owner looks like {@link GateLock}: it has its hold, or is told of the loss. */
    @Operation
    public void look() {
      if (hold() == null) {
        if (gates.losses().tell(ModelClient.KEYS.lockKey()).isPresent()) {
          told.incrementAndGet();
        }
        if (told.get() != 1) {
          throw new IllegalStateException("told " + told + " times");
        }
      }
    }

    OwnedHold hold() {
      Gate gate = gates.find(ModelClient.KEYS);
      return gate == null ? null : gate.owners().all().stream().findFirst().orElse(null);
    }

    final boolean isLost() {
      return !hold.isValid();
    }

    @Validate
    public void validate() {
      client.server().pump();
      if (hold() != null || client.server().hasAnythingOfTheClient()) {
        throw new IllegalStateException("not lost");
      }
    }
  }

  /** An owner that treats a hold which is just being lost as one that is known to be lost. */
  public static class TakenTooSoon extends Taken {
    @Override
    OwnedHold hold() {
      return isLost() ? null : super.hold();
    }
  }

  @Test
  void isValid_whileTheLeaseIsRenewed_isTrue() {
    noRaceOf(Renewed.class, LOOKS, VALID);
  }

  @Test
  void isValid_withTheClockReadLast_isFoundToBeFalse() {
    assertRaceOf(RenewedBetweenTwoLooks.class, LOOKS, VALID, "does not see its valid hold");
  }

  @Test
  void loss_whileTheOwnerLooks_isToldOnce() {
    noRaceOf(Taken.class, LOCK, LOOKS, LOSE);
  }

  @Test
  void loss_takenForOneBeforeItIsKnown_isFoundNotTold() {
    assertRaceOf(TakenTooSoon.class, LOCK, LOOKS, LOSE, "told 0 times");
  }
}
