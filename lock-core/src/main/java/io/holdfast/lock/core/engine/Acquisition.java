package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.engine.Progress.State;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.inbox.Recipient;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.lease.Watched;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What this client has, or asks, of the server for one name, under an id that is never used again.
 *
 * <p>All methods are called with the gate's monitor held, unless said otherwise.
 */
public final class Acquisition extends AcquisitionParts implements Recipient, Watched {

  private @Nullable Serving serving; // those that have their turn under this one
  private @Nullable Serving servedBy; // of one that is SERVED

  /** Asks for nothing yet. */
  public Acquisition(AcquireSpec spec) {
    super(spec);
  }

  // ---- what its listener asks of it

  /** Asks the server. */
  public void ask(boolean mayWait) {
    if (progress.is(State.NEW)) {
      spec.engine().acquisitions().put(spec.number(), this); // first, as it may throw
      progress.become(State.ASKING);
      queueing.begin(spec.now());
    }
    asking.ask(mayWait);
  }

  /**
   * Before it asks: it may hold beside this other one of its client, without regard to the queue.
   */
  public void holdBeside(Acquisition other) {
    asking.holdBeside(other);
  }

  /**
   * Before it asks: the server keeps it for a claim lease at first, and renews it for no longer,
   * until it is {@linkplain AcquisitionListener#isInLongUse in long use}.
   */
  public void askBriefly() {
    asking.askBriefly();
  }

  /** Before it asks: what the scripts of its kind are to know besides. */
  public void tell(String detail) {
    asking.tell(detail);
  }

  /**
   * Of one that waits for a signal: it waits for the lock from now on.
   *
   * @param told whether it had still been waiting for the signal; not called if it is given the
   *     lock, or ended, before that is known
   */
  public void stopAwaiting(ConditionVerbs conditions, Consumer<Boolean> told) {
    asking.stopAwaiting(conditions, told);
  }

  /** Makes what is held last at least this long from now, if the server still has it. */
  public CompletableFuture<Void> extend(long millis) {
    return keeping.extend(millis);
  }

  /**
   * Whether it is at the server, and how many replicas have it, too. Waits for that number of them,
   * no longer than that time. Any thread.
   */
  public CompletableFuture<Verbs.Confirmed> confirm(int replicas, Duration within) {
    return keeping.confirm(replicas, within);
  }

  /**
   * Ends it, and has the server keep the lock for that time from now.
   *
   * @return whether it was held by the server's word; may fail with the server's exception
   */
  public CompletableFuture<Boolean> leave(long millis) {
    return leaving.leave(millis);
  }

  /** A signal of its owner is on its way. */
  public void signalSent() {
    leaving.signalSent();
  }

  /** It has arrived. */
  public void signalAcknowledged() {
    leaving.signalAcknowledged();
  }

  /**
   * The owner of a ticket next in line has its turn under this acquisition: the ticket goes when
   * this one ends.
   */
  public void serve(Acquisition next) {
    if (serving == null) {
      serving = new Serving(this);
    }
    serving.add(next);
  }

  // ---- its end

  /**
   * Ends it: release, or withdrawal, in the background.
   *
   * @return whether it was held by the server's word; may fail with the server's exception
   */
  public CompletableFuture<Boolean> end() {
    return leaving.end(false);
  }

  /** The same, if anything of it can be at the server, or come: completes with its answer. */
  public CompletableFuture<?> withdraw() {
    return leaving.withdraw();
  }

  /** Ends it without its owner's doing: waiters that the owner may owe a signal are woken. */
  public void endLost() {
    var unused = leaving.end(true);
  }

  /** Ends it without a word: the server has nothing of it. */
  public void forget() {
    progress.become(State.ENDED);
    spec.engine().acquisitions().remove(spec.number());
    if (serving != null) {
      serving.end();
    }
    queueing.leaveRoll();
  }

  /** Ends it and asks for the next, in one request that releases and queues again. */
  public Requeue succeedBy(AcquisitionListener nextListener, LeaseTerms nextTerm) {
    return leaving.succeedBy(new Acquisition(spec.next(nextListener, nextTerm)), null);
  }

  /** Ends it, and has the next wait for a signal, in one request. */
  public Requeue awaitBy(
      AcquisitionListener nextListener,
      RollCall nextRollCall,
      ConditionVerbs conditions,
      String nextCondition) {
    AcquireSpec next = spec.nextAwaiting(nextListener, nextRollCall, nextCondition);
    return leaving.succeedBy(new Acquisition(next), conditions);
  }

  // ---- turns under another one

  /** The ids of those that it served, each behind a blank. */
  String servedIds() {
    return serving == null ? "" : serving.ids();
  }

  /** It has its turn under another one. */
  void becomeServed(Serving by) {
    progress.become(State.SERVED);
    servedBy = by;
    queueing.leaveRoll();
    progress.due(spec.now() + spec.engine().times().slice().toNanos());
  }

  /** Whether it had its turn elsewhere: then what is at the server of it is given back. */
  private boolean wasServed() {
    if (!progress.is(State.SERVED) || servedBy == null) {
      return false;
    }
    servedBy.giveBack();
    return true;
  }

  // ---- messages; the event loop, without the monitor

  @Override
  public void granted(InboxMessage.Granted grant) {
    spec.inMonitor(() -> unlessServed(() -> receiving.granted(grant)));
  }

  @Override
  public void wanted() {
    spec.inMonitor(keeping::wanted);
  }

  @Override
  public void lost() {
    spec.inMonitor(leaving::forced);
  }

  @Override
  public int slot() {
    return spec.keys().slot();
  }

  @Override
  public void inboxReopened(long sinceNanos) {
    spec.inMonitor(() -> unlessServed(() -> queueing.inboxReopened(sinceNanos)));
  }

  private void unlessServed(Runnable action) {
    if (!wasServed()) {
      action.run();
    }
  }

  // ---- time; the watchdog's thread, without the monitor

  @Override
  public long dueNanos() {
    return progress.dueNanos();
  }

  @Override
  public void onDue(long now) {
    spec.inMonitor(
        () -> {
          if (progress.dueNanos() - now > 0 || wasServed()) {
            return; // it has changed meanwhile
          }
          if (isHeld()) {
            keeping.keep(now);
          } else if (progress.isWaiting()) {
            asking.askAgain();
          }
        });
  }
}
