package io.holdfast.lock.core.lock;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.gate.Linger;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.lease.Watched;

/**
 * What a gate needs to keep its acquisition at the server when its owner has let go, and to end
 * that after a while. Guarded by the gate's monitor, unless said otherwise.
 */
final class Lingering implements Watched {

  private final Linger linger;
  private final LockKeys keys;
  private final Engine engine;
  private final Runnable look;
  private boolean isWatched;
  private volatile long dueNanos; // read by the watchdog without the monitor

  /**
   * Of the gate of this lock.
   *
   * @param look called on the watchdog's thread, without the monitor, when nobody has had it for
   *     long enough, as far as is known
   */
  Lingering(Linger linger, LockKeys keys, Engine engine, Runnable look) {
    this.linger = linger;
    this.keys = keys;
    this.engine = engine;
    this.look = look;
  }

  /** Whether what is asked for now may stay. */
  boolean mayStay(LeaseTerms terms) {
    return linger.mayStay(keys, terms, engine.now());
  }

  /** The last owner has let go, and nobody here waits. */
  void released() {
    linger.released(keys, engine.now());
  }

  /**
   * Whether this one, which its owner has let go, can stay: it was asked for as one that may, and
   * nobody is kept waiting by it. One that would outlive this process for longer than a claim lease
   * does not stay.
   */
  boolean canStay(Acquisition held) {
    long leftNanos = held.grantedLease().validUntilNanos() - engine.now();
    return held.isBrief()
        && !held.grantedLease().doOthersWait()
        && !held.mayOweSignal()
        && leftNanos <= engine.times().claimLease().toNanos();
  }

  /** It stays from now on, until it is taken again or {@code look} ends it. */
  void begin() {
    dueNanos = engine.now() + linger.nanos();
    if (!isWatched) {
      engine.watchdog().watch(this); // may throw
      isWatched = true;
    }
  }

  /** Whether nobody has had it for long enough. */
  boolean isOver() {
    return dueNanos - engine.now() <= 0;
  }

  /** Not to be looked at any more. */
  void end() {
    if (isWatched) {
      engine.watchdog().forget(this);
      isWatched = false;
    }
  }

  // ---- time; the watchdog's thread, without the monitor

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    look.run();
  }
}
