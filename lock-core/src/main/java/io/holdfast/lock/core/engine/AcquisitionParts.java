package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.engine.Progress.State;
import io.holdfast.lock.core.lease.LeaseTerms;
import java.util.Optional;

/**
 * The parts of an acquisition, and what they know of it: nothing here asks the server, or changes
 * anything. All methods are called with the gate's monitor held, unless said otherwise.
 */
abstract sealed class AcquisitionParts permits Acquisition {

  /*
   * It asks (Asking), waits in the server's queue (Queueing), is given the lock (Receiving), keeps it
   * (Keeping) and ends (Leaving). It may follow another one (Following). Where it stands is in
   * Progress, what it has in GrantedLease.
   */

  final AcquireSpec spec;
  final GrantedLease grantedLease;
  final Progress progress;
  final Queueing queueing;
  final Asking asking;
  final Receiving receiving;
  final Keeping keeping;
  final Leaving leaving;

  /** Nothing was asked for yet. */
  AcquisitionParts(AcquireSpec spec) {
    Acquisition whole = (Acquisition) this; // there are no others
    this.spec = spec;
    this.grantedLease = new GrantedLease(spec.terms());
    this.progress = new Progress(spec.engine());
    this.leaving = new Leaving(whole);
    this.queueing = new Queueing(whole);
    this.asking = new Asking(whole);
    this.receiving = new Receiving(whole);
    this.keeping = new Keeping(whole);
  }

  /** Whether the server made it the holder and it was not ended since. */
  public boolean isHeld() {
    return progress.is(State.HELD);
  }

  /** Whether it has asked for nothing yet, or could not even begin to. */
  public boolean isNew() {
    return progress.is(State.NEW);
  }

  /** Whether it stands in the server's queue. */
  public boolean isQueued() {
    return progress.is(State.QUEUED);
  }

  /** Whether a question of it is on its way. */
  public boolean isAsking() {
    return asking.isInFlight();
  }

  /** Whether it was to hold beside another one. */
  public boolean isBesideAnother() {
    return asking.isBesideAnother();
  }

  /** Whether it was asked for briefly. */
  public boolean isBrief() {
    return asking.isBrief();
  }

  /**
   * Whether an owner may begin to rely on it now. One that was asked for briefly has to last until
   * a renewal that goes unanswered is given up, and is repeated. A claim lease is more than 2.2
   * command time-outs: while renewals are answered there is always more left.
   */
  public boolean outlastsARenewal(long now) {
    return grantedLease.validUntilNanos() - now >= (isBrief() ? spec.renewalNanos() : 0);
  }

  /** Whether a signal of an owner may not have arrived, or may be lost. */
  public boolean mayOweSignal() {
    return leaving.mayOweSignal();
  }

  /**
   * Whether none of its requests has gone unanswered, and the client still speaks over the
   * connection over which it began. The server behind another one may have forgotten it.
   */
  public boolean isCertain() {
    return !leaving.mayArriveLate();
  }

  /** Of one that was asked for briefly: whether the server may have been told to keep it longer. */
  public boolean mayOutlastItsClaim() {
    return keeping.hasAskedForMore();
  }

  /** Whether anything of it may be, or may yet come, at the server. */
  public boolean mayBeAtServer() {
    return leaving.isUncertain() || asking.pendingRelease() != null || isQueued() || isHeld();
  }

  /** Whether no request of it can arrive at the server any more. */
  public boolean isSettled() {
    return !isAsking() && !leaving.needsTombstone();
  }

  /** Whether it is queued, and no request of it can arrive at the server any more. */
  public boolean canBeServed() {
    return isQueued() && isSettled();
  }

  /** What has become of its renewals, now that its validity is over. */
  public Upkeep upkeep() {
    return keeping.upkeep();
  }

  /** What it asked for. */
  public LeaseTerms terms() {
    return spec.terms();
  }

  /** What the server has given to it; nothing before it is held. */
  public GrantedLease grantedLease() {
    return grantedLease;
  }

  /** What the scripts of its kind said besides, when they queued it last, or gave it. */
  public Optional<String> said() {
    return queueing.said();
  }

  /** For whose signal it waited, or waits; nothing if it asked for the lock at once. */
  public Optional<String> condition() {
    return Optional.ofNullable(spec.condition());
  }

  /** Its id, as it stands at the server. */
  public String id() {
    return spec.id();
  }

  /** Its number among those of its client. */
  public long number() {
    return spec.number();
  }

  /** How many permits it asked for; 1 if it asked for all there is. */
  public int permits() {
    return ClientId.permitsOf(spec.id());
  }

  /** The number by which the server ordered it; that of its first token if it did not wait. */
  public long arrival() {
    return queueing.arrival().orElse(grantedLease.firstToken());
  }

  /** When the question was sent by which it got its place. */
  public long askedSinceNanos() {
    return queueing.askedSinceNanos();
  }

  /** Whether its question, which is on its way, ends this other one. Any thread. */
  boolean isToEnd(String other) {
    return asking.isToEnd(other);
  }
}
