package io.holdfast.lock.core.engine;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Progress.State;
import io.holdfast.lock.core.server.Outcome;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How an acquisition ends: by a release or a withdrawal, or by the request that asks for the next.
 * All methods are called with the gate's monitor held, unless said otherwise.
 */
final class Leaving implements Doubts {

  /*
   * A tombstone is left for the id if anything of it may arrive at the server behind its end: what
   * went unanswered, what was sent over an earlier connection, and what may yet be sent again. One
   * whose every request was answered over the present connection needs none.
   */

  static final long FOR_EVER = Long.MAX_VALUE / 4;

  /** The answer where the server need not be asked. */
  private static final CompletableFuture<Boolean> NOTHING_THERE =
      CompletableFuture.completedFuture(false);

  private final Acquisition acquisition;
  private final AcquireSpec spec;
  private final int generation;
  // Made with the first. Written under the monitor, read also without.
  private volatile @Nullable OwedSignals signals;
  // A request went unanswered: it may arrive late. Written under the monitor, read also without.
  private volatile boolean uncertain;

  Leaving(Acquisition acquisition) {
    this.acquisition = acquisition;
    this.spec = acquisition.spec;
    this.generation = spec.engine().connectionState().generation();
  }

  // ---- what may be left behind

  boolean isUncertain() {
    return uncertain;
  }

  /** A request of it may arrive late. */
  void wentUnanswered() {
    uncertain = true;
  }

  // ---- doubts; any thread, without the monitor

  @Override
  public boolean mayArriveLate() {
    return uncertain || generation != present();
  }

  @Override
  public boolean mayOweSignal() {
    OwedSignals owed = signals;
    return owed != null && owed.mayBeOwed(present());
  }

  private int present() {
    return spec.engine().connectionState().generation();
  }

  // ---- with the monitor again

  boolean needsTombstone() {
    // What is sent again behind this, with the text of a script that the server had forgotten, may
    // arrive late, too. A question is not: it comes before this, or not at all.
    RollCall rollCall = spec.rollCall();
    return mayArriveLate()
        || acquisition.asking.mayBeOvertaken()
        || (rollCall != null && rollCall.isNaming(acquisition));
  }

  /** A signal of its owner is on its way. */
  void signalSent() {
    OwedSignals owed = signals == null ? new OwedSignals() : signals;
    owed.sent(present());
    signals = owed;
  }

  /** It has arrived. */
  void signalAcknowledged() {
    OwedSignals owed = signals;
    if (owed != null) {
      owed.acknowledged();
    }
  }

  /**
   * For how long the server may keep what it has of this: a ticket for as long as this client asks
   * for others.
   */
  private long keepNanos() {
    Progress progress = acquisition.progress;
    boolean mayHaveTicket =
        progress.is(State.QUEUED) || (progress.is(State.ASKING) && acquisition.asking.mayWait());
    if (mayHaveTicket || !acquisition.servedIds().isEmpty()) {
      return FOR_EVER;
    }
    long held =
        Math.max(spec.terms().leaseNanos(), acquisition.grantedLease.serverKeepsNanos(spec.now()));
    // Who is owed a signal waits for ever: it is paid for as long as a signal is repeated.
    return signals == null ? held : Math.max(held, spec.engine().times().defaultLease().toNanos());
  }

  private Verbs.ReleaseRequest releaseRequest(boolean tombstone, boolean isLost) {
    boolean isThin =
        acquisition.grantedLease.hasThinBlock()
            && !acquisition.grantedLease.doOthersWait()
            && spec.condition() == null
            && acquisition.servedIds().isEmpty();
    return new Verbs.ReleaseRequest(
        spec.id().concat(acquisition.servedIds()),
        tombstone,
        isLost ? Verbs.Debt.POSSIBLE : Verbs.Debt.NONE,
        isThin && !tombstone && !isLost ? acquisition.grantedLease.firstToken() : 0);
  }

  // ---- the end

  /**
   * Release, or withdrawal, in the background.
   *
   * @param isLost whether its owner had no say in it: then waiters that it may owe a signal are
   *     woken
   * @return whether it was held by the server's word; may fail with the server's exception
   */
  CompletableFuture<Boolean> end(boolean isLost) {
    boolean wasSent = !acquisition.progress.is(State.NEW);
    boolean tombstone = needsTombstone();
    long keepNanos = keepNanos();
    acquisition.forget();
    releasePredecessor();
    return wasSent ? release(tombstone, isLost, keepNanos) : NOTHING_THERE;
  }

  private CompletableFuture<Boolean> release(boolean tombstone, boolean isLost, long keepNanos) {
    try {
      return spec.engine()
          .releases()
          .release(spec.end(releaseRequest(tombstone, isLost), keepNanos), this);
    } catch (Error e) { // no stack, or no memory: nobody else knows of it any more
      spec.engine()
          .watchdog()
          .execute(
              () -> {
                var unused = release(true, isLost, keepNanos);
              });
      throw e;
    }
  }

  /**
   * The request that carries the release of the one before is on its way, and its answer counts.
   * This one is for the case that there is none; "not held" then means that the first one did it.
   */
  private void releasePredecessor() {
    PendingRelease before = acquisition.asking.pendingRelease();
    if (before != null) {
      spec.engine()
          .releases()
          .release(
              spec.end(before.withTombstone().releaseRequest(), before.keepNanos()),
              before.doubts())
          .whenComplete((wasHeld, thrown) -> before.settle(thrown));
    }
  }

  /**
   * Ends it, and has the server keep the lock for that time without it. Not repeated: it would
   * count the time anew.
   *
   * @return whether it was held by the server's word
   */
  CompletableFuture<Boolean> leave(long millis) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    Verbs.ReleaseRequest releaseRequest = releaseRequest(needsTombstone(), false);
    String served = acquisition.servedIds();
    acquisition.forget();
    releasePredecessor();
    spec.verbs()
        .leave(
            spec.keys(),
            releaseRequest,
            millis,
            outcome -> {
              if (outcome instanceof Outcome.Answered<Boolean> answered) {
                // If it was held there, the mark that a signal may be owed is there, too.
                clearUp("", !answered.reply() && mayOweSignal());
                done.complete(answered.reply());
              } else {
                clearUp(served, mayOweSignal());
                done.completeExceptionally(
                    ((Outcome.Failed<Boolean>) outcome).failure().toException(spec.keys()));
              }
            });
    return done;
  }

  /**
   * What {@link #leave} may not have done: pays what is owed, and takes out the tickets that were
   * served. By the release of an id that nobody has: its own may be that of a lock that is to stay
   * taken.
   *
   * @param served with a blank before each
   */
  private void clearUp(String served, boolean owes) {
    if (owes || !served.isEmpty()) {
      String nobodys = spec.next(spec.listener(), spec.terms()).id();
      Verbs.Debt debt = owes ? Verbs.Debt.OWED : Verbs.Debt.NONE;
      Verbs.ReleaseRequest rest = new Verbs.ReleaseRequest(nobodys.concat(served), false, debt);
      var unused = spec.engine().releases().release(spec.end(rest, FOR_EVER));
    }
  }

  /** It was taken away by force. */
  void forced() {
    if (!acquisition.progress.is(State.ENDED)) {
      spec.listener().lost(acquisition, LossCause.FORCED);
    }
  }

  /**
   * Ends it, in the background, if anything of it can be or come at the server.
   *
   * @return the server's answer; fails with its exception
   */
  CompletableFuture<?> withdraw() {
    if (acquisition.mayBeAtServer() || acquisition.asking.isInFlight()) {
      return end(true); // it may have been signalled, and granted the lock, without knowing
    }
    acquisition.forget();
    return NOTHING_THERE;
  }

  /**
   * The next one asks, and releases this one by the same request.
   *
   * @param conditions how the next is to wait for a signal; null if it asks for the lock
   */
  Requeue succeedBy(Acquisition next, @Nullable ConditionVerbs conditions) {
    CompletableFuture<Boolean> released = new CompletableFuture<>();
    boolean tombstone = needsTombstone() || acquisition.asking.isInFlight();
    next.asking.follow(
        new PendingRelease(
            releaseRequest(tombstone, false), keepNanos(), this, released, conditions));
    acquisition.forget();
    return new Requeue(next, released);
  }
}
