package io.holdfast.lock.core.kind;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.gate.GateFactory;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.gate.LongWaits;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.lock.CohortGate;
import io.holdfast.lock.core.lock.GateLock;
import io.holdfast.lock.core.verbs.ScriptVerbs;
import java.util.List;

/** The locks of one kind that one client has, of a kind that one owner has at a time. */
public final class ExclusiveLocks implements LocksOfKind {

  /**
   * What differs from one such kind to another.
   *
   * @param keyWord what stands in the keys: "lock", "fair"
   * @param lockKind what its locks are called in events and numbers
   * @param isOrdered whether the server serves in the order of arrival, and lets nobody overtake
   * @param factory how the waiters of one client stand before the server
   */
  public record Kind(String keyWord, LockKind lockKind, boolean isOrdered, GateFactory factory) {}

  /** The plain lock: the waiters of a client stand as one, and a hold is passed on among them. */
  public static final Kind PLAIN = new Kind("lock", LockKind.PLAIN, false, CohortGate::lingering);

  private final Kind kind;
  private final Gates gates;
  private final Administration administration;
  private final Keyspace keyspace;

  /** None in use yet. */
  public ExclusiveLocks(KindParts parts, Kind kind) {
    ScriptVerbs verbs = parts.exclusiveVerbs(kind.isOrdered());
    this.kind = kind;
    this.gates = new Gates(parts, verbs, kind.lockKind(), kind.factory());
    this.administration = verbs;
    this.keyspace = parts.keyspace();
    LongWaits.watch(gates, verbs);
    parts.endStrays(kind.keyWord(), name -> keyspace.lock(kind.keyWord(), name), verbs);
  }

  /** Those of this client: always the same ones. */
  public static ExclusiveLocks of(HoldfastClient client, Kind kind) {
    return ClientAccess.locks(
        client, kind.keyWord(), ExclusiveLocks.class, parts -> new ExclusiveLocks(parts, kind));
  }

  /**
   * The lock of this name. No I/O.
   *
   * @param options where the caller of a method names none
   * @throws IllegalArgumentException if the name cannot be one
   */
  public DistributedLock get(String name, AcquireOptions options) {
    return new GateLock(gates, administration, keyspace.lock(kind.keyWord(), name), options);
  }

  @Override
  public int size() {
    return gates.size();
  }

  @Override
  public List<HeldLock> holds() {
    return gates.holds(kind.lockKind());
  }

  @Override
  public int waiting() {
    return gates.waiting();
  }

  @Override
  public void close() {
    gates.close();
  }
}
