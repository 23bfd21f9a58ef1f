package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.inbox.Ears;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import org.jspecify.annotations.Nullable;

/**
 * What one acquisition asks for, from which server, and for which owner: all of it that never
 * changes.
 *
 * @param engine the client's
 * @param verbs the requests of its kind
 * @param listener the gate's side of it, which asked for it
 * @param keys the lock
 * @param terms for how long
 * @param rollCall asks again for it and others of its client; null if it does so by itself
 * @param condition for whose signal it waits at first; null if it asks for the lock at once
 * @param number of its client, never used again; as the engine's map has it
 * @param id as it stands at the server
 * @param claimMillis how long a grant to it stands before it has said anything
 */
public record AcquireSpec(
    Engine engine,
    Verbs verbs,
    AcquisitionListener listener,
    LockKeys keys,
    LeaseTerms terms,
    @Nullable RollCall rollCall,
    @Nullable String condition,
    Long number,
    String id,
    long claimMillis) {

  /** Of one that is the only one of its client for this name. */
  public static AcquireSpec of(
      Engine engine, Verbs verbs, AcquisitionListener listener, LockKeys keys, LeaseTerms terms) {
    return of(engine, verbs, listener, keys, terms, null, null, "");
  }

  /** The same of one that may stay after its release, until others want it; its id says so. */
  public static AcquireSpec ofLingering(
      Engine engine, Verbs verbs, AcquisitionListener listener, LockKeys keys, LeaseTerms terms) {
    return of(engine, verbs, listener, keys, terms, null, null, "g");
  }

  /** Of one of several of its client for this name. */
  public static AcquireSpec of(
      Engine engine,
      Verbs verbs,
      AcquisitionListener listener,
      LockKeys keys,
      LeaseTerms terms,
      RollCall rollCall) {
    return of(engine, verbs, listener, keys, terms, rollCall, null, "");
  }

  /**
   * For a number of permits of an object that has more; null if it is the only one of its client.
   */
  public static AcquireSpec ofPermits(
      Engine engine,
      Verbs verbs,
      AcquisitionListener listener,
      LockKeys keys,
      LeaseTerms terms,
      @Nullable RollCall rollCall,
      int permits) {
    return of(engine, verbs, listener, keys, terms, rollCall, null, "p" + permits);
  }

  private static AcquireSpec of(
      Engine engine,
      Verbs verbs,
      AcquisitionListener listener,
      LockKeys keys,
      LeaseTerms terms,
      @Nullable RollCall rollCall,
      @Nullable String condition,
      String mark) {
    Long number = engine.numbers().incrementAndGet();
    long claimMillis = Math.min(engine.times().claimLease().toMillis(), terms.leaseMillis());
    String plain =
        engine.clientId()
            + ':'
            + number.longValue()
            + ':'
            + claimMillis
            + verbs.idMark()
            + mark
            + (engine.connectionState().ears().hear(keys) ? Ears.MARK : "");
    String id = condition == null ? plain : plain + ':' + condition;
    return new AcquireSpec(
        engine, verbs, listener, keys, terms, rollCall, condition, number, id, claimMillis);
  }

  /** The next of the same lock, with another listener. */
  AcquireSpec next(AcquisitionListener nextListener, LeaseTerms nextTerm) {
    return of(engine, verbs, nextListener, keys, nextTerm, null, null, "");
  }

  /** The next of the same lock, that waits for a signal at first. */
  AcquireSpec nextAwaiting(
      AcquisitionListener nextListener, RollCall nextRollCall, String nextCondition) {
    return of(engine, verbs, nextListener, keys, terms, nextRollCall, nextCondition, "");
  }

  /** That it ends like this, which the server may take so long to hear. */
  Releases.End end(Verbs.ReleaseRequest releaseRequest, long keepNanos) {
    return new Releases.End(verbs, keys, releaseRequest, keepNanos, listener.monitor());
  }

  /** How long a renewal may take, at worst, of a claim lease that is less than the lease. */
  long renewalNanos() {
    long claimNanos = engine.times().claimLease().toNanos();
    return terms.leaseNanos() > claimNanos
        ? engine.times().commandTimeout().toNanos() + claimNanos / 10
        : 0;
  }

  void inMonitor(Runnable action) {
    listener.monitor().run(action);
  }

  long now() {
    return engine.clock().nanoTime();
  }

  /** Has the client listen for word of this lock: somebody waits for it. */
  void attend() {
    engine.connectionState().ears().attend(keys);
  }
}
