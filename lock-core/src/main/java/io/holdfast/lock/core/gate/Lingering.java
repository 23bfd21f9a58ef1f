package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.AcquireSpec;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.AcquisitionListener;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.lease.Watched;
import org.jspecify.annotations.Nullable;

/**
 * What a gate needs to keep its acquisition at the server when its owner has let go, and to end
 * that after a while. Guarded by the gate's monitor, unless said otherwise.
 */
public final class Lingering implements Watched {

  /** For acquire.lua: a whole block of tokens, so that many turns need no other. */
  private static final String WHOLE_BLOCK = "b";

  private final Linger linger;
  private final LockKeys keys;
  private final GateContext context;
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
  Lingering(Linger linger, LockKeys keys, GateContext context, Runnable look) {
    this.linger = linger;
    this.keys = keys;
    this.context = context;
    this.engine = context.engine();
    this.look = look;
  }

  /**
   * One that may stay, and has not asked yet; null if what is asked for now may not.
   *
   * @param gate asks for it
   */
  public @Nullable Acquisition next(AcquisitionListener gate, LeaseTerms terms) {
    if (!linger.mayStay(keys, terms, engine.now())) {
      return null;
    }
    Acquisition next =
        new Acquisition(AcquireSpec.ofLingering(engine, context.verbs(), gate, keys, terms));
    next.askBriefly(); // so that others get it soon if this process dies while nobody has it
    next.tell(WHOLE_BLOCK);
    return next;
  }

  /** The last owner has let go, and nobody here waits. */
  public void released() {
    linger.released(keys, engine.now());
  }

  /** Another client has the lock, or wants it. */
  public void wanted() {
    linger.wanted(keys, engine.now());
  }

  /**
   * Whether this one, which its owner has let go, can stay: it was asked for as one that may, and
   * nobody is kept waiting by it. One that may outlive this process for longer than a claim lease
   * does not stay.
   */
  public boolean canStay(Acquisition held) {
    return held.isBrief()
        && !held.grantedLease().doOthersWait()
        && linger.isAlone(keys, engine.now())
        && !held.mayOweSignal()
        && !held.mayOutlastItsClaim()
        && held.isCertain();
  }

  /**
   * It stays from now on, until it is taken again or {@code look} ends it. False if it cannot, for
   * want of memory: then it has to be given back.
   */
  public boolean begin() {
    dueNanos = engine.now() + linger.nanos();
    if (!isWatched) {
      try {
        engine.connectionState().ears().attend(keys); // others may want it from now on
        engine.watchdog().watch(this);
      } catch (OutOfMemoryError e) {
        engine.watchdog().forget(this);
        return false;
      }
      isWatched = true;
    }
    return true;
  }

  /** Whether nobody has had it for long enough. */
  public boolean isOver() {
    return dueNanos - engine.now() <= 0;
  }

  /** Not to be looked at any more. */
  public void end() {
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
