package io.holdfast.lock.semaphore.pool;

import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.gate.LongWaits;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.kind.ClientAccess;
import io.holdfast.lock.core.kind.KindParts;
import io.holdfast.lock.core.kind.LocksOfKind;
import io.holdfast.lock.core.verbs.LockScripts;
import io.holdfast.lock.core.verbs.ScriptVerbs;
import java.util.List;

/** The pools of permits of one kind that one client has. */
public final class Pools implements LocksOfKind {

  private final ScriptVerbs verbs;
  private final Gates gates;
  private final Keyspace keyspace;
  private final String kind;

  /**
   * None in use yet.
   *
   * @param kind what stands in the keys: "pool"
   */
  private Pools(KindParts parts, String kind, LockScripts scripts) {
    this.verbs = parts.verbs(scripts, ScriptVerbs.Role.OWNER);
    this.gates = new Gates(parts, verbs, LockKind.POOL, PoolGate::new);
    this.keyspace = parts.keyspace();
    this.kind = kind;
    LongWaits.watch(gates, verbs);
    parts.endStrays(kind, name -> keyspace.sharedLock(kind, name), verbs);
  }

  /** Those of this client: always the same ones. */
  public static Pools of(HoldfastClient client, String kind, LockScripts scripts) {
    return ClientAccess.locks(client, kind, Pools.class, parts -> new Pools(parts, kind, scripts));
  }

  /**
   * The pool of this name. No I/O.
   *
   * @throws IllegalArgumentException if the name cannot be one, or the size is less than one
   */
  public PermitPool get(String name, int size) {
    return new GatePool(gates, verbs, keyspace.sharedLock(kind, name), size);
  }

  @Override
  public int size() {
    return gates.size();
  }

  @Override
  public List<HeldLock> holds() {
    return gates.holds(LockKind.POOL);
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
