package io.holdfast.lock.core.engine;

import static io.holdfast.lock.core.race.Races.assertRaceOf;
import static io.holdfast.lock.core.race.Races.noRace;
import static io.holdfast.lock.core.race.Races.noRaceOf;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every order in which replies, messages, time and a withdrawal can come at one acquisition. */
@Tag("long")
class AcquisitionRaceIT {

  private static final List<String> WITHDRAW = List.of("withdraw", "execute");
  private static final List<String> LATE = List.of("reply", "arriveLate");
  private static final List<String> REPLY = List.of("reply");
  private static final List<String> MESSAGE = List.of("message");

  /** The asker: notes what it hears, and must never hear of an acquisition that it has ended. */
  private static final class Asker implements AcquisitionListener {

    private final Monitor monitor;
    private final boolean hasBrokenMonitor;
    // Guarded by the monitor.
    private int acquired;
    private boolean isOver;

    Asker(boolean hasBrokenMonitor) {
      this.hasBrokenMonitor = hasBrokenMonitor;
      this.monitor = new Monitor();
    }

    @Override
    public Monitor monitor() {
      return hasBrokenMonitor ? new Monitor() : monitor;
    }

    @Override
    public void acquired(Acquisition held) {
      requireNotOver();
      acquired++;
      if (acquired > 1) {
        throw new IllegalStateException("acquired twice");
      }
    }

    @Override
    public void queued(Acquisition asked) {
      requireNotOver();
    }

    @Override
    public void heldByAnother(Acquisition asked) {
      throw new IllegalStateException("it wanted to wait");
    }

    @Override
    public boolean failed(Acquisition asked, ServerFailure failure) {
      requireNotOver();
      return true;
    }

    @Override
    public void lost(Acquisition gone, LossCause cause) {
      requireNotOver();
      end(gone);
    }

    @Override
    public void renewed(Acquisition held) {
      requireNotOver();
    }

    @Override
    public boolean ownerIsAlive(Acquisition held) {
      return true;
    }

    @Override
    public void notHeld(Acquisition asked) {
      throw new IllegalStateException("it did not wait for a signal");
    }

    void end(Acquisition acquisition) {
      if (!isOver) {
        isOver = true;
        acquisition.end();
      }
    }

    private void requireNotOver() {
      if (isOver) {
        throw new IllegalStateException("called after the end");
      }
    }
  }

  /** What may happen to an acquisition. */
  public static class Happenings {

    private final ModelClient client;
    private final Asker asker;
    private final Acquisition acquisition;

    public Happenings() {
      this(true, false);
    }

    Happenings(boolean knowsTombstones, boolean hasBrokenMonitor) {
      client = new ModelClient(knowsTombstones);
      asker = new Asker(hasBrokenMonitor);
      acquisition =
          new Acquisition(
              AcquireSpec.of(
                  client.engine(), client.server(), asker, ModelClient.KEYS, ModelClient.TERM));
    }

    @Operation(runOnce = true)
    public void ask() {
      inMonitor(
          () -> {
            if (!asker.isOver) {
              acquisition.ask(true);
            }
          });
    }

    /** The request is in flight when the connection breaks, and still arrives. */
    @Operation(runOnce = true)
    public void cutNext() {
      client.server().cutNext();
    }

    @Operation(nonParallelGroup = "server")
    public void arriveLate() {
      client.server().arriveLate();
    }

    @Operation(nonParallelGroup = "server")
    public void anotherClientLocks() {
      client.server().otherAsks();
      client.server().executeOne();
    }

    final void anotherClientComes() {
      client.server().otherAsks();
    }

    @Operation(nonParallelGroup = "server")
    public void force() {
      client.server().force();
      client.server().executeOne();
    }

    @Operation(nonParallelGroup = "server")
    public void execute() {
      client.server().executeOne();
    }

    @Operation(nonParallelGroup = "replies")
    public void reply() {
      client.server().deliverReply();
    }

    @Operation(nonParallelGroup = "messages")
    public void message() {
      client.server().deliverMessage();
    }

    @Operation
    public void inboxReopened() {
      acquisition.inboxReopened(client.clock().nanoTime());
    }

    @Operation(nonParallelGroup = "watchdog")
    public void look() {
      client.look();
    }

    @Operation
    public void withdraw() {
      inMonitor(() -> asker.end(acquisition));
    }

    private void inMonitor(Runnable action) {
      Monitor monitor = asker.monitor();
      monitor.enter();
      try {
        action.run();
      } finally {
        monitor.leave();
      }
    }

    @Validate
    public void validate() {
      client.server().pump();
      client.look(); // an unanswered question is repeated
      client.server().pump();
      client.server().arriveLate();
      client.server().pump();
      client.look();
      client.server().pump();
      if (client.server().hasHolderOfTheClient() && !acquisition.isHeld()) {
        throw new IllegalStateException("held by nobody: " + client.server());
      }
      withdraw();
      client.server().pump();
      if (client.server().hasAnythingOfTheClient() || !client.engine().acquisitions().isEmpty()) {
        throw new IllegalStateException("left behind: " + client.server());
      }
    }
  }

  /** A question was cut off, and is withdrawn before it arrives. */
  public static class CutOff extends Happenings {
    public CutOff() {
      this(true);
    }

    CutOff(boolean knowsTombstones) {
      super(knowsTombstones, false);
      cutNext();
      ask();
    }
  }

  /** With a server without tombstones. */
  public static class CutOffWithoutTombstones extends CutOff {
    public CutOffWithoutTombstones() {
      super(false);
    }
  }

  /** The answer that it has to wait, and the grant, are in flight. */
  public static class Granted extends Happenings {
    public Granted() {
      this(false);
    }

    Granted(boolean hasBrokenMonitor) {
      super(true, hasBrokenMonitor);
      anotherClientComes();
      ask();
      execute();
      execute();
      execute();
    }
  }

  /** With a monitor that excludes no thread. */
  public static class GrantedWithoutMonitor extends Granted {
    public GrantedWithoutMonitor() {
      super(true);
    }
  }

  @Test
  void acquisition_whateverComesWhen_isHeldOnceAndLeavesNothing() {
    noRace(Happenings.class);
  }

  @Test
  void question_thatArrivesBehindItsWithdrawal_leavesNothing() {
    noRaceOf(CutOff.class, WITHDRAW, LATE);
  }

  @Test
  void question_thatArrivesLateWithoutTombstones_isFoundToLeaveAnOrphan() {
    assertRaceOf(CutOffWithoutTombstones.class, WITHDRAW, LATE, "held by nobody");
  }

  @Test
  void grant_thatComesWithTheAnswerToWait_isNotLost() {
    noRaceOf(Granted.class, REPLY, MESSAGE);
  }

  @Test
  void grant_withoutTheMonitor_isFoundBroken() {
    assertRaceOf(GrantedWithoutMonitor.class, REPLY, MESSAGE, "IllegalStateException");
  }
}
