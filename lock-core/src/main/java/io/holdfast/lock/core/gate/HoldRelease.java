package io.holdfast.lock.core.gate;

import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.server.StackRoom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How an owner gives up its hold: the hold ends here, its acquisition goes to the next owner or
 * back to the server, and owner and listeners are told what the server says. Any thread. The gate's
 * monitor is entered to end the hold, and left before anybody waits or is told.
 */
final class HoldRelease {

  private static final Logger LOG = LoggerFactory.getLogger(HoldRelease.class);

  /** The answer where the server need not be asked. */
  private static final CompletableFuture<Boolean> WAS_HELD =
      CompletableFuture.completedFuture(true);

  private HoldRelease() {}

  // ---- at once

  /**
   * Ends a hold and waits for the server's answer up to one command time-out.
   *
   * @throws LeaseLostException if the hold was lost and that has not been told
   */
  static void await(OwnedHold hold) {
    CompletableFuture<Boolean> answer = letGo(hold);
    DirectEnd end = DirectEnd.UNHEARD;
    try {
      end = directEnd(hold, answer);
      awaitAnswer(hold, answer);
    } finally {
      tell(hold, end, counted(hold, answer)); // behind the answer, mostly: that is two objects less
    }
  }

  private static void awaitAnswer(OwnedHold hold, @Nullable CompletableFuture<Boolean> answer) {
    if (answer == null) {
      hold.holds().throwLoss(hold);
      return;
    }
    switch (Acknowledgement.await(answer, timeout(hold))) {
      case FAILED ->
          LOG.warn(
              "{}: the release of token {} failed; if the server did not execute it, the hold ends with its"
                  + " lease",
              hold.title(),
              hold.token());
      case LATE -> {
        LOG.warn(
            "{}: the release of token {} is not acknowledged in time; it is retried in the background"
                + " until the lease ends",
            hold.title(),
            hold.token());
        hearLater(hold, answer);
      }
      case ANSWERED -> {
        if (!answer.join()) {
          throw lostBefore(hold);
        }
      }
    }
  }

  /** Ends a hold without waiting; completes on the callback executor, or at once. */
  static CompletableFuture<Void> async(OwnedHold hold) {
    StackRoom.requireForCall();
    CompletableFuture<Boolean> answer = counted(hold, letGo(hold));
    tell(hold, directEnd(hold, answer), answer);
    if (answer == null) {
      return hold.holds()
          .tellLoss(hold)
          .map(CompletableFuture::<Void>failedFuture)
          .orElseGet(() -> CompletableFuture.completedFuture(null));
    }
    return Acknowledgement.later(
        answer,
        hold.gate().engine.callbacks()::complete,
        wasHeld -> wasHeld ? Optional.empty() : Optional.of(lostBefore(hold)));
  }

  /**
   * Ends the hold here, and passes the acquisition on or releases it.
   *
   * @return the server's answer: whether it was held. Null if the hold is lost or has ended before.
   */
  private static @Nullable CompletableFuture<Boolean> letGo(OwnedHold hold) {
    Gate gate = hold.gate();
    Holds holds = hold.holds();
    gate.monitor.enter();
    try {
      if (!holds.end(hold)) {
        return null;
      }
      Acquisition held = hold.acquisition();
      CompletableFuture<Boolean> answer;
      if (gate.canHandOver(held)) {
        holds.events().passedOn(hold); // before: the next owner may tell that he has it at once
        gate.handOver(held);
        answer = WAS_HELD;
      } else {
        answer = gate.giveBack(held);
        holds.events().released(hold, answer);
      }
      gate.retireIfIdle();
      return answer;
    } finally {
      gate.monitor.leave();
    }
  }

  // ---- later

  /** Ends a hold, and has the server keep the lock for that time; waits for its answer. */
  static void awaitAfter(OwnedHold hold, Duration time) {
    long millis = Lease.fixed(time).length().toMillis();
    Gate gate = hold.gate();
    gate.engine.times().requireAllowed(time);
    if (!gate.verbs.canLeave()) {
      throw new UnsupportedOperationException(
          "%s: a lock of this kind cannot be released later".formatted(hold.title()));
    }
    CompletableFuture<Boolean> answer = leave(hold, millis);
    DirectEnd end = directEnd(hold, answer);
    try {
      awaitLeaving(hold, counted(hold, answer));
    } finally {
      tell(hold, end, answer);
    }
  }

  /** As {@link #letGo}, for a lock that the server keeps for that long. */
  private static @Nullable CompletableFuture<Boolean> leave(OwnedHold hold, long millis) {
    Gate gate = hold.gate();
    Holds holds = hold.holds();
    gate.monitor.enter();
    try {
      if (!holds.end(hold)) { // whatever becomes of the request: nobody may believe in it any more
        return null;
      }
      Acquisition held = hold.acquisition();
      try {
        CompletableFuture<Boolean> answer = held.leave(millis);
        holds.events().released(hold, answer);
        return answer;
      } finally {
        gate.ended(held); // after it: it may ask for the waiters here
        gate.retireIfIdle();
      }
    } finally {
      gate.monitor.leave();
    }
  }

  private static void awaitLeaving(OwnedHold hold, @Nullable CompletableFuture<Boolean> answer) {
    if (answer == null) {
      hold.holds().throwLoss(hold);
      throw new IllegalMonitorStateException(hold + " has ended");
    }
    boolean wasHeld;
    try {
      wasHeld = Parking.awaitAnswer(answer, timeout(hold), hold::title);
    } catch (LockServerException e) {
      hearLater(hold, answer);
      throw e;
    }
    if (!wasHeld) {
      throw lostBefore(hold);
    }
  }

  /** For how long a caller waits. */
  private static Duration timeout(OwnedHold hold) {
    return hold.gate().engine.times().commandTimeout();
  }

  // ---- what is told

  /** The server says that it had been lost before it was released: the loss, for its owner. */
  private static LeaseLostException lostBefore(OwnedHold hold) {
    hold.holds().lostBeforeRelease(hold);
    return hold.tellLoss().orElseGet(hold::loss);
  }

  /** Nobody waits for the answer any more. */
  private static void hearLater(OwnedHold hold, CompletableFuture<Boolean> answer) {
    answer.thenAccept(
        wasHeld -> {
          if (!wasHeld) {
            hold.holds().lostBehindRelease(hold);
          }
        });
  }

  private static DirectEnd directEnd(OwnedHold hold, @Nullable CompletableFuture<Boolean> answer) {
    return answer == null ? DirectEnd.UNHEARD : hold.holds().events().directEnd(hold);
  }

  private static void tell(
      OwnedHold hold, DirectEnd end, @Nullable CompletableFuture<Boolean> answer) {
    if (answer == WAS_HELD) {
      hold.holds().events().record(hold, "passed on");
      end.passedOn();
    } else if (answer != null) {
      hold.holds().events().recordReleased(hold, answer);
      end.released(answer);
    }
  }

  /** The same answer; a release is counted by it. */
  private static @Nullable CompletableFuture<Boolean> counted(
      OwnedHold hold, @Nullable CompletableFuture<Boolean> answer) {
    if (answer != null && answer != WAS_HELD) {
      hold.holds().events().countReleased(answer);
    }
    return answer;
  }
}
