package io.holdfast.lock.core.kind;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.exclusive.ScriptVerbs;
import io.holdfast.lock.core.gate.GateLock;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.key.Keyspace;
import java.util.List;

/** The locks of one kind that one client has, of a kind that one owner has at a time. */
public final class ExclusiveLocks implements LocksOfKind {

  private final Gates gates;
  private final Administration administration;
  private final Keyspace keyspace;
  private final String kind;
  private final LockKind held;

  /**
   * None in use yet.
   *
   * @param kind what stands in the keys: "lock", "fair"
   */
  public ExclusiveLocks(KindParts parts, String kind, Gates.Admission admission) {
    ScriptVerbs verbs = parts.exclusiveVerbs(admission == Gates.Admission.ONE_BY_ONE);
    this.gates = parts.gates(verbs, admission);
    this.administration = verbs;
    this.keyspace = parts.keyspace();
    this.kind = kind;
    this.held = admission == Gates.Admission.ONE_BY_ONE ? LockKind.FAIR : LockKind.PLAIN;
    parts.endStrays(kind, name -> keyspace.lock(kind, name), verbs);
  }

  /** Those of this client: always the same ones. */
  public static ExclusiveLocks of(HoldfastClient client, String kind, Gates.Admission admission) {
    return ClientAccess.locks(
        client, kind, ExclusiveLocks.class, parts -> new ExclusiveLocks(parts, kind, admission));
  }

  /**
   * The lock of this name. No I/O.
   *
   * @param options where the caller of a method names none
   * @throws IllegalArgumentException if the name cannot be one
   */
  public DistributedLock get(String name, AcquireOptions options) {
    return new GateLock(gates, administration, keyspace.lock(kind, name), options);
  }

  @Override
  public int size() {
    return gates.size();
  }

  @Override
  public List<HeldLock> holds() {
    return gates.holds(held);
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
