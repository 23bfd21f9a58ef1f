package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.jfr.LockSpan;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.time.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Somebody who wants the lock. Fields are guarded by the gate's monitor unless said otherwise. */
public abstract class Waiter {

  /**
   * What is wanted.
   *
   * @param terms with what lease
   * @param owner the thread that is to own the hold; null for a handle
   * @param lossInterrupt comes if the hold is lost; null for none
   * @param sinceNanos when the call began
   * @param deadline when to give up
   * @param isImpatient whether the first answer of the server decides
   * @param share how much of it
   * @param span is told to the flight recorder; null if nobody records it
   */
  public record WaitRequest(
      LeaseTerms terms,
      @Nullable Thread owner,
      @Nullable LossInterrupt lossInterrupt,
      long sinceNanos,
      Deadline deadline,
      boolean isImpatient,
      Share share,
      @Nullable LockSpan span) {

    /** The same of one that has begun to wait then. */
    WaitRequest since(long nanos) {
      return new WaitRequest(
          terms, owner, lossInterrupt, nanos, deadline, isImpatient, share, span);
    }
  }

  /**
   * A part of a number of permits.
   *
   * @param permits how many are wanted
   * @param size how many there are, as far as the caller knows
   * @param mayOvertake whether it takes what others wait for
   */
  public record Share(int permits, int size, boolean mayOvertake) {

    /** All of what has no parts. */
    public static final Share WHOLE = new Share(1, 1, false);
  }

  /** For how much longer who gives up waits for the server to know. */
  static final Duration LONGEST_FAREWELL = Duration.ofMillis(100);

  final WaitRequest request;

  /** Links of {@link WaitQueue}. */
  @Nullable Waiter previous;

  @Nullable Waiter next;

  /** The queue that it is in; null if in none. A queue looks only for itself here. */
  @Nullable WaitQueue queue;

  /**
   * Where it waits if it has an acquisition of its own; null before, and where others wait by the
   * same acquisition.
   */
  @Nullable WaiterTicket ticket;

  /** Whether the first answer of the server decides; read by the waiting thread. */
  private volatile boolean isImpatient;

  /** Written under the monitor, read by the waiting thread without it. */
  private volatile @Nullable WaitResult result;

  /** Written by the waiting thread, read under the monitor. */
  private volatile boolean hasGone;

  Waiter(WaitRequest request) {
    this.request = request;
    this.isImpatient = request.isImpatient();
  }

  /** What is wanted. Any thread. */
  public final WaitRequest request() {
    return request;
  }

  /** Whether the first answer of the server decides. Any thread. */
  public final boolean isImpatient() {
    return isImpatient;
  }

  /** Its time is over; it waits for an answer that is on its way. */
  final void becomeImpatient() {
    isImpatient = true;
  }

  /** The end of the wait; null until then. Any thread. */
  final @Nullable WaitResult result() {
    return result;
  }

  /** Ends the wait. It is to be woken then. */
  final void decide(WaitResult result) {
    this.result = result;
  }

  /** The hold that it was given was lost before it saw it: it waits again. */
  final void waitAgain() {
    this.result = null;
  }

  /** An error has ended the wait: it will not see any result. */
  final void go() {
    hasGone = true;
  }

  /** Whether nobody will see its result. */
  final boolean hasGone() {
    return hasGone;
  }

  /** Who it is, for people. */
  String who() {
    return "a future";
  }

  /** It is in this gate now. Before any result, with the gate's monitor held. */
  void entered(Gate gate) {}

  /** Whether it may sleep: the current thread does not. */
  boolean mayBeAsleep() {
    return true;
  }

  /** The result is there, or it was nudged. Called without the monitor. */
  abstract void wake();

  /** Whether it can come and take a hold that is free here; otherwise it has to be given one. */
  abstract boolean canCome();

  /**
   * The lock is free here: it is to come and take it. A running thread may be faster.
   *
   * @return false if it was nudged before and is on its way
   */
  abstract boolean nudge();

  /** It came too late; it may be nudged again. */
  abstract void notNudged();
}
