package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.EventLog;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.Upkeep;
import io.holdfast.lock.core.jfr.LockSpan;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the holds of one name, told to the listeners and to the callbacks of a hold, in
 * the order in which it happened. What happens under the monitor is told when it was let go: an
 * executor may run user code on the spot.
 */
final class HoldEvents {

  private static final AtomicReferenceFieldUpdater<HoldEvents, EventQueue> QUEUE =
      AtomicReferenceFieldUpdater.newUpdater(HoldEvents.class, EventQueue.class, "queue");

  private final Reporter reporter;
  private final Monitor monitor;
  private final String lockName;
  private final Runnable whenAllTold;
  private volatile @Nullable EventQueue queue; // made with the first event: mostly nobody listens

  /**
   * None yet.
   *
   * @param whenAllTold run without the monitor, when all are told and somebody waits for that
   */
  HoldEvents(Reporter reporter, Monitor monitor, String lockName, Runnable whenAllTold) {
    this.reporter = reporter;
    this.monitor = monitor;
    this.lockName = lockName;
    this.whenAllTold = whenAllTold;
  }

  /** Called without the monitor, by the waiter. */
  void acquired(OwnedHold hold, long waitedNanos) {
    reporter.tally().countAcquired();
    reporter.record(hold.request(), lockName, "acquired", hold.token());
    if (reporter.isHeard()) {
      LockEvent event = event(hold);
      Duration waited = Duration.ofNanos(waitedNanos);
      if (reporter.isHeardByQueue()) {
        queue().tell(() -> reporter.tellQueued(to -> to.acquired(event, waited)));
      }
      if (reporter.isHeardDirectly()) {
        reporter.tellDirect(to -> to.acquired(event, waited));
      }
    }
  }

  void passedOn(OwnedHold hold) {
    reporter.tally().countPassedOn();
    if (reporter.isHeardByQueue()) {
      LockEvent event = event(hold);
      Duration held = hold.heldFor();
      queue().tell(() -> reporter.tellQueued(to -> to.passedOn(event, held)));
    }
  }

  /** Told when the server has answered, unless it says that it was lost before. */
  void released(OwnedHold hold, CompletableFuture<Boolean> answer) {
    if (reporter.isHeardByQueue()) {
      released(event(hold), hold.heldFor(), answer);
    }
  }

  /** What tells direct listeners of the end of a hold that ends now; without the monitor. */
  DirectEnd directEnd(OwnedHold hold) {
    return reporter.isHeardDirectly()
        ? new DirectEnd.Told(reporter, event(hold), hold.heldFor())
        : DirectEnd.UNHEARD;
  }

  void released(LockEvent event, Duration held, CompletableFuture<Boolean> answer) {
    EventQueue teller = queue();
    teller.announce();
    answer.whenComplete(
        (wasHeld, thrown) -> {
          if (thrown != null || wasHeld) {
            teller.happened(() -> reporter.tellQueued(to -> to.released(event, held)));
          } else {
            teller.didNotHappen();
          }
        });
  }

  /**
   * A hold ends by release, if that is the answer. Counted without the monitor, where it can be.
   */
  void countReleased(CompletableFuture<Boolean> answer) {
    reporter.tally().countReleased(answer);
  }

  void renewed(OwnedHold hold) {
    reporter.tally().countRenewed();
    if (reporter.isHeard()) {
      LockEvent event = event(hold);
      queue().tell(() -> reporter.tell(to -> to.renewed(event)));
    }
  }

  void lost(OwnedHold hold, LossCause cause) {
    reporter.tally().countLost(cause);
    reporter.recordLoss(lockName, hold.token(), cause, hold.sinceRenewalNanos());
    record(hold, "lost");
    for (Consumer<LossCause> callback : hold.takeCallbacks()) {
      run(callback, cause);
    }
    if (reporter.isHeard()) {
      LockEvent event = event(hold);
      Duration held = hold.heldFor();
      queue().tell(() -> reporter.callbacks().tellOfLoss(to -> to.lost(event, cause, held)));
    }
    log(hold, cause);
  }

  /** What ends with its client surprises nobody. */
  private void log(OwnedHold hold, LossCause cause) {
    if (cause == LossCause.CLIENT_CLOSED) {
      return;
    }
    String title = hold.title(); // all of it now: the line may be written much later
    String owner = hold.who();
    long heldMillis = hold.heldFor().toMillis();
    long token = hold.token();
    Upkeep upkeep = cause == LossCause.EXPIRED ? hold.acquisition().upkeep() : null;
    Supplier<String> line =
        () ->
            "%s: the hold of %s is lost: %s; held for %s ms, token %s%s"
                .formatted(
                    title,
                    owner,
                    cause.text(),
                    heldMillis,
                    token,
                    upkeep == null ? "" : "; " + upkeep.text());
    monitor.afterwards(() -> reporter.log().tell(EventLog.Topic.LOSS, line));
  }

  /** Tells the flight recorder how a hold ended, if it records this one. */
  void record(OwnedHold hold, String outcome) {
    LockSpan span = hold.request().span();
    if (span != null) {
      span.holdEnded(reporter.source(), lockName, outcome, hold.token());
    }
  }

  /** The same of a release, when the server has answered; without the monitor. */
  void recordReleased(OwnedHold hold, CompletableFuture<Boolean> answer) {
    if (hold.request().span() == null) {
      return;
    }
    if (answer.isDone()) { // mostly: that is two objects less
      record(hold, outcome(answer));
      return;
    }
    try {
      answer.whenComplete((wasHeld, thrown) -> record(hold, outcome(answer)));
    } catch (RuntimeException
        | Error e) { // such as for want of memory: it is released all the same
      Reporter.logged(e);
    }
  }

  private static String outcome(CompletableFuture<Boolean> answer) {
    if (answer.isCompletedExceptionally()) {
      return "unacknowledged";
    }
    return answer.join() ? "released" : "lost";
  }

  void run(Consumer<LossCause> callback, LossCause cause) {
    queue().tell(() -> reporter.callbacks().runAtLoss(() -> callback.accept(cause)));
  }

  private LockEvent event(OwnedHold hold) {
    return reporter.event(lockName, hold.token());
  }

  private EventQueue queue() {
    if (queue == null) {
      QUEUE.compareAndSet(this, null, new EventQueue(monitor, whenAllTold));
    }
    return Objects.requireNonNull(queue, "it was made just now");
  }

  /**
   * Whether whatever is told from now on comes behind what has happened, and nothing is to come. If
   * not, the gate hears of it: the events of another gate of this name could overtake those of this
   * one.
   */
  boolean isAllTold() {
    EventQueue teller = queue;
    return teller == null || teller.isOver();
  }
}
